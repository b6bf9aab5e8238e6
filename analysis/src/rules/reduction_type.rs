//! `reduction-type`: a reduction that does not apply to its elements.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "reduction-type",
    severity: Severity::Error,
    page: page!("reduction-type"),
    check: op_problems,
};
