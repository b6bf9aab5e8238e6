//! `reduction-rank`: a reduction of a vector with several dimensions.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "reduction-rank",
    severity: Severity::Error,
    page: page!("reduction-rank"),
    check: op_problems,
};
