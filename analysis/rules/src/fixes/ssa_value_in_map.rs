//! `ssa-value-in-map`: makes the value a further symbol of the map.

use super::{FixContext, edit, fix, insertion, tokens, trimmed};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, SyntaxNode};

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let application = ctx.around(SyntaxKind::MAP_APPLICATION)?;
    let map = application
        .descendants()
        .find(|it| matches!(it.kind(), SyntaxKind::AFFINE_MAP | SyntaxKind::INTEGER_SET));
    let map = map?;
    let child = |parent: &SyntaxNode, kind| parent.children().find(|it| it.kind() == kind);
    let mut values = map
        .descendants()
        .filter(|it| matches!(it.kind(), SyntaxKind::AFFINE_VALUE | SyntaxKind::AFFINE_SYMBOL_VALUE));
    // One at a time.
    let (Some(value), None) = (values.next(), values.next()) else { return None };
    let name = value.descendants().find(|it| it.kind() == SyntaxKind::VALUE_USE);
    let name = name.map(|it| it.text().to_string().trim().to_owned())?;
    let taken: Vec<_> = tokens(&map).map(|it| it.text().to_owned()).collect();
    let input = (0..=taken.len()).map(|it| format!("s{it}")).find(|it| !taken.contains(it))?;
    let mut edits = vec![edit(trimmed(&value), &input)];
    let mut append = |list: Option<SyntaxNode>, after: Option<SyntaxNode>, text: &str| {
        if let Some(list) = list {
            let range = trimmed(&list);
            let is_empty = tokens(&list).count() == 2;
            let text = if is_empty { text.to_owned() } else { format!(", {text}") };
            edits.extend(range.end().checked_sub(1.into()).map(|it| insertion(it, text)));
        } else if let Some(after) = after {
            edits.push(insertion(trimmed(&after).end(), format!("[{text}]")));
        }
    };
    append(child(&map, SyntaxKind::AFFINE_SYMBOLS), child(&map, SyntaxKind::AFFINE_DIMENSIONS), &input);
    let operands = child(&application, SyntaxKind::SYMBOL_OPERANDS);
    append(operands, child(&application, SyntaxKind::DIM_OPERANDS), &name);
    if edits.len() != 3 {
        return None;
    }
    fix(format!("pass {name} as a symbol"), edits)
}
