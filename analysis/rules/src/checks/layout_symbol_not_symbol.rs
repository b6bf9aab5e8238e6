//! `layout-symbol-not-symbol`: a layout symbol that is not fixed.

use crate::context::RuleContext;
use crate::finding::Report;
use crate::map_operands::{Asked, is_other_type, report_invalid, validity};
use ir::Form;
use ir::affine::symbols::Validity;
use syntax::SyntaxKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    let allocations = ctx.ops().filter(|(_, op)| op.form == Form::Custom && op.is_allocation());
    for (id, op) in allocations {
        let made = op.results.first().and_then(|it| ctx.ir.values[*it].ty.as_memref());
        if made.is_some_and(|it| op.operands.len() <= it.open_sizes()) {
            // All are sizes.
            continue;
        }
        let Some(node) = ctx.syntax(id) else { continue };
        let mut tokens = node.children_with_tokens().filter_map(|it| it.into_token());
        let Some(bracket) = tokens.find(|it| it.kind() == SyntaxKind::L_BRACKET) else { continue };
        let start = bracket.text_range().start();
        for (index, operand) in op.operands.iter().enumerate().filter(|it| it.1.pointer.range.start() > start)
        {
            let Some(value) = operand.value.filter(|it| !is_other_type(ctx, *it)) else { continue };
            if let Validity::Invalid(why) = validity(ctx, id, value, Asked::Symbol) {
                let message =
                    format!("is bound to a layout symbol, which is meant to be fixed: {}", why.reason);
                report_invalid(report, op, index, &message, &why);
            }
        }
    }
}
