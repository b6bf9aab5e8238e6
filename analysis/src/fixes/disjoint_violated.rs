//! `disjoint-violated`: deletes the promise.

use super::{FixContext, fix, tokens_of};
use crate::diagnostic::Fix;

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let keyword = ctx.operation().and_then(|it| tokens_of(&it).find(|it| it.text() == "disjoint"));
    let edits = keyword.map(|it| vec![ctx.deletion(it.text_range())]);
    edits.and_then(|it| fix("delete disjoint", it))
}
