//! `division-by-zero`: a divisor that is zero.

use super::{Rule, text_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "division-by-zero",
    severity: Severity::Warning,
    page: page!("division-by-zero"),
    check: text_problems,
};
