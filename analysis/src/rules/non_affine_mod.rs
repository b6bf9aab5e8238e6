//! `non-affine-mod`: a remainder by an expression that contains a dimension.

use super::{Rule, text_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "non-affine-mod",
    severity: Severity::Error,
    page: page!("non-affine-mod"),
    check: text_problems,
};
