//! `in-parallel-body`: an operation among the insertions at the end of `scf.forall`.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "in-parallel-body",
    severity: Severity::Error,
    page: page!("in-parallel-body"),
    check: op_problems,
};
