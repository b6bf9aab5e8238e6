//! Another type for a value, where its uses write the type.

use super::{FixContext, edit, result_names, trimmed};
use crate::context::own_nodes;
use syntax::ast::AstNode;
use syntax::ods::{OpDefinition, ValueDefinition};
use syntax::{SyntaxKind, SyntaxNode, TextEdit};

/// The edits of all uses of a memref that give it another type of the same rank and elements. `None` where a use may
/// not take that type.
pub fn memref_uses(
    ctx: &FixContext<'_>,
    op: &SyntaxNode,
    name: &str,
    (old, new): (&str, &str),
) -> Option<Vec<TextEdit>> {
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    let old = squeezed(old);
    let uses = result_names::uses(op, name)?.into_iter().map(|value| {
        let user = value.syntax().ancestors().find(|it| it.kind() == SyntaxKind::OPERATION)?;
        let is_known = ctx.definition(&user).is_some_and(|it| keeps_results(it));
        let is_custom = !user.children().any(|it| it.kind() == SyntaxKind::OPERAND_LIST);
        let mut types = own_nodes(&user)
            .into_iter()
            .filter(|it| it.kind() == SyntaxKind::MEMREF_TYPE && squeezed(&it.text().to_string()) == old);
        match (types.next(), types.next()) {
            (Some(ty), None) if is_known && is_custom => Some(edit(trimmed(&ty), new)),
            _ => None,
        }
    });
    let edits = uses.collect::<Option<Vec<_>>>()?;
    // A value that is used twice in one operation.
    let is_disjoint = edits.windows(2).all(|it| it[0].range != it[1].range);
    is_disjoint.then_some(edits)
}

/// Whether the results of an operation on memory do not depend on its sizes and layout.
fn keeps_results(op: &OpDefinition) -> bool {
    let is_memref = |it: &ValueDefinition| it.constraint.name.contains("MemRef");
    let memrefs = op.operands.iter().filter(|it| is_memref(it)).count();
    let is_view = op.has_trait("ViewLikeOpInterface") || op.results.iter().any(is_memref);
    matches!(op.dialect(), "affine" | "memref") && memrefs == 1 && !is_view
}

/// The number of dimensions and the type of the elements of a memref.
pub fn shape(ty: &str) -> Option<(usize, &str)> {
    let parameters = ty.strip_prefix("memref<")?.trim_end_matches('>');
    let mut rest = parameters.split(',').next()?.trim();
    let mut rank = 0;
    while let Some((dim, after)) = rest.split_once('x') {
        if dim != "?" && !dim.bytes().all(|it| it.is_ascii_digit()) {
            break;
        }
        rank += 1;
        rest = after;
    }
    Some((rank, rest))
}
