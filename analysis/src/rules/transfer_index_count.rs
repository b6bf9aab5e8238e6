//! `transfer-index-count`: another number of indices than the memory has dimensions.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "transfer-index-count",
    severity: Severity::Error,
    page: page!("transfer-index-count"),
    check: op_problems,
};
