//! `subscript-repeated-base-name`: gives each result of the group a name of its own.

use super::{FixContext, edit, fix, result_names, tokens};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    find(ctx).unwrap_or_default()
}

fn find(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let name = tokens(&ctx.around(SyntaxKind::VALUE_USE)?).next()?;
    let is_definition = |it: &syntax::SyntaxNode| {
        it.kind() == SyntaxKind::OP_RESULT && tokens(it).next().is_some_and(|it| it.text() == name.text())
    };
    // The innermost definition around: names may be the same in other functions.
    let op = ctx.operation()?.ancestors().filter_map(|it| it.parent()).find_map(|scope| {
        let results = scope.children().filter(|it| it.kind() == SyntaxKind::OPERATION);
        results
            .flat_map(|it| it.children().filter(|it| it.kind() == SyntaxKind::OP_RESULTS).collect::<Vec<_>>())
            .find(|it| it.children().any(|it| is_definition(&it)))?
            .parent()
    })?;
    let groups = result_names::groups(&op)?;
    let (_, count, range) = groups.iter().find(|it| it.0 == name.text())?;
    let (names, mut edits) = result_names::split(ctx, &op, name.text(), *count)?;
    edits.push(edit(*range, names.join(", ")));
    Some(fix(format!("name the results {}", names.join(", ")), edits))
}
