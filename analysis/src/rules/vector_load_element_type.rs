//! `vector-load-element-type`: a vector in memory of another element type.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "vector-load-element-type",
    severity: Severity::Error,
    page: page!("vector-load-element-type"),
    check: op_problems,
};
