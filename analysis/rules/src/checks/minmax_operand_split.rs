//! `minmax-operand-split`: operands in parentheses that are bound to symbols, or the reverse.

use crate::context::RuleContext;
use crate::finding::Report;
use crate::map_operands::dims_and_symbols;
use ir::{Form, OpKind};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.form == Form::Custom) {
        let (OpKind::Min(applied) | OpKind::Max(applied)) = &op.kind else { continue };
        let Some(map) = &applied.map else { continue };
        if map.inputs() == applied.operands.len() && map.dims != applied.dim_operands {
            let given = applied.operands.len() - applied.dim_operands.min(applied.operands.len());
            let message = format!(
                "the map takes {}, got {} and {given}",
                dims_and_symbols(map.dims, map.symbols),
                applied.dim_operands
            );
            let inputs = ctx.map_inputs(applied.pointer);
            report
                .add(ctx.operand_list(id, applied.pointer), message)
                .related_place(inputs, "the inputs of the map");
        }
    }
}
