//! `bare-identifier-in-subscript`: writes `%` before the name of a value.

use super::{FixContext, fix, insertion};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let token = ctx.token().filter(|it| it.kind() == SyntaxKind::BARE_ID)?;
    let name = format!("%{}", token.text());
    let exists = ctx.ir().is_some_and(|ir| ctx.values(ir, &name).next().is_some());
    if !exists {
        return None;
    }
    fix(format!("change to {name}"), vec![insertion(token.text_range().start(), "%")])
}
