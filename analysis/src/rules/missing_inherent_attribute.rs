//! `missing-inherent-attribute`: a generic affine operation that lacks an attribute.

use super::Report;
use crate::inherent_attributes::{Kind, generic_ops, required};
use crate::rule_context::RuleContext;
use std::fmt;

/// An attribute that an operation has to have.
#[derive(Debug, PartialEq)]
pub(crate) struct Missing {
    pub(crate) op: Box<str>,
    pub(crate) attribute: &'static str,
    pub(crate) kind: Kind,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { op, attribute, kind } = self;
        write!(f, "{op} needs the attribute {attribute}, {}", kind.text())
    }
}

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in generic_ops(ctx) {
        let required = required(&op.name);
        let Some(attributes) = ctx.attributes(id).filter(|_| !required.is_empty()) else { continue };
        for (name, kind) in required.iter().filter(|it| !attributes.has(it.0)) {
            let (attribute, kind) = (*name, *kind);
            report.add(op.name_pointer, Missing { op: op.name.clone(), attribute, kind });
        }
    }
}
