//! `invalid-keyword`: a word that means nothing where it stands.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "invalid-keyword",
    severity: Severity::Error,
    page: page!("invalid-keyword"),
    check: op_problems,
};
