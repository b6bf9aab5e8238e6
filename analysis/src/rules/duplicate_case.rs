//! `duplicate-case`: a value that a switch lists twice.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "duplicate-case",
    severity: Severity::Error,
    page: page!("duplicate-case"),
    check: op_problems,
};
