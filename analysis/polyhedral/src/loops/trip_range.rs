//! The least and the greatest trip count of a loop over all of its runs.

use crate::dependence::{Linear, System, results_relation};
use ir::loops::LoopBounds;
use ir::{Ir, OpId};
use presburger::{Budget, GaveUp, Integer, Optimum};

/// The budget of the question.
const STEPS: u64 = 200_000;

/// The least and the greatest trip count, both attained for some values of the symbols; `None` on the right where
/// there is no greatest. `None` for loops that are never reached, and where nothing is known.
///
/// Of an `affine.parallel` with several dimensions the product of the extremes, which together may not be attained.
pub fn trip_range(ir: &Ir, op: OpId, stop: &dyn Fn() -> bool) -> Option<(Integer, Option<Integer>)> {
    let counted = ir.counted_loop(op)?;
    let mut product = (Integer::ONE, Some(Integer::ONE));
    for LoopBounds { lower, upper, step, is_unsigned } in &counted.dims {
        let step = Integer::from(step.positive().filter(|_| !is_unsigned)?);
        let relation = results_relation(ir, op, &[lower, upper]).ok()?;
        if relation.left_out.bounds.is_some() {
            return None;
        }
        let lowers = lower.map.as_ref()?.results.len();
        let budget = Budget::new(STEPS).with_stop(stop);
        let mut range: Option<(Integer, Option<Integer>)> = None;
        for piece in &relation.pieces {
            let (system, bounds) = System::of(piece, relation.loops.len());
            let (lower, upper) = bounds.split_at_checked(lowers)?;
            let Some((least, greatest)) = spans(&system, lower, upper, &budget).ok()? else { continue };
            let count = |span: Integer| span.max(Integer::ZERO).ceil_div(&step);
            let (least, greatest) = (least.map_or(Integer::ZERO, count), greatest.map(count));
            range = Some(match range {
                None => (least, greatest),
                Some(known) => (known.0.min(least), known.1.zip(greatest).map(|(a, b)| a.max(b))),
            });
        }
        let (least, greatest) = range?;
        product = (
            &product.0 * &least,
            match (product.1, greatest) {
                (Some(a), Some(b)) => Some(&a * &b),
                (Some(a), None) | (None, Some(a)) if a.is_zero() => Some(a),
                _ => None,
            },
        );
    }
    Some(product)
}

/// The least and the greatest value, where there is one.
type Ends = (Option<Integer>, Option<Integer>);

/// The least and the greatest of `min(upper) − max(lower)`; `None` inside where there is no bound, and outside where
/// the loop is not reached.
fn spans(
    system: &System,
    lower: &[Linear],
    upper: &[Linear],
    budget: &Budget<'_>,
) -> Result<Option<Ends>, GaveUp> {
    let differences: Vec<Linear> =
        upper.iter().flat_map(|upper| lower.iter().map(move |lower| upper.minus(lower))).collect();
    let mut least: Option<Integer> = None;
    let mut bounded_below = true;
    for difference in &differences {
        match system.minimum(difference, budget)? {
            Optimum::Empty => return Ok(None),
            Optimum::Unbounded => bounded_below = false,
            Optimum::Value(value) => least = Some(least.map_or(value.clone(), |it| it.min(value))),
        }
    }
    let mut system = system.clone();
    let span = system.new_local();
    system.inequalities.extend(differences.iter().map(|it| it.minus(&span)));
    let columns = system.columns(&[], &[]);
    let greatest = system.set(&[], &[]).maximum(&columns.row(&span), budget)?;
    Ok(Some((least.filter(|_| bounded_below), greatest.value().cloned())))
}
