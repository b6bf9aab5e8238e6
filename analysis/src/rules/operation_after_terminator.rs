//! `operation-after-terminator`: an operation that follows a terminator in its block.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule { code: "operation-after-terminator", severity: Severity::Error, page: page!("operation-after-terminator"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, block) in ctx.ir.blocks.iter() {
        let found = block.ops.windows(2).find(|it| match it {
            [first, _] => is_terminator(&ctx.ir.ops[*first].name),
            _ => false,
        });
        if let Some([first, second]) = found
            && !ctx.ir.ops[*first].broken
            && !ctx.ir.ops[*second].broken
        {
            let (first, second) = (&ctx.ir.ops[*first], &ctx.ir.ops[*second]);
            report
                .add(second.name_pointer, format!("nothing can follow {} in a block", first.name))
                .related(first.name_pointer, "the terminator");
        }
    }
}

/// Operations that are terminators wherever they stand.
fn is_terminator(name: &str) -> bool {
    matches!(name, "affine.yield" | "scf.yield" | "func.return" | "cf.br" | "cf.cond_br" | "scf.condition")
}
