//! `comparison-predicate`: a predicate that the comparison does not know.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "comparison-predicate",
    severity: Severity::Error,
    page: page!("comparison-predicate"),
    check: op_problems,
};
