//! `complex-element-type`: a complex number of something else than numbers.

use super::{Rule, text_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "complex-element-type",
    severity: Severity::Error,
    page: page!("complex-element-type"),
    check: text_problems,
};
