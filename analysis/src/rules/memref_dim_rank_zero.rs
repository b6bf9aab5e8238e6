//! `memref-dim-rank-zero`: the size of a memref or tensor without dimensions.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "memref-dim-rank-zero",
    severity: Severity::Error,
    page: page!("memref-dim-rank-zero"),
    check: op_problems,
};
