//! `affine-duplicate-identifier`: an input of a map or set that is declared twice.

use super::{Rule, text_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "affine-duplicate-identifier",
    severity: Severity::Error,
    page: page!("affine-duplicate-identifier"),
    check: text_problems,
};
