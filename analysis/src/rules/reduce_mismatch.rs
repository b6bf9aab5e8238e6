//! `reduce-mismatch`: reductions that do not fit the results and initial values of their loop.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "reduce-mismatch",
    severity: Severity::Error,
    page: page!("reduce-mismatch"),
    check: op_problems,
};
