//! `alloc-alignment`: an alignment that is no power of two.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "alloc-alignment",
    severity: Severity::Error,
    page: page!("alloc-alignment"),
    check: op_problems,
};
