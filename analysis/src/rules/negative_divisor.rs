//! `negative-divisor`: a divisor that is negative.

use super::{Rule, text_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "negative-divisor",
    severity: Severity::Warning,
    page: page!("negative-divisor"),
    check: text_problems,
};
