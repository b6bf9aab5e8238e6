//! `slice-entry-count`: another number of offsets, sizes or strides than the slice needs.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "slice-entry-count",
    severity: Severity::Error,
    page: page!("slice-entry-count"),
    check: op_problems,
};
