//! `scf-parallel-arity`: bounds or steps of `scf.parallel` that are not as many as its indices.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "scf-parallel-arity",
    severity: Severity::Error,
    page: page!("scf-parallel-arity"),
    check: op_problems,
};
