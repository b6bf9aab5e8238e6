//! `scf-iter-args-count`: another number of result types than carried values.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "scf-iter-args-count",
    severity: Severity::Error,
    page: page!("scf-iter-args-count"),
    check: op_problems,
};
