//! `scf-if-missing-else`: an `scf.if` with results and without an else branch.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "scf-if-missing-else",
    severity: Severity::Error,
    page: page!("scf-if-missing-else"),
    check: op_problems,
};
