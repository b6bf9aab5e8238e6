//! `branch-weights`: weights of a branch that are not one for each block, or all zero.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "branch-weights",
    severity: Severity::Error,
    page: page!("branch-weights"),
    check: op_problems,
};
