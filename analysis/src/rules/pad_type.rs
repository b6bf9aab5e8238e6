//! `pad-type`: the type of a padded tensor that does not follow from the padding.

use super::{Rule, op_problems};
use crate::diagnostic::Severity;

pub(super) static RULE: Rule =
    Rule { code: "pad-type", severity: Severity::Error, page: page!("pad-type"), check: op_problems };
