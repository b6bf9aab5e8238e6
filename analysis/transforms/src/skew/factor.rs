//! The least multiple of the outer variable that turns all dependences of two loops forwards.

use crate::for_loop::variable_name;
use crate::nest_legality::Nest;
use crate::reason::Reason;
use ir::OpId;
use polyhedral::dependence::pairs::{Pair, pairs_at};
use polyhedral::dependence::{Dependence, Linear, enclosing_loops, relation_of};
use presburger::{Budget, GaveUp, Integer};

/// The budget for the questions about one dependence.
const STEPS: u64 = 200_000;

/// The largest multiple of the outer variable by which loops are skewed.
const MAX_FACTOR: i64 = 64;

/// How far an inner loop has to be skewed.
pub(super) enum Factor {
    Least(i64),
    /// No dependence that the outer loop carries points backwards in the inner one.
    Permutable(Reason),
    None(Reason),
}

pub(super) fn least(nest: &Nest<'_>, outer: OpId, inner: OpId, budget: &Budget<'_>) -> Factor {
    let ir = nest.facts.ir;
    let band = format!("the band {}, {}", variable_name(ir, outer), variable_name(ir, inner));
    if let Some(reason) = nest.unknown_order(inner) {
        return Factor::None(reason);
    }
    let mut least = 0;
    for dependence in nest.carried(outer) {
        let along = nest.component(dependence, inner).and_then(|it| it.lower.as_ref());
        if along.is_some_and(|it| !it.is_negative()) || nest.folded(dependence, outer).is_some() {
            continue;
        }
        match raised(nest, dependence, (outer, inner), least, &budget.part(STEPS)) {
            Ok(Some(factor)) => least = factor,
            Ok(None) => {
                return Factor::None(nest.reason(&format!("no factor makes {band} permutable"), dependence));
            }
            Err(_) => {
                let text = format!("to find a factor that makes {band} permutable takes too long");
                return Factor::None(nest.reason(&text, dependence));
            }
        }
    }
    match least {
        0 => {
            let place = ir.ops[inner].name_pointer;
            Factor::Permutable(
                Reason::new(format!("{band} is permutable already")).related(place, "the inner loop"),
            )
        }
        least => Factor::Least(least),
    }
}

/// The least factor, at least the given one, under which a dependence does not point backwards; `None` where that is too
/// large, or nothing is known.
fn raised(
    nest: &Nest<'_>,
    dependence: &Dependence,
    (outer, inner): (OpId, OpId),
    mut factor: i64,
    budget: &Budget<'_>,
) -> Result<Option<i64>, GaveUp> {
    let ir = nest.facts.ir;
    let Some((source, sink)) = nest.ends(dependence).filter(|_| dependence.unknown.is_none()) else {
        return Ok(None);
    };
    let (Ok(from), Ok(to)) = (relation_of(ir, source), relation_of(ir, sink)) else { return Ok(None) };
    for pair in pairs_at(&from, &to, dependence.depth) {
        let distances = distance(&pair, enclosing_loops(ir, outer).len())
            .zip(distance(&pair, enclosing_loops(ir, inner).len()));
        let Some((along_outer, along_inner)) = distances else { return Ok(None) };
        // Each point that is found raises the factor.
        while factor <= MAX_FACTOR {
            let skewed = along_inner.plus(&along_outer.times(&Integer::from(factor)));
            let mut system = pair.system.with(Linear::constant(-1).minus(&skewed));
            let ends = system.new_loops(2);
            for (end, form) in ends.iter().zip([&along_outer, &along_inner]) {
                system.equalities.push(Linear::variable(*end).minus(form));
            }
            let Some(point) = system.sample(&ends, budget)? else { break };
            let [outer, inner, ..] = point.as_slice() else { return Ok(None) };
            if !outer.is_positive() {
                return Ok(None);
            }
            let needed = (&Integer::ZERO - inner).ceil_div(outer).to_i64();
            let Some(needed) = needed.filter(|it| *it > factor) else { return Ok(None) };
            factor = needed;
        }
        if factor > MAX_FACTOR {
            return Ok(None);
        }
    }
    Ok(Some(factor))
}

/// The distance of a pair along a loop, in values of its variable.
fn distance(pair: &Pair, index: usize) -> Option<Linear> {
    Some(Linear::variable(*pair.sink.get(index)?).minus(&Linear::variable(*pair.source.get(index)?)))
}
