//! `indexing-map-count`: a structured operation with too few or too many indexing maps.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::Form;
use syntax::ast;
use syntax::{SyntaxKind, SyntaxNode};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.form == Form::Opaque) {
        let Some(name) = op.name.strip_prefix("linalg.") else { continue };
        // The operations that take two inputs and one output.
        if !matches!(name, "matmul" | "batch_matmul" | "batch_reduce_matmul" | "contract") {
            continue;
        }
        let has_maps = ctx.own_nodes(id).iter().any(|it| ast::has_keyword(it, "indexing_maps"));
        let nodes = ctx.own_nodes(id);
        // The maps that an alias stands for are not counted.
        if !has_maps || nodes.iter().any(|it| it.kind() == SyntaxKind::ATTRIBUTE_ALIAS) {
            continue;
        }
        let is_layout = |it: &SyntaxNode| it.parent().is_some_and(|it| it.kind() == SyntaxKind::MEMREF_TYPE);
        let maps = nodes.iter().filter(|it| it.kind() == SyntaxKind::AFFINE_MAP_ATTRIBUTE && !is_layout(it));
        let count = maps.count();
        if count != 3 {
            report.add(op.name_pointer, format!("{} has 3 operands, {} given", op.name, maps_are(count)));
        }
    }
}

fn maps_are(count: usize) -> String {
    if count == 1 { "1 indexing map is".to_owned() } else { format!("{count} indexing maps are") }
}
