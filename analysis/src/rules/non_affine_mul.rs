//! `non-affine-mul`: a product of two expressions that both contain dimensions.

use super::{Rule, text_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "non-affine-mul",
    severity: Severity::Error,
    page: page!("non-affine-mul"),
    check: text_problems,
};
