//! `slice-out-of-bounds`: a slice that leaves its source.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "slice-out-of-bounds",
    severity: Severity::Error,
    page: page!("slice-out-of-bounds"),
    check: op_problems,
};
