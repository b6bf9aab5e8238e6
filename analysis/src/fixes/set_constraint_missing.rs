//! `set-constraint-missing`: compares the expression with 0.

use super::{FixContext, fix, insertion};
use crate::diagnostic::Fix;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    [">= 0", "== 0"]
        .iter()
        .flat_map(|it| fix(format!("append {it}"), vec![insertion(ctx.range.end(), format!(" {it}"))]))
        .collect()
}
