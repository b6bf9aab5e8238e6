//! `transfer-in-bounds`: another number of `in_bounds` entries than the vector has dimensions.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "transfer-in-bounds",
    severity: Severity::Error,
    page: page!("transfer-in-bounds"),
    check: op_problems,
};
