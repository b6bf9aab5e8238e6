//! `alloca-scope`: stack memory that nothing around frees.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule =
    Rule { code: "alloca-scope", severity: Severity::Error, page: page!("alloca-scope"), check: op_problems };
