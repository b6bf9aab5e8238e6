//! `region-result-mismatch`: a region that ends with other values than its operation takes.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "region-result-mismatch",
    severity: Severity::Error,
    page: page!("region-result-mismatch"),
    check: op_problems,
};
