//! `invalid-inherent-attribute`: an attribute of the wrong kind.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::inherent_attributes::{Kind, generic_ops, is_other_kind, required};
use crate::ir::signed_integer;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "invalid-inherent-attribute",
    severity: Severity::Error,
    page: page!("invalid-inherent-attribute"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in generic_ops(ctx) {
        let mut required = required(op).peekable();
        let Some(attributes) = required.peek().and_then(|_| ctx.attributes(id)) else { continue };
        for (name, kind) in required {
            // The locality hint has a rule of its own.
            let Some(node) = attributes.get(&name).filter(|_| kind != Kind::I32) else { continue };
            if is_other_kind(ctx, kind, node) {
                let place = ctx.pointer(id, node);
                let finding = report.add(place, format!("{name} has to be {}", kind.text()));
                if let (Kind::Index, Some(number)) = (kind, signed_integer(node)) {
                    let typed = format!("{number} : index");
                    finding.fix(format!("write {typed}"), vec![(place, typed)]);
                }
            }
        }
    }
}
