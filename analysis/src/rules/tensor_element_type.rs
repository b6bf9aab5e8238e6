//! `tensor-element-type`: a tensor of something that it cannot hold.

use super::{Rule, text_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "tensor-element-type",
    severity: Severity::Error,
    page: page!("tensor-element-type"),
    check: text_problems,
};
