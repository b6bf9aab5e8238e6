//! A band may be tiled, whatever the sizes, if it is fully permutable: no dependence that one of its loops carries
//! points backwards along another one. With given sizes one that does may still lead to a later tile, which is asked
//! exactly where the places of the tiles are known.

use crate::facts::Facts;
use crate::for_loop::{for_loop, step};
use crate::nest_legality::Nest;
use crate::reason::Reason;
use crate::rounding::Rounding;
use ir::OpId;
use polyhedral::dependence::pairs::{Pair, pairs_at};
use polyhedral::dependence::{Dependence, Linear, Variable, enclosing_loops, relation_of};
use polyhedral::loops::bounds::constant_lower;
use polyhedral::loops::trip_count::constant_trip_count;
use presburger::{Budget, GaveUp, Integer};

/// The budget for the questions about one dependence, and the least that they cost.
const STEPS: u64 = 2_000_000;
const LEAST_STEPS: u64 = 2_000;

const TOO_LONG: &str = "to find out whether tiles keep the order of a dependence takes too long";

/// Shortens the band to the longest part from the outside, of at least two loops, that may be tiled. One loop alone
/// keeps the order of its iterations. Gives the effect of the order of the tiles on the values that are folded; a
/// shorter band that does not change any rounding comes first.
pub(super) fn tileable(
    facts: &Facts<'_>,
    outermost: OpId,
    band: &mut Vec<OpId>,
    sizes: &[i64],
    budget: &Budget<'_>,
) -> Result<Rounding, Reason> {
    let ir = facts.ir;
    if for_loop(ir, outermost).is_none_or(|it| !it.inits.is_empty()) {
        band.truncate(1);
    }
    let [_, _, ..] = band.as_slice() else { return Ok(Rounding::Same) };
    let nest = Nest::of(facts, outermost);
    let innermost = band.last().copied().unwrap_or(outermost);
    if let Some(reason) = nest.unknown_order(innermost) {
        return Err(reason);
    }
    // In loops: without another order of the folds, and with it.
    let (mut longest, mut longest_folding) = (band.len(), band.len());
    let mut rounding = Rounding::Same;
    let mut reason = None;
    // A value that a loop of the band carries has both ends inside it, so that the loops of the band are those of its
    // components.
    let outside = enclosing_loops(ir, outermost).len();
    for (index, carrier) in band.iter().enumerate() {
        for dependence in nest.carried(*carrier) {
            // Most of the work where the loops are many.
            if budget.spend((longest_folding.saturating_sub(index)) as u64).is_err() {
                return Err(nest.reason(TOO_LONG, dependence));
            }
            let backwards = |inside: &usize| {
                let along =
                    dependence.components.get(outside + inside).filter(|_| dependence.unknown.is_none());
                along.and_then(|it| it.lower.as_ref()).is_none_or(|it| it.is_negative())
            };
            let Some(first) = (index + 1..longest_folding).find(backwards) else { continue };
            let order = TileOrder { nest: &nest, band, sizes, budget: budget.part(STEPS) };
            let text = match order.is_broken(dependence) {
                Ok(false) => continue,
                Ok(true) => "tiles would run the two ends of a dependence in the opposite order",
                Err(_) => TOO_LONG,
            };
            longest = longest.min(first);
            match nest.folded(dependence, *carrier) {
                Some(folded) => rounding = rounding.max(folded),
                None => {
                    longest_folding = first;
                    reason = Some(nest.reason(text, dependence));
                }
            }
        }
    }
    match reason.filter(|_| longest_folding < 2) {
        Some(reason) => Err(reason),
        None if longest < 2 || rounding == Rounding::Same => {
            band.truncate(longest_folding);
            Ok(rounding)
        }
        None => {
            band.truncate(longest);
            Ok(Rounding::Same)
        }
    }
}

/// Asks whether tiles of the given sizes run the ends of a dependence in the opposite order.
struct TileOrder<'a> {
    nest: &'a Nest<'a>,
    band: &'a [OpId],
    sizes: &'a [i64],
    budget: Budget<'a>,
}

impl TileOrder<'_> {
    /// Within one tile the order stays; so the sink must not be in an earlier tile, in the order of the loops over
    /// tiles.
    ///
    /// A loop that fits into one tile does not make a band tileable: `true` then.
    fn is_broken(&self, dependence: &Dependence) -> Result<bool, GaveUp> {
        let ir = self.nest.facts.ir;
        let has_several_tiles = |(op, size): (&OpId, &i64)| {
            let count = for_loop(ir, *op).and_then(|it| constant_trip_count(ir, *op, it));
            count.zip(u64::try_from(*size).ok()).is_some_and(|(count, size)| count > size)
        };
        if !self.band.iter().zip(self.sizes).all(has_several_tiles) {
            return Ok(true);
        }
        let Some((source, sink)) = self.nest.ends(dependence).filter(|_| dependence.unknown.is_none()) else {
            return Ok(true);
        };
        self.budget.spend(LEAST_STEPS)?;
        let (Ok(from), Ok(to)) = (relation_of(ir, source), relation_of(ir, sink)) else { return Ok(true) };
        for mut pair in pairs_at(&from, &to, dependence.depth) {
            for (op, size) in self.band.iter().zip(self.sizes) {
                let Some((first, second)) = self.tiles(&mut pair, *op, *size) else { return Ok(true) };
                let earlier = first.minus(&second).plus_constant(-1);
                if !pair.system.with(earlier).is_integer_empty(&self.budget)? {
                    return Ok(true);
                }
                pair.system.equalities.push(first.minus(&second));
            }
        }
        Ok(false)
    }

    /// The numbers of the tiles of the source and the sink along one loop. `None` if the start of the
    /// loop is not constant.
    fn tiles(&self, pair: &mut Pair, op: OpId, size: i64) -> Option<(Linear, Linear)> {
        let ir = self.nest.facts.ir;
        let index = enclosing_loops(ir, op).len();
        let stride = step(ir, op).checked_mul(size)?;
        let start = Linear::constant(constant_lower(ir, op, for_loop(ir, op)?)?);
        let mut tile = |variable: Variable| {
            let tile = pair.system.new_local();
            let rest = Linear::variable(variable).minus(&start).minus(&tile.times(&Integer::from(stride)));
            let last = Linear::constant(stride).plus_constant(-1).minus(&rest);
            pair.system.inequalities.extend([rest, last]);
            tile
        };
        Some((tile(*pair.source.get(index)?), tile(*pair.sink.get(index)?)))
    }
}
