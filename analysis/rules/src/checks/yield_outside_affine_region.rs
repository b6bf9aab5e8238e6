//! `yield-outside-affine-region`: an affine.yield whose parent is not an affine operation.

use crate::context::RuleContext;
use crate::finding::Report;
use crate::yields::is_affine_region_op;
use ir::dialects::is_foreign;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|it| it.1.is("affine.yield")) {
        let parent = ctx.ir.parent_op(id).map(|it| &ctx.ir.ops[it]);
        let name = parent.map_or("builtin.module", |it| &*it.name);
        if parent.is_some_and(|it| is_affine_region_op(it) || it.broken || is_foreign(it)) {
            continue;
        }
        let own = match name.split_once('.') {
            Some(("scf", _)) => format!("; {name} ends with scf.yield"),
            Some(("func", _)) => format!("; {name} ends with return"),
            _ => String::new(),
        };
        let message = format!("affine.yield ends only affine.for, affine.if and affine.parallel{own}");
        let finding = report.add(op.name_pointer, message);
        if let Some(parent) = parent {
            finding.related(parent.name_pointer, format!("the parent is {name}"));
        }
    }
}
