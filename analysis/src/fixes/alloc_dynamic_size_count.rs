//! `alloc-dynamic-size-count`: deletes sizes that the type does not leave open.

use super::{FixContext, edit, fix, guess, trimmed};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, SyntaxNode, TextRange};

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let Some(op) = ctx.operation() else { return Vec::new() };
    // `the type has 1 unknown size, 2 given`
    let asked = ctx.message.split(' ').nth(3).and_then(|it| it.parse::<usize>().ok());
    let sizes = op.children().find(|it| it.kind() == SyntaxKind::OPERAND_GROUP);
    let (Some(asked), Some(sizes)) = (asked, sizes) else { return Vec::new() };
    let uses: Vec<SyntaxNode> = sizes.children().filter(|it| it.kind() == SyntaxKind::VALUE_USE).collect();
    let Some(last) = uses.last().filter(|_| asked < uses.len()) else { return Vec::new() };
    let Some(kept) = asked.checked_sub(1).and_then(|it| uses.get(it)) else {
        return fix("delete the sizes: the type has them", vec![edit(trimmed(&sizes), "")]);
    };
    let range = TextRange::new(trimmed(kept).end(), trimmed(last).end());
    let title = match uses.len() - asked {
        1 => "delete the last size (a guess)",
        _ => "delete the last sizes (a guess)",
    };
    guess(title, vec![edit(range, "")])
}
