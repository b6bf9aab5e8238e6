//! `global-initial-value`: an initial value of another shape or element type than its global.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "global-initial-value",
    severity: Severity::Error,
    page: page!("global-initial-value"),
    check: op_problems,
};
