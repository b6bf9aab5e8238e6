//! `memref-memory-space`: a parameter of a memref that is no memory space.

use super::{Rule, text_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "memref-memory-space",
    severity: Severity::Error,
    page: page!("memref-memory-space"),
    check: text_problems,
};
