//! `scf-parallel-step`: a constant step of `scf.parallel` that is not positive.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "scf-parallel-step",
    severity: Severity::Error,
    page: page!("scf-parallel-step"),
    check: op_problems,
};
