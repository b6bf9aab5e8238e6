//! `transfer-element-width`: a vector that does not fill whole elements of the memory.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "transfer-element-width",
    severity: Severity::Error,
    page: page!("transfer-element-width"),
    check: op_problems,
};
