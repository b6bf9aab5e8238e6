//! `vector-mask-size`: a mask that sets more than its vector has.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "vector-mask-size",
    severity: Severity::Error,
    page: page!("vector-mask-size"),
    check: op_problems,
};
