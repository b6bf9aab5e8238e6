//! `loop-step-zero`: writes a step of 1.

use super::{FixContext, edit, fix};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, TextRange};

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    // `0` or `step 0`, in generic form `0 : index` or `-2 : index`.
    let node = match ctx.root.covering_element(ctx.range) {
        rowan::NodeOrToken::Node(node) => Some(node),
        rowan::NodeOrToken::Token(token) => token.parent(),
    };
    let tokens = node.iter().flat_map(super::tokens).filter(|it| ctx.range.contains_range(it.text_range()));
    let number = tokens
        .filter(|it| matches!(it.kind(), SyntaxKind::INTEGER | SyntaxKind::MINUS))
        .map(|it| it.text_range())
        .reduce(TextRange::cover);
    number.and_then(|it| fix("change to 1", vec![edit(it, "1")]))
}
