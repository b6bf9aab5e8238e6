//! `unused-map-input`: takes the input out of an inline map, and the operand out of its list.

use super::map_input::MapInput;
use super::{FixContext, fix};
use crate::diagnostic::Fix;

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    // Text like `s0 * 0` still mentions it.
    let input = MapInput::of(ctx).filter(|it| it.mentions().is_empty());
    input.and_then(|it| fix(format!("remove {} and its input", ctx.text()), it.removal()))
}
