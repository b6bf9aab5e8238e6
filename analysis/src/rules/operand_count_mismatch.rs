//! `operand-count-mismatch`: another number of operands or results than the operation has.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "operand-count-mismatch",
    severity: Severity::Error,
    page: page!("operand-count-mismatch"),
    check: op_problems,
};
