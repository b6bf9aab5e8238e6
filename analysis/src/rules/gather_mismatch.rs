//! `gather-mismatch`: dimensions, indices and types of a gather or scatter that do not go together.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "gather-mismatch",
    severity: Severity::Error,
    page: page!("gather-mismatch"),
    check: op_problems,
};
