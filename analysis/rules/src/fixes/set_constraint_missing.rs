//! `set-constraint-missing`: compares the expression with 0.

use super::{FixContext, fix, insertion};
use crate::diagnostic::Fix;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let end = ctx.range.end();
    let append = |it| fix(format!("append {it}"), vec![insertion(end, format!(" {it}"))]);
    Some([">= 0", "== 0"].into_iter().filter_map(append).flatten().collect())
}
