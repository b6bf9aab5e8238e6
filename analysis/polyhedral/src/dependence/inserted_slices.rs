//! Slices that iterations of `scf.forall` insert into one tensor and that overlap: which of them stays is left to chance.

use super::access_relation::{AccessRelation, results_relation};
use super::linear::{Linear, Variable};
use super::race::{Race, RaceQuery, STEPS, TOTAL_STEPS};
use base::at_once::takes_long;
use base::database::stop_if_cancelled;
use base::isolated_op::IsolatedOp;
use ir::types::Type;
use ir::{Ir, OpId, ValueId, meaning_of};
use presburger::Budget;

/// Insertions into tensors that parallel iterations share.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Insertions {
    /// In program order.
    pub ops: Vec<OpId>,
    /// At most one for each two of them.
    pub races: Vec<Race>,
}

#[salsa::tracked(returns(ref))]
pub fn insertions<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Insertions {
    takes_long(db);
    let ir = meaning_of(db, op);
    let stop = stop_if_cancelled(db);
    let budget = Budget::new(TOTAL_STEPS).with_stop(&stop);
    let mut ops = ir.walk();
    ops.retain(|it| ir.inserted_slice(*it).is_some() && !ir.ops[*it].broken);
    let mut races = Vec::new();
    let known: Vec<_> = ops.iter().map(|it| inserted(ir, *it)).collect();
    for (first, a) in known.iter().enumerate() {
        let Some((destination, band, a)) = a else { continue };
        let Type::Tensor { dims: Some(sizes), .. } = &ir.values[*destination].ty else { continue };
        let mut many = None;
        for (second, b) in known.iter().enumerate().skip(first) {
            let Some((_, _, b)) = b.as_ref().filter(|it| it.0 == *destination) else { continue };
            let (part, query) = (budget.part(STEPS), RaceQuery { ir, band: *band });
            let race = query.race([(first, a), (second, b)], sizes, &mut many, &part);
            races.extend(race.ok().flatten());
        }
    }
    Insertions { ops, races }
}

/// The tensor that all iterations share, the loop whose iterations they are, and the elements that are inserted.
fn inserted(ir: &Ir, op: OpId) -> Option<(ValueId, OpId, AccessRelation)> {
    let destination = ir.ops[op].operands.get(1)?.value?;
    let (band, _) = ir.entry_argument_of(destination).filter(|it| ir.is_parallel_loop(it.0))?;
    let slice = ir.inserted_slice(op)?;
    let relation = results_relation(ir, op, &[&slice.offsets, &slice.sizes, &slice.strides]).ok()?;
    relation.left_out.is_nothing().then_some(())?;
    let mut elements = AccessRelation { pieces: Vec::new(), ..relation };
    for mut piece in relation.pieces {
        let rank = piece.subscripts.len() / 3;
        let strides = piece.subscripts.split_off(2 * rank);
        let sizes = piece.subscripts.split_off(rank);
        for ((subscript, size), stride) in piece.subscripts.iter_mut().zip(&sizes).zip(&strides) {
            let stride = stride.as_constant().filter(|it| it.is_positive())?;
            let lane = Linear::variable(Variable::Local(piece.locals));
            piece.locals += 1;
            piece.inequalities.push(size.minus(&lane).plus_constant(-1));
            *subscript = subscript.plus(&lane.times(stride));
            piece.inequalities.push(lane);
        }
        elements.pieces.push(piece);
    }
    Some((destination, band, elements))
}
