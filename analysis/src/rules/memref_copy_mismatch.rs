//! `memref-copy-mismatch`: a copy between memrefs of different shapes or element types.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "memref-copy-mismatch",
    severity: Severity::Error,
    page: page!("memref-copy-mismatch"),
    check: op_problems,
};
