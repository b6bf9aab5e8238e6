//! `duplicate-attribute`: deletes what is given a second time.

use super::{FixContext, edit, fix, trimmed};
use crate::diagnostic::Fix;
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, TextRange};

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let (entry, dictionary) = (ctx.around(SyntaxKind::ATTRIBUTE_ENTRY)?, ctx.around(SyntaxKind::DICTIONARY)?);
    let entries: Vec<_> =
        ast::children::<ast::AttributeEntry>(&dictionary).map(|it| it.syntax().clone()).collect();
    let index = entries.iter().position(|it| *it == entry)?;
    let range = trimmed(&entry);
    let title = format!("delete {}", ctx.text_of(range));
    let before = index.checked_sub(1).and_then(|it| entries.get(it));
    match (before, entries.get(index + 1)) {
        (Some(before), _) => fix(title, vec![edit(TextRange::new(trimmed(before).end(), range.end()), "")]),
        (None, Some(next)) => {
            fix(title, vec![edit(TextRange::new(range.start(), trimmed(next).start()), "")])
        }
        (None, None) => fix(title, vec![ctx.deletion(trimmed(&dictionary))]),
    }
}
