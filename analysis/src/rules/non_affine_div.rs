//! `non-affine-div`: a division by an expression that contains a dimension.

use super::{Rule, text_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "non-affine-div",
    severity: Severity::Error,
    page: page!("non-affine-div"),
    check: text_problems,
};
