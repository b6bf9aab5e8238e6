//! `scf-for-missing-step`: a step of one.

use super::{FixContext, fix, insertion};
use crate::diagnostic::Fix;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let (statement, before) = (ctx.operation()?, ctx.token_before()?);
    let name = ctx.fresh_name("%c1");
    let line = format!("{name} = arith.constant 1 : index");
    fix(
        "insert a step of 1",
        vec![
            ctx.line_before(&statement, &line),
            insertion(before.text_range().end(), format!(" step {name}")),
        ],
    )
}
