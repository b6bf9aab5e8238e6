//! `memref-cast-incompatible`: a cast that changes more of a memref's type than what is known of it.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "memref-cast-incompatible",
    severity: Severity::Error,
    page: page!("memref-cast-incompatible"),
    check: op_problems,
};
