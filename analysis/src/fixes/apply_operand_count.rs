//! `apply-operand-count`, `for-bound-operand-count` and `if-operand-count`: moves the bracket between dimensions and
//! symbols, if their total is right.

use super::{FixContext, edit, fix, tokens, trimmed};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, SyntaxNode};

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let application = ctx.around(SyntaxKind::MAP_APPLICATION)?;
    let lists: Vec<_> = application
        .children()
        .filter(|it| matches!(it.kind(), SyntaxKind::DIM_OPERANDS | SyntaxKind::SYMBOL_OPERANDS))
        .collect();
    let operands: Vec<String> = lists
        .iter()
        .flat_map(|it| it.children().filter(|it| it.kind() == SyntaxKind::VALUE_USE))
        .map(|it| it.text().to_string().trim().to_owned())
        .collect();
    let ((dims, symbols), range) =
        (inputs(ctx, &application)?, lists.iter().map(trimmed).reduce(|a, b| a.cover(b))?);
    let (first, rest) = operands.split_at_checked(dims).filter(|_| operands.len() == dims + symbols)?;
    let mut text = format!("({})", first.join(", "));
    if !rest.is_empty() {
        text.push_str(&format!("[{}]", rest.join(", ")));
    }
    fix(format!("write {text}"), vec![edit(range, text)])
}

/// How many dimensions and symbols the map or set has that is applied: the attribute, or what begins with it.
pub(crate) fn inputs(ctx: &FixContext<'_>, application: &SyntaxNode) -> Option<(usize, usize)> {
    let body = |node: &SyntaxNode| {
        node.descendants().find(|it| matches!(it.kind(), SyntaxKind::AFFINE_MAP | SyntaxKind::INTEGER_SET))
    };
    let map = body(application).or_else(|| {
        let name = tokens(application).next().filter(|it| it.kind() == SyntaxKind::HASH_ID)?;
        let part = ctx.around(SyntaxKind::PART)?;
        let mut definitions = part.children().filter(|it| {
            it.kind() == SyntaxKind::ATTRIBUTE_ALIAS_DEFINITION
                && tokens(it).next().is_some_and(|it| it.text() == name.text())
        });
        body(&definitions.next()?)
    })?;
    let count = |kind| {
        let list = map.children().find(|it| it.kind() == kind);
        list.map_or(0, |it| it.children().filter(|it| it.kind() == SyntaxKind::AFFINE_PARAMETER).count())
    };
    Some((count(SyntaxKind::AFFINE_DIMENSIONS), count(SyntaxKind::AFFINE_SYMBOLS)))
}
