//! `region-argument-in-use`: the name of a region's argument that is visible already.

use crate::context::RuleContext;
use crate::context::Undefined;
use crate::finding::Report;
use crate::undefined_names::is_head_argument;
use ir::Definition;
use ir::dialects::is_foreign;
use std::fmt;

/// A loop whose bounds use its own index.
#[derive(Debug, PartialEq)]
pub struct OwnIndex;

impl fmt::Display for OwnIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bounds of a loop cannot depend on its own index")
    }
}

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (second, first) in &ctx.ir.redefinitions {
        if ctx.is_in_broken_head(*second) || ctx.is_in_broken_head(*first) {
            continue;
        }
        let value = &ctx.ir.values[*second];
        if !is_head_argument(ctx, *second) {
            continue;
        }
        // In the head of an operation of another project they may be operands: `my.call @f(%a: i32) {`.
        if ctx.ir.entry_argument_of(*second).is_some_and(|it| is_foreign(&ctx.ir.ops[it.0])) {
            continue;
        }
        let what = match ctx.ir.values[*first].definition {
            Definition::Argument { .. } => "another argument",
            Definition::Result { .. } => "another value",
        };
        report
            .add(ctx.definition(*second), format!("{} is already the name of {what}", value.name))
            .related(ctx.definition(*first), format!("{} is defined here", value.name));
    }
    for found in ctx.undefined_names() {
        match found {
            Undefined::OwnBound { argument, place } => {
                report.add(ctx.definition(*argument), OwnIndex).related(*place, "used in its own bound");
            }
            Undefined::LaterArgument { argument, place, name } => {
                report
                    .add(*place, format!("{name} is the index of a loop that comes later"))
                    .related(ctx.definition(*argument), "the loop");
                // In one block the use is the mistake; from inside another region the name is simply not visible, and
                // MLIR stumbles over the loop.
                let loop_block = ctx.ir.entry_argument_of(*argument).map(|it| ctx.ir.ops[it.0].block);
                let user = ctx.ir.mention_at(*place);
                if user.map(|it| ctx.ir.ops[it.op].block) != loop_block {
                    report
                        .add(
                            ctx.definition(*argument),
                            format!("{name} is in use already: it is named above"),
                        )
                        .related(*place, "the use");
                }
            }
            _ => {}
        }
    }
}
