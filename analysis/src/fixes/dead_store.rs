//! `dead-store` and `unused-pure-result`: deletes the operation.

use super::{FixContext, fix};
use crate::diagnostic::Fix;

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let statement = ctx.operation();
    statement.map_or_else(Vec::new, |it| fix("delete the operation", vec![ctx.without(&it)]))
}
