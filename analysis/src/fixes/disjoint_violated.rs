//! `disjoint-violated`: deletes the promise.

use super::{FixContext, fix, tokens};
use crate::diagnostic::Fix;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let keyword = ctx.operation().and_then(|it| tokens(&it).find(|it| it.text() == "disjoint"));
    let edits = keyword.map(|it| vec![ctx.deletion(it.text_range())]);
    edits.map_or_else(Vec::new, |it| fix("delete disjoint", it))
}
