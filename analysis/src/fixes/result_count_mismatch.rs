//! `result-count-mismatch`: names as many results as there are.

use super::{FixContext, edit, fix, tokens, trimmed};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    // `… has 2 results, 1 is named here`
    let numbers: Vec<usize> = ctx
        .message
        .rsplit(" has ")
        .next()
        .unwrap_or_default()
        .split([' ', ','])
        .filter_map(|it| it.parse().ok())
        .collect();
    let [count, named] = numbers[..] else { return Vec::new() };
    let Some(list) = ctx.around(SyntaxKind::OP_RESULTS) else { return Vec::new() };
    let names: Vec<_> = list.children().filter(|it| it.kind() == SyntaxKind::OP_RESULT).collect();
    let Some(last) = names.last() else { return Vec::new() };
    let group_of = |node: &syntax::SyntaxNode| {
        tokens(node)
            .find(|it| it.kind() == SyntaxKind::INTEGER)
            .and_then(|it| it.text().parse::<usize>().ok())
    };
    let Some(name) = tokens(last).next() else { return Vec::new() };
    let others = named.saturating_sub(group_of(last).unwrap_or(1));
    if let Some(rest) = count.checked_sub(others).filter(|it| *it > 0) {
        let text = if rest == 1 { name.text().to_owned() } else { format!("{}:{rest}", name.text()) };
        return fix(format!("write {text}"), vec![edit(trimmed(last), text)]);
    }
    let kept = count.checked_sub(1).and_then(|it| names.get(it));
    let Some(kept) = kept.filter(|_| names.iter().all(|it| group_of(it).is_none())) else {
        return Vec::new();
    };
    let range = syntax::TextRange::new(trimmed(kept).end(), trimmed(last).end());
    fix("delete the names that are too many", vec![edit(range, "")])
}
