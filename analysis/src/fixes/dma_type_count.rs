//! `dma-type-count`: writes the types of the three memrefs.

use super::{FixContext, edit, fix, next_token, tokens, trimmed};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, SyntaxToken};

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let op = ctx.operation()?;
    let is_memref = |it: &SyntaxToken| {
        it.kind() == SyntaxKind::PERCENT_ID
            && it.parent_ancestors().nth(1).is_some_and(|it| it.kind() == SyntaxKind::OPERATION)
            && next_token(it).is_some_and(|it| it.kind() == SyntaxKind::L_BRACKET)
    };
    let names: Vec<String> = tokens(&op).filter(is_memref).map(|it| it.text().to_owned()).collect();
    let written = op.children().find(|it| it.kind() == SyntaxKind::TYPE_GROUP);
    let (3, Some(written)) = (names.len(), written.filter(|it| trimmed(it) == ctx.range)) else {
        return None;
    };
    let types: Option<Vec<String>> = names.iter().map(|it| ctx.value_type(it)).collect();
    match types {
        Some(types) => {
            fix("write the types of the three memrefs", vec![edit(trimmed(&written), types.join(", "))])
        }
        None => None,
    }
}
