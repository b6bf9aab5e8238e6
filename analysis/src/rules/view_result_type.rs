//! `view-result-type`: the type of a view or cast of a memref that does not follow from its operands.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "view-result-type",
    severity: Severity::Error,
    page: page!("view-result-type"),
    check: op_problems,
};
