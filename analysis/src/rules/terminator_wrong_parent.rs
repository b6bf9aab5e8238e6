//! `terminator-wrong-parent`: a terminator in a region that ends otherwise.

use super::Report;
use crate::default_dialect::is_foreign;
use crate::rule_context::RuleContext;
use crate::terminators::parents;

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let parent = ctx.ir.parent_op(id).map(|it| &ctx.ir.ops[it]);
        let name = parent.map_or("builtin.module", |it| &*it.name);
        // `affine.yield` and the end of `scf.parallel` have rules of their own.
        let Some(parents) = parents(&op.name).filter(|_| !op.is("affine.yield")) else { continue };
        let fits = parents.contains(&name) || op.is("scf.yield") && name == "scf.parallel";
        // A bare `return` elsewhere is that of another dialect.
        let is_bare = op.is("func.return") && ctx.text(op.name_pointer) == "return";
        if fits || is_bare || parent.is_some_and(|it| it.broken || is_foreign(it)) {
            continue;
        }
        let finding = report.add(op.name_pointer, format!("{} cannot end the body of {name}", op.name));
        if let Some(parent) = parent {
            finding.related(parent.name_pointer, "the parent");
        }
    }
}
