//! `print-combination`: text that is printed together with something else.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "print-combination",
    severity: Severity::Error,
    page: page!("print-combination"),
    check: op_problems,
};
