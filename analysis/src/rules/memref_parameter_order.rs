//! `memref-parameter-order`: a layout after the memory space.

use super::{Rule, text_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "memref-parameter-order",
    severity: Severity::Error,
    page: page!("memref-parameter-order"),
    check: text_problems,
};
