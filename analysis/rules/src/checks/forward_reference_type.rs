//! `forward-reference-type`: a value that is used above its definition with another type.

use crate::context::RuleContext;
use crate::context::Undefined;
use crate::finding::Report;
use crate::operand_types::demanded;
use rustc_hash::FxHashSet;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    let mut said = FxHashSet::default();
    unresolved(ctx, report);
    for (id, op) in ctx.ops() {
        for (index, operand) in op.operands.iter().enumerate() {
            let Some(value) = operand.value else { continue };
            let definition = ctx.definition(value);
            let is_own = ctx.ir.defining_op(value) == Some(id);
            let is_later = is_own
                || definition.root > operand.pointer.root
                || definition.root == operand.pointer.root
                    && definition.range.start() > operand.pointer.range.start();
            if !is_later {
                continue;
            }
            let ty = &ctx.ir.values[value].ty;
            let Some(demanded) = demanded(ctx, id, op).into_iter().nth(index) else { continue };
            if ty.differs_from(&demanded) && said.insert(value) {
                let name = ctx.name(value);
                let place = if is_own { "in its own definition" } else { "above" };
                report
                    .add(definition, format!("{name} has type {ty} but is used {place} as {demanded}"))
                    .related(operand.pointer, "the use");
            }
        }
    }
}

/// A name that is not visible where it is used is taken for the next definition in the function, wherever that is.
fn unresolved(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for found in ctx.undefined_names() {
        let Undefined::Nowhere { place, name, elsewhere: Some(value) } = found else { continue };
        let definition = ctx.definition(*value);
        let is_below = definition.root == place.root && definition.range.start() > place.range.start();
        let user = ctx.ops().find_map(|(id, op)| {
            let index = op.operands.iter().position(|it| it.pointer == *place)?;
            demanded(ctx, id, op).into_iter().nth(index)
        });
        let ty = &ctx.ir.values[*value].ty;
        if let Some(demanded) =
            user.filter(|it| is_below && ctx.ir.defining_op(*value).is_some() && ty.differs_from(it))
        {
            report
                .add(
                    definition,
                    format!("{name} has type {ty} but is used above, where it is not visible, as {demanded}"),
                )
                .related(*place, "the use");
        }
    }
}
