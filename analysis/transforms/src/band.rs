//! Bands of loops: each is all that the one around it holds.

use super::for_loop::{for_loop, statements};
use ir::{Form, Ir, OpId};

/// A loop and those inside it, outermost first, as far as each is all that the one around it holds, is written in its
/// custom form, and may follow the loops around it.
pub(super) fn band(ir: &Ir, outermost: OpId, mut may_follow: impl FnMut(&[OpId], OpId) -> bool) -> Vec<OpId> {
    let mut loops = vec![outermost];
    while let Some(inner) = loops.last().and_then(|it| only_loop(ir, *it)) {
        if ir.ops[inner].form != Form::Custom || !may_follow(&loops, inner) {
            break;
        }
        loops.push(inner);
    }
    loops
}

/// The loop that is all that a loop holds.
pub(super) fn only_loop(ir: &Ir, outer: OpId) -> Option<OpId> {
    match *statements(ir, outer) {
        [inner] => for_loop(ir, inner).map(|_| inner),
        _ => None,
    }
}

/// Whether a loop carries no values.
pub(super) fn carries_nothing(ir: &Ir, op: OpId) -> bool {
    for_loop(ir, op).is_some_and(|it| it.inits.is_empty())
}

/// Whether a loop has no attributes after its body, which would have no place in a loop for several.
pub(super) fn has_no_attributes(ir: &Ir, op: OpId) -> bool {
    let data = &ir.ops[op];
    let region = data.regions.first().and_then(|it| ir.regions[*it].pointer);
    region.is_some_and(|it| it.range.end() == data.pointer.range.end())
}
