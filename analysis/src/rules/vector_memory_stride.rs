//! `vector-memory-stride`: a vector in memory whose last dimension is not contiguous.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "vector-memory-stride",
    severity: Severity::Error,
    page: page!("vector-memory-stride"),
    check: op_problems,
};
