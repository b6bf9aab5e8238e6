//! `invalid-dim` and `invalid-symbol`: ways to a value that is valid as a dimension or a symbol.
//!
//! The computation moves in front of the loops, where it is a symbol; or its arithmetic, where that is affine, is
//! written into the map or as `affine.apply`; or the loop that asks for it becomes an `scf.for`, which takes any bound.

mod arithmetic;
mod computation;
mod plain_loop;

use super::FixContext;
use crate::diagnostic::Fix;

/// The first of the ways that there is.
pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let ways: [fn(&FixContext<'_>) -> Option<Fix>; 3] =
        [computation::moved, arithmetic::raised, plain_loop::written];
    ways.iter().find_map(|it| it(ctx)).map(|it| vec![it])
}
