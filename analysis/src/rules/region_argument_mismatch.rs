//! `region-argument-mismatch`: a region with other arguments than its operation gives it.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "region-argument-mismatch",
    severity: Severity::Error,
    page: page!("region-argument-mismatch"),
    check: op_problems,
};
