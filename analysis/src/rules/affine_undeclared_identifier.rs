//! `affine-undeclared-identifier`: a name in a map or set that is none of its inputs.

use super::{Rule, text_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "affine-undeclared-identifier",
    severity: Severity::Error,
    page: page!("affine-undeclared-identifier"),
    check: text_problems,
};
