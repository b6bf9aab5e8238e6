//! `forward-reference-type`: a value that is used above its definition with another type.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::operand_types::demanded;
use crate::rule_context::RuleContext;
use rustc_hash::FxHashSet;

pub(super) static RULE: Rule = Rule { code: "forward-reference-type", severity: Severity::Error, page: page!("forward-reference-type"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    let mut said = FxHashSet::default();
    for (id, op) in ctx.ops() {
        for (operand, demanded) in op.operands.iter().zip(demanded(ctx, id, op)) {
            let Some(value) = operand.value else { continue };
            let ty = &ctx.ir.values[value].ty;
            let definition = ctx.definition(value);
            let is_later = definition.root > operand.pointer.root
                || definition.root == operand.pointer.root
                    && definition.range.start() > operand.pointer.range.start();
            if is_later && ty.differs_from(&demanded) && said.insert(value) {
                let name = ctx.name(value);
                report
                    .add(definition, format!("{name} has type {ty} but is used above as {demanded}"))
                    .related(operand.pointer, "the use");
            }
        }
    }
}
