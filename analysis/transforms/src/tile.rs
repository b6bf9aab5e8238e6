//! `refactor.rewrite.affine.tile`: a band of loops runs tile by tile. Outer loops step from tile to tile, the loops
//! that were there run inside one tile.

mod legality;
mod rewrite;
#[cfg(test)]
mod tests;
mod tiles;

use super::band::{band, carries_nothing};
use super::loop_offers::LoopOffers;
use super::rounding::Rounding;
use crate::offer::{ActionContext, Candidate};
use crate::parameter::Parameter;
use crate::rewrite::FreshNames;
use tiles::Tiles;

pub use tiles::{SIZE, SIZES};

pub const KIND: &str = "refactor.rewrite.affine.tile";

pub(super) static PARAMETERS: &[Parameter] = &[SIZE, SIZES];

/// One offer for each loop of the selection: for the longest band from it on that may be tiled.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let ir = context.ir;
    let names = FreshNames::of(ir);
    let of_loop = |op| {
        let mut whole = band(ir, op, |_, inner| carries_nothing(ir, inner));
        let asked = tiles::Sizes::of(context);
        whole.truncate(asked.most_loops());
        let sizes = asked.of_loops(whole.len());
        let rounding = legality::tileable(offers.facts(), op, &mut whole, &sizes, context.budget);
        let sizes = asked.of_loops(whole.len());
        let text: Vec<String> = sizes.iter().map(i64::to_string).collect();
        let title = match whole.as_slice() {
            [_] => format!("Tile this loop by {}", text.join("")),
            band => format!("Tile this nest of {} loops by {}", band.len(), text.join(" × ")),
        };
        let (title, allowed) = offers.reassociating(title, *rounding.as_ref().unwrap_or(&Rounding::Same));
        let tiles = || Tiles::of(ir, &whole, &sizes, names.clone());
        let tiles = rounding.and(allowed).and_then(|()| tiles());
        offers.offer(op, asked.parameters(), title, tiles, rewrite::edits)
    };
    offers.loops().into_iter().map(of_loop).collect()
}
