//! `non-affine-mul`, `non-affine-div` and `non-affine-mod`: marks a value as the symbol that it is.

use super::{FixContext, edit, fix, tokens, trimmed};
use crate::affine::symbols::{Symbols, Validity};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, SyntaxNode};

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let list = ctx.around(SyntaxKind::SUBSCRIPTS).or_else(|| ctx.around(SyntaxKind::PARALLEL_BOUNDS));
    let (Some(list), Some(ir)) = (list, ctx.ir()) else { return Vec::new() };
    let inside: Vec<SyntaxNode> = list
        .descendants()
        .filter(|it| it.kind() == SyntaxKind::AFFINE_VALUE)
        .filter(|it| ctx.range.contains_range(trimmed(it)))
        .collect();
    let symbols = Symbols::new(ir);
    let is_symbol = |name: &str| {
        let mut values = ctx.values(ir, name);
        let (Some(value), None) = (values.next(), values.next()) else { return false };
        let user = ir
            .ops
            .iter()
            .find(|(_, op)| op.operands.iter().any(|it| it.value == Some(value) && &*it.name == name));
        user.is_some_and(|(user, _)| symbols.symbol(value, symbols.scope(user)) == Validity::Valid)
    };
    let Some(value) = inside.iter().rev().find(|it| is_symbol(it.text().to_string().trim())) else {
        return Vec::new();
    };
    let name = value.text().to_string().trim().to_owned();
    // The first mention decides for all of the list.
    let first = list
        .descendants()
        .filter(|it| it.kind() == SyntaxKind::AFFINE_VALUE)
        .find(|it| tokens(it).next().is_some_and(|it| it.text() == name));
    match first {
        Some(first) => {
            fix(format!("write symbol({name})"), vec![edit(trimmed(&first), format!("symbol({name})"))])
        }
        None => Vec::new(),
    }
}
