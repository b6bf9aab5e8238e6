//! `subscript-repeated-base-name`: a second mention of a name with a result number in one list.

use super::{Rule, text_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule = Rule {
    code: "subscript-repeated-base-name",
    severity: Severity::Error,
    page: page!("subscript-repeated-base-name"),
    check: text_problems,
};
