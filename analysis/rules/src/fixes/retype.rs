//! Another type for a value, where its uses write the type.

use super::{edit, name_of, result_names, trimmed};
use crate::context::own_nodes;
use syntax::ast::AstNode;
use syntax::{SyntaxKind, SyntaxNode, TextEdit};

/// Operations on a memref whose own results do not depend on its sizes and layout.
const MEMREF_USERS: &[&str] = &[
    "affine.load",
    "affine.prefetch",
    "affine.store",
    "memref.dealloc",
    "memref.dim",
    "memref.load",
    "memref.prefetch",
    "memref.store",
];

/// The edits of all uses of a memref that give it another type of the same rank and elements. `None` where a use may
/// not take that type.
pub fn memref_uses(op: &SyntaxNode, name: &str, old: &str, new: &str) -> Option<Vec<TextEdit>> {
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    let old = squeezed(old);
    let uses = result_names::uses(op, name)?.into_iter().map(|value| {
        let user = value.syntax().ancestors().find(|it| it.kind() == SyntaxKind::OPERATION)?;
        let is_known = MEMREF_USERS.contains(&&*name_of(&user));
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
