//! `slice-type`: the type of a slice of a tensor that does not follow from its sizes.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule =
    Rule { code: "slice-type", severity: Severity::Error, page: page!("slice-type"), check: op_problems };
