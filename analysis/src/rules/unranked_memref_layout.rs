//! `unranked-memref-layout`: a layout of a memref of unknown rank.

use super::{Rule, text_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "unranked-memref-layout",
    severity: Severity::Error,
    page: page!("unranked-memref-layout"),
    check: text_problems,
};
