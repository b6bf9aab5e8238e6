//! `vector-element-type`: a vector of something that is no scalar.

use super::{Rule, text_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "vector-element-type",
    severity: Severity::Error,
    page: page!("vector-element-type"),
    check: text_problems,
};
