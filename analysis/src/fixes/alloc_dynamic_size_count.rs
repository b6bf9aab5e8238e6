//! `alloc-dynamic-size-count`: deletes sizes that the type does not leave open.

use super::{FixContext, edit, fix, guess, trimmed};
use crate::diagnostic::Fix;
use crate::rules::alloc_dynamic_size_count::Sizes;
use syntax::{SyntaxKind, SyntaxNode, TextRange};

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let op = ctx.operation()?;
    let asked = ctx.facts::<Sizes>()?.asked;
    let sizes = op.children().find(|it| it.kind() == SyntaxKind::OPERAND_GROUP)?;
    let uses: Vec<SyntaxNode> = sizes.children().filter(|it| it.kind() == SyntaxKind::VALUE_USE).collect();
    let last = uses.last().filter(|_| asked < uses.len())?;
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
