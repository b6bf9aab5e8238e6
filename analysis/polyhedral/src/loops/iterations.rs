//! How many iterations a loop has in all of its runs together.

use crate::dependence::{System, Variable, iteration_domain};
use ir::{Ir, OpId};
use presburger::{Budget, Integer, Space, Union};

/// What the question may cost.
const STEPS: u64 = 200_000;

/// The number of iterations in all runs of the loops around it; of an `affine.parallel` of all its dimensions together.
/// `None` where symbols or conditions that are not analysed decide on it, or it takes too long to count.
pub(super) fn iterations(ir: &Ir, op: OpId, stop: &dyn Fn() -> bool) -> Option<Integer> {
    let first = *ir.blocks[ir.loop_body(op)?].ops.first()?;
    let domain = iteration_domain(ir, first).ok().filter(|it| it.surely_runs(ir, first))?;
    let loops: Vec<Variable> = (0..domain.loops.len()).map(Variable::Loop).collect();
    let mut union = Union::empty(Space::set(loops.len(), 0));
    for piece in &domain.pieces {
        let (system, _) = System::of(piece, loops.len());
        if !system.symbols().is_empty() {
            return None;
        }
        union.push(system.set(&loops, &[]));
    }
    union.cardinality(&Budget::new(STEPS).with_stop(stop)).ok()?.finite().cloned()
}
