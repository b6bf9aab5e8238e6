//! `contract-operand-shape`: an indexing map with results for a scalar.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::Form;
use ir::types::Type;
use syntax::SyntaxKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.is("linalg.contract") && op.form == Form::Opaque) {
        let maps = ctx.own_nodes(id).into_iter().filter(|it| it.kind() == SyntaxKind::AFFINE_MAP_ATTRIBUTE);
        let maps: Vec<_> = maps.map(|it| ctx.map_attribute(&it)).collect();
        // The operands are in the order of the maps unless names say otherwise.
        if maps.len() != 3 || op.operands.len() != 3 {
            continue;
        }
        for (map, operand) in maps.iter().zip(&op.operands) {
            let Some(value) = operand.value else { continue };
            let ty = &ctx.ir.values[value].ty;
            let is_scalar = matches!(ty, Type::Index | Type::Integer { .. } | Type::Float(_));
            if is_scalar && map.as_ref().is_some_and(|it| !it.results.is_empty()) {
                report
                    .add(
                        op.name_pointer,
                        format!("{} has type {ty}, its indexing map selects dimensions", operand.name),
                    )
                    .related(operand.pointer, "the operand");
            }
        }
    }
}
