//! `missing-inherent-attribute`: a generic affine operation that lacks an attribute.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::inherent_attributes::{generic_ops, required};
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "missing-inherent-attribute",
    severity: Severity::Error,
    page: page!("missing-inherent-attribute"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in generic_ops(ctx) {
        let mut required = required(op).peekable();
        let Some(attributes) = required.peek().and_then(|_| ctx.attributes(id)) else { continue };
        for (name, kind) in required.filter(|it| !attributes.has(&it.0)) {
            report.add(op.name_pointer, format!("{} needs the attribute {name}, {}", op.name, kind.text()));
        }
    }
}
