//! `transfer-permutation-map`: a map of a transfer that does not select dimensions of the memory.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "transfer-permutation-map",
    severity: Severity::Error,
    page: page!("transfer-permutation-map"),
    check: op_problems,
};
