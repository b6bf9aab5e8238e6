//! `terminator-wrong-parent`: a terminator in a region that ends otherwise.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::ir::Form;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule { code: "terminator-wrong-parent", severity: Severity::Error, page: page!("terminator-wrong-parent"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let parent = ctx.ir.parent_op(id).map(|it| &ctx.ir.ops[it]);
        let name = parent.map_or("builtin.module", |it| &*it.name);
        let fits = match &*op.name {
            "scf.yield" => matches!(
                name,
                "scf.execute_region" | "scf.for" | "scf.if" | "scf.index_switch" | "scf.while" | "scf.parallel"
            ),
            "func.return" => name == "func.func",
            "memref.alloca_scope.return" => name == "memref.alloca_scope",
            "memref.atomic_yield" => name == "memref.generic_atomic_rmw",
            "scf.condition" => name == "scf.while",
            "scf.forall.in_parallel" => name == "scf.forall",
            "scf.reduce" => name == "scf.parallel",
            "scf.reduce.return" => name == "scf.reduce",
            "tensor.yield" => matches!(name, "tensor.generate" | "tensor.pad"),
            _ => continue,
        };
        // A bare `return` elsewhere is that of another dialect.
        let is_bare = op.is("func.return") && ctx.text(op.name_pointer) == "return";
        if fits || is_bare || parent.is_some_and(|it| it.broken || it.form == Form::Opaque) {
            continue;
        }
        let finding = report.add(op.name_pointer, format!("{} cannot end the body of {name}", op.name));
        if let Some(parent) = parent {
            finding.related(parent.name_pointer, "the parent");
        }
    }
}
