//! `memref-stride-count`: a strided layout with too few or too many strides.

use super::{Rule, text_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "memref-stride-count",
    severity: Severity::Error,
    page: page!("memref-stride-count"),
    check: text_problems,
};
