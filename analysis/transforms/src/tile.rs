//! `refactor.rewrite.affine.tile`: a band of loops runs tile by tile. Outer loops step from tile to tile, the loops
//! that were there run inside one tile.

mod legality;
mod rewrite;
#[cfg(test)]
mod tests;
mod tiles;

use super::facts::Facts;
use super::for_loop::for_loop;
use super::interchange::only_loop;
use super::loop_offers::LoopOffers;
use super::rounding::Rounding;
use crate::offer::{ActionContext, Candidate};
use ir::{Form, Ir, OpId};

pub const KIND: &str = "refactor.rewrite.affine.tile";

/// One offer for each loop of the selection: for the longest band from it on that may be tiled.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let loops = offers.loops();
    if loops.is_empty() {
        return Vec::new();
    }
    let (ir, facts) = (context.ir, Facts::of(context));
    let mut found = Vec::new();
    for op in loops {
        let mut whole = band(ir, op);
        whole.truncate(tiles::most_loops(context.settings));
        let sizes = tiles::sizes(context.settings, whole.len());
        let rounding = legality::tileable(&facts, op, &mut whole, &sizes, context.budget);
        let sizes = tiles::sizes(context.settings, whole.len());
        let text: Vec<String> = sizes.iter().map(i64::to_string).collect();
        let title = match whole.as_slice() {
            [_] => format!("Tile this loop by {}", text.join("")),
            band => format!("Tile this nest of {} loops by {}", band.len(), text.join(" × ")),
        };
        let (title, allowed) = offers.reassociating(title, *rounding.as_ref().unwrap_or(&Rounding::Same));
        let decided = rounding.and(allowed).and_then(|()| tiles::Tiles::of(ir, &whole, context.settings));
        let choice = tiles::choice(context.settings);
        let candidate = match decided {
            Err(reason) => offers.offer(op, &choice, title, Err(reason)),
            Ok(tiles) => {
                let source = offers.text(op);
                let edit = move || rewrite::edits(&source()?, &tiles);
                offers.offer(op, &choice, title, Ok(Box::new(edit)))
            }
        };
        found.push(candidate);
    }
    found
}

/// The loop and those inside it of which each is all that the one around it holds; none of those inside carries values.
pub(super) fn band(ir: &Ir, outermost: OpId) -> Vec<OpId> {
    let is_plain = |it: &OpId| {
        ir.ops[*it].form == Form::Custom && for_loop(ir, *it).is_some_and(|it| it.inits.is_empty())
    };
    std::iter::successors(Some(outermost), |it| only_loop(ir, *it).filter(is_plain)).collect()
}
