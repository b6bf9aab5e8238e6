//! `symbol-keyword-ignored`: a value that is mentioned both as a dimension and as a symbol.

use super::{Rule, text_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "symbol-keyword-ignored",
    severity: Severity::Warning,
    page: page!("symbol-keyword-ignored"),
    check: text_problems,
};
