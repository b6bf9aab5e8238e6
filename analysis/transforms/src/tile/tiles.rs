//! Sizes of tiles, and the bounds of the loops over tiles and of those inside one.

use crate::for_loop::{for_loop, step, variable_name};
use crate::loop_bounds::{LoopBounds, mentions, multiple_of, plus_constant};
use crate::magnitude;
use crate::offer::ActionContext;
use crate::parameter::{Domain, Parameter, Parameters, Value};
use crate::reason::Reason;
use crate::rewrite::{FreshNames, Leaves, Side};
use ir::affine::AffineExpr;
use ir::{Ir, OpId};
use polyhedral::loops::trip_count::constant_trip_count;

pub const SIZE: Parameter = Parameter::number("size", 1, "iterations of each loop in one tile").free();

/// A loop whose size is 0, and those inside it, are not tiled.
pub const SIZES: Parameter = Parameter {
    name: "sizes",
    domain: Domain::Numbers { first: 1, others: 0 },
    is_free: true,
    about: "the same loop by loop, outermost first",
};

/// The loops of a tiled band.
pub(super) struct Tiles {
    pub(super) leaves: Leaves,
    /// Outermost first.
    pub(super) loops: Vec<TiledLoop>,
}

/// One loop of the band, which becomes two.
pub(super) struct TiledLoop {
    pub(super) op: OpId,
    /// The variable of the loop over tiles.
    pub(super) tile: String,
    /// From one tile to the next, in values of the variable.
    pub(super) stride: i64,
    pub(super) over_tiles: LoopBounds,
    pub(super) in_tile: LoopBounds,
}

/// The sizes that are asked for, in iterations.
pub(super) enum Sizes {
    /// Of each loop.
    Same(i64),
    /// Loop by loop, outermost first, and one size for the remaining ones.
    Own(Vec<i64>, i64),
}

impl Sizes {
    pub(super) fn of(context: &ActionContext<'_>) -> Self {
        let same = context.parameters.number(SIZE.name).unwrap_or(context.settings.tile_size);
        match context.parameters.numbers(SIZES.name) {
            Some(own) => Self::Own(own.to_vec(), same),
            None => Self::Same(same),
        }
    }

    /// The sizes for a band of that many loops.
    pub(super) fn of_loops(&self, loops: usize) -> Vec<i64> {
        let (own, rest) = match self {
            Self::Same(same) => (&[][..], *same),
            Self::Own(own, rest) => (&**own, *rest),
        };
        own.iter().copied().chain(std::iter::repeat(rest)).take(loops).collect()
    }

    /// How many loops may be tiled together: those before the first whose size is 0.
    pub(super) fn most_loops(&self) -> usize {
        match self {
            Self::Same(_) => usize::MAX,
            Self::Own(own, _) => own.iter().position(|it| *it == 0).unwrap_or(usize::MAX),
        }
    }

    /// The parameters that request them.
    pub(super) fn parameters(&self) -> Parameters {
        match self {
            Self::Same(same) => Parameters::default().with_number(&SIZE, *same),
            Self::Own(own, _) => Parameters::default().with(&SIZES, Value::Numbers(own.clone())),
        }
    }
}

impl Tiles {
    /// The tiles of a band in these sizes. Variables of the loops over tiles get their names from `fresh`.
    pub(super) fn of(ir: &Ir, band: &[OpId], sizes: &[i64], mut fresh: FreshNames) -> Result<Self, Reason> {
        let mut leaves = Leaves::default();
        let mut around: Vec<(AffineExpr, LoopBounds)> = Vec::new();
        let mut loops = Vec::new();
        for (op, size) in band.iter().zip(sizes.iter().copied()) {
            let refused = |text: &str| {
                let text = format!("the bounds of {} {text}", variable_name(ir, *op));
                Reason::new(text).related(ir.ops[*op].name_pointer, "this loop")
            };
            let Some(bounds) = LoopBounds::of(ir, *op, &mut leaves) else {
                return Err(refused("are not known"));
            };
            let stride = magnitude::stride(ir, *op, size)?;
            let mut over_tiles = LoopBounds { lower: Vec::new(), upper: Vec::new() };
            for (side, results) in [(Side::Lower, &bounds.lower), (Side::Upper, &bounds.upper)] {
                let mut widest = Vec::new();
                for bound in results {
                    widest.extend(widened(bound, &around, side).ok_or_else(|| refused("are not linear"))?);
                }
                match side {
                    Side::Lower => over_tiles.lower = widest,
                    Side::Upper => over_tiles.upper = widest,
                }
            }
            let varies = around.iter().any(|(variable, _)| bounds.mention(variable));
            if !keeps_phase(&bounds.lower, &around, step(ir, *op)) {
                return Err(refused(
                    "depend on other loops of the band, and its step is not 1; normalize it first",
                ));
            }
            let tile = fresh.named(&format!("{}_tile", variable_name(ir, *op)));
            let start = leaves.dim(&tile);
            let lower_varies =
                bounds.lower.iter().any(|it| around.iter().any(|(variable, _)| mentions(it, variable)));
            let trip_count = for_loop(ir, *op).and_then(|it| constant_trip_count(ir, *op, it));
            let divides =
                !varies && trip_count.and_then(|it| i64::try_from(it).ok()).is_some_and(|it| it % size == 0);
            let mut in_tile =
                LoopBounds { lower: vec![start.clone()], upper: vec![plus_constant(&start, stride)] };
            if lower_varies {
                in_tile.lower.extend(bounds.lower.iter().cloned());
            }
            if !divides {
                in_tile.upper.extend(bounds.upper.iter().cloned());
            }
            around.push((leaves.dim(&variable_name(ir, *op)), in_tile.clone()));
            loops.push(TiledLoop { op: *op, tile, stride, over_tiles, in_tile });
        }
        Ok(Self { leaves, loops })
    }
}

/// Whether a loop starts at the same remainder of its step in all iterations of the loops around, as its tiles then do.
fn keeps_phase(lower: &[AffineExpr], around: &[(AffineExpr, LoopBounds)], step: i64) -> bool {
    let keeps = |bound: &AffineExpr, variable: &AffineExpr| {
        multiple_of(bound, variable).is_some_and(|(factor, _)| factor.checked_rem(step) == Some(0))
    };
    match lower {
        [single] => around.iter().all(|(variable, _)| keeps(single, variable)),
        several => {
            step == 1 || !several.iter().any(|it| around.iter().any(|(variable, _)| mentions(it, variable)))
        }
    }
}

/// A bound without the variables of the loops around, innermost first: their extremes in a tile replace them, so that
/// the tiles of a loop that moves along with another one move along with the tiles of that one.
fn widened(bound: &AffineExpr, around: &[(AffineExpr, LoopBounds)], side: Side) -> Option<Vec<AffineExpr>> {
    let mut results = vec![bound.clone()];
    for (variable, bounds) in around.iter().rev() {
        let mut wider: Vec<AffineExpr> = Vec::new();
        for result in &results {
            for extreme in bounds.extreme(result, variable, side)? {
                if !wider.contains(&extreme) {
                    wider.push(extreme);
                }
            }
        }
        results = wider;
    }
    Some(results)
}
