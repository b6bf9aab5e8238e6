//! `memref-element-type`: a memref of something that memory cannot hold.

use super::{Rule, text_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "memref-element-type",
    severity: Severity::Error,
    page: page!("memref-element-type"),
    check: text_problems,
};
