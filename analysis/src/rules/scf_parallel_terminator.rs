//! `scf-parallel-terminator`: a parallel loop that does not end with a reduction.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "scf-parallel-terminator",
    severity: Severity::Error,
    page: page!("scf-parallel-terminator"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, _) in ctx.ops().filter(|(_, op)| op.is("scf.parallel")) {
        let Some(last) = ctx.ir.body(id).and_then(|it| ctx.ir.blocks[it].ops.last()) else { continue };
        let last = &ctx.ir.ops[*last];
        if !last.broken
            && matches!(&*last.name, "scf.yield" | "scf.condition" | "affine.yield" | "func.return")
        {
            let message = format!("scf.parallel ends with scf.reduce, not with {}", last.name);
            let finding = report.add(last.name_pointer, message);
            if last.is("scf.yield") && last.operands.is_empty() {
                finding.fix("change to scf.reduce", vec![(last.name_pointer, "scf.reduce".to_owned())]);
            }
        }
    }
}
