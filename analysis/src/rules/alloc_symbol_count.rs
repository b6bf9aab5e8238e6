//! `alloc-symbol-count`: another number of symbols than the layout has.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "alloc-symbol-count",
    severity: Severity::Error,
    page: page!("alloc-symbol-count"),
    check: op_problems,
};
