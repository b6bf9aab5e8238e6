//! `memref-access-could-be-affine`: an access that could be affine.

use super::{Report, Rule};
use crate::affine::symbols::Validity;
use crate::diagnostic::Severity;
use crate::ir::{Form, OpKind, Operand};
use crate::map_operands::{Asked, validity};
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "memref-access-could-be-affine",
    severity: Severity::Hint,
    page: page!("memref-access-could-be-affine"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.form == Form::Custom) {
        let first = match &*op.name {
            "memref.load" => 1,
            "memref.store" => 2,
            _ => continue,
        };
        let in_loop = ctx
            .ir
            .ancestors(id)
            .any(|it| matches!(ctx.ir.ops[it].kind, OpKind::For(_) | OpKind::Parallel(_)));
        let indices = op.operands.get(first..).unwrap_or_default();
        let is_dim = |it: &Operand| {
            it.value.is_some_and(|it| matches!(validity(ctx, id, it, Asked::Dim), Validity::Valid))
        };
        if in_loop && indices.iter().all(is_dim) {
            let name = op.name.replace("memref.", "affine.");
            report
                .add(
                    op.name_pointer,
                    format!("all indices are affine: {name} makes this access visible to analyses"),
                )
                .fix(format!("change to {name}"), vec![(op.name_pointer, name)]);
        }
    }
}
