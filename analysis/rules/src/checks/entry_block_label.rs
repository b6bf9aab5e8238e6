//! `entry-block-label`: a label before the first block of a region whose arguments the head names.

use crate::context::RuleContext;
use crate::finding::Report;
use crate::undefined_names::is_head_argument;
use ir::Form;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops().filter(|(_, op)| op.form == Form::Custom) {
        for region in &op.regions {
            let first = ctx.ir.regions[*region].blocks.first().map(|it| &ctx.ir.blocks[*it]);
            let Some((block, (name, label))) =
                first.and_then(|it| it.label.as_ref().map(|label| (it, label)))
            else {
                continue;
            };
            let named = block.arguments.iter().copied().find(|it| is_head_argument(ctx, *it));
            if let Some(named) = named {
                report
                    .add(
                        *label,
                        format!("{name} cannot be named: the arguments of this block are in the head"),
                    )
                    .related(ctx.definition(named), "an argument of the block");
            }
        }
    }
}
