//! `tensor-index-count`: another number of indices than the tensor has dimensions.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "tensor-index-count",
    severity: Severity::Error,
    page: page!("tensor-index-count"),
    check: op_problems,
};
