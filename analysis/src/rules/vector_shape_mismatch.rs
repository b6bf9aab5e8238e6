//! `vector-shape-mismatch`: vectors whose shapes do not fit the operation.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "vector-shape-mismatch",
    severity: Severity::Error,
    page: page!("vector-shape-mismatch"),
    check: op_problems,
};
