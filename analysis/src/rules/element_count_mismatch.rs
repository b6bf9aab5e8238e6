//! `element-count-mismatch`: another number of elements than the type has.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "element-count-mismatch",
    severity: Severity::Error,
    page: page!("element-count-mismatch"),
    check: op_problems,
};
