//! `result-count-mismatch`: names as many results as there are.

use super::{FixContext, edit, fix, tokens, trimmed};
use crate::diagnostic::Fix;
use crate::rules::result_count_mismatch::Names;
use syntax::SyntaxKind;

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let Names { results: count, named, .. } = *ctx.facts()?;
    let list = ctx.around(SyntaxKind::OP_RESULTS)?;
    let names: Vec<_> = list.children().filter(|it| it.kind() == SyntaxKind::OP_RESULT).collect();
    let last = names.last()?;
    let group_of = |node: &syntax::SyntaxNode| {
        tokens(node)
            .find(|it| it.kind() == SyntaxKind::INTEGER)
            .and_then(|it| it.text().parse::<usize>().ok())
    };
    let name = tokens(last).next()?;
    let others = named.saturating_sub(group_of(last).unwrap_or(1));
    if let Some(rest) = count.checked_sub(others).filter(|it| *it > 0) {
        let text = if rest == 1 { name.text().to_owned() } else { format!("{}:{rest}", name.text()) };
        return fix(format!("write {text}"), vec![edit(trimmed(last), text)]);
    }
    let kept = count.checked_sub(1).and_then(|it| names.get(it));
    let kept = kept.filter(|_| names.iter().all(|it| group_of(it).is_none()))?;
    let range = syntax::TextRange::new(trimmed(kept).end(), trimmed(last).end());
    fix("delete the names that are too many", vec![edit(range, "")])
}
