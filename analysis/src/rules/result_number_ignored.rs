//! `result-number-ignored`: a bare name that stands for a numbered result.

use super::{Rule, text_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "result-number-ignored",
    severity: Severity::Warning,
    page: page!("result-number-ignored"),
    check: text_problems,
};
