//! `nested-symbol-without-table`: a function that is not directly in a module.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::Form;
use syntax::SyntaxKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    // A brace that is missing puts everything that follows into the function before.
    if !ctx.op.errors(ctx.db).is_empty() {
        return;
    }
    for (id, _) in ctx.ops().filter(|(_, op)| op.is("func.func") && op.form == Form::Custom) {
        let Some(parent) = ctx.ir.parent_op(id) else { continue };
        let parent = &ctx.ir.ops[parent];
        let is_known = matches!(parent.name.split('.').next(), Some("affine" | "scf" | "func"));
        if let (true, Some(name)) = (is_known, ctx.piece(id, SyntaxKind::SYMBOL_NAME)) {
            report
                .add(
                    ctx.pointer(id, name),
                    format!("functions stand directly in a module, not in {}", parent.name),
                )
                .related(parent.name_pointer, "the operation around it");
        }
    }
}
