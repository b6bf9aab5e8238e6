//! `concat-mismatch`: tensors that cannot be put one after the other.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "concat-mismatch",
    severity: Severity::Error,
    page: page!("concat-mismatch"),
    check: op_problems,
};
