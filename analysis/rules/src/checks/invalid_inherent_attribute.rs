//! `invalid-inherent-attribute`: an attribute of the wrong kind.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::facts::Meant;
use crate::finding::Report;
use crate::fixes::FixContext;
use crate::inherent_attributes::{Kind, generic_ops, is_other_kind, required};
use ir::signed_integer;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in generic_ops(ctx) {
        let mut required = required(op).peekable();
        let Some(attributes) = required.peek().and_then(|_| ctx.attributes(id)) else { continue };
        for (name, kind) in required {
            // The locality hint has a rule of its own.
            let Some(node) = attributes.get(&name).filter(|_| kind != Kind::I32) else { continue };
            if is_other_kind(ctx, kind, node) {
                let place = ctx.pointer(id, node);
                let sentence = format!("{name} has to be {}", kind.text());
                match (kind, signed_integer(node)) {
                    (Kind::Index, Some(number)) => {
                        report.add(place, Meant { sentence, text: format!("{number} : index") })
                    }
                    _ => report.add(place, sentence),
                };
            }
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let meant = ctx.facts::<Meant>()?;
    ctx.replace(format!("write {}", meant.text), &meant.text)
}
