//! `vector-position`: a position that the vector does not have.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "vector-position",
    severity: Severity::Error,
    page: page!("vector-position"),
    check: op_problems,
};
