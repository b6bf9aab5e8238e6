//! `scf-parallel-terminator`: a body of `scf.parallel` that does not end with `scf.reduce`.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "scf-parallel-terminator",
    severity: Severity::Error,
    page: page!("scf-parallel-terminator"),
    check: op_problems,
};
