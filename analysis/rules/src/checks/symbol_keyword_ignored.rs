//! Quick fix of `symbol-keyword-ignored`: writes every mention of the list like the first one, which decides the role
//! of all.

use crate::diagnostic::Fix;
use crate::fixes::{FixContext, edit, fix, tokens, trimmed};
use crate::map_text::is_judged;
use syntax::{SyntaxKind, SyntaxNode};

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let here = ctx.root.covering_element(ctx.range);
    let list = here.ancestors().find(is_judged)?;
    let value = |leaf: &SyntaxNode| leaf.children().find(|it| it.kind() == SyntaxKind::VALUE_USE);
    let is_leaf = |kind| matches!(kind, SyntaxKind::AFFINE_VALUE | SyntaxKind::AFFINE_SYMBOL_VALUE);
    let name = value(&here.ancestors().find(|it| is_leaf(it.kind()))?)?;
    let name = tokens(&name).next()?;
    let leaves: Vec<_> = list
        .descendants()
        .filter(|it| is_leaf(it.kind()) && tokens(it).any(|it| it.text() == name.text()))
        .collect();
    let first = leaves.first()?.kind();
    let text = |leaf: &SyntaxNode| {
        let value = ctx.text_of(trimmed(&value(leaf)?));
        Some(if first == SyntaxKind::AFFINE_VALUE { value } else { format!("symbol({value})") })
    };
    let others = leaves.iter().filter(|it| it.kind() != first);
    let edits: Option<Vec<_>> = others.map(|it| Some(edit(trimmed(it), text(it)?))).collect();
    let title = match first {
        SyntaxKind::AFFINE_VALUE => "delete symbol( )".to_owned(),
        _ => format!("write symbol({})", name.text()),
    };
    fix(title, edits?)
}
