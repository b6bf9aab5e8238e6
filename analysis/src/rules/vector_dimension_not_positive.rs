//! `vector-dimension-not-positive`: a size of a vector that is no positive constant.

use super::{Rule, text_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "vector-dimension-not-positive",
    severity: Severity::Error,
    page: page!("vector-dimension-not-positive"),
    check: text_problems,
};
