//! Slices that run an iteration of the producer at two places whatever their bounds are: two iterations of the
//! consumer read the values of one iteration of the producer.

use super::{chain, loop_body_start, loops_of};
use crate::fuse::nests::candidates::Candidate;
use crate::fuse::nests::facts::Facts;
use crate::fuse::nests::joint_system::{Execution, JointSystem};
use ir::memory_effects::Effect;
use ir::{Ir, OpId, OpKind};
use polyhedral::dependence::{AccessRelation, LoopDim, Piece, Variable};
use presburger::{Budget, GaveUp};

/// The largest number of pairs of reads that are looked at: the questions are quick only while they are few.
const MOST_PAIRS: usize = 32;

/// Whether at each depth, where there is one, some iteration runs at two places. False where that does not show here.
///
/// A read of the same element in two iterations of the consumer's outermost loop needs its write at two places of each
/// depth: a slice has everything that its place needs. Windows in steps may leave some out, so nothing is said of them.
pub(super) fn is_certain(
    ir: &Ir,
    facts: &Facts,
    candidate: &Candidate<'_>,
    budget: &Budget<'_>,
) -> Result<bool, GaveUp> {
    let chain = chain(ir, candidate);
    let Some(outermost) = chain.first() else { return Ok(true) };
    let has_steps = |it: &OpId| matches!(&ir.ops[*it].kind, OpKind::For(header) if header.step.is_some_and(|step| step > 1));
    let is_place = |it: &OpId| facts.relations.get(loop_body_start(ir, *it)).is_some();
    if loops_of(ir, candidate.producer.root).iter().any(has_steps) || !chain.iter().all(is_place) {
        return Ok(false);
    }
    let (producer, consumer) = (&candidate.producer.effects.known, &candidate.consumer.effects.known);
    let two = Two { ir, facts, candidate, outermost: *outermost };
    // Code in a condition does not run whenever its loops do.
    let is_in_loop =
        |it: &Effect| ir.parent_op(it.op).is_some_and(|it| matches!(ir.ops[it].kind, OpKind::For(_)));
    let mut pairs = 0;
    for write in producer.iter().filter(|it| it.writes && is_in_loop(it)) {
        let reads = consumer.iter().filter(|it| !it.writes && it.memref == write.memref);
        let reads: Vec<OpId> = reads.map(|it| it.op).collect();
        // A read by itself first: most that repeat do so without another.
        for apart in 0..reads.len() {
            for (first, second) in reads.iter().zip(reads.iter().skip(apart)) {
                pairs += 1;
                if pairs > MOST_PAIRS {
                    return Ok(false);
                }
                if two.need(write.op, (*first, *second), budget)? {
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}

/// Two iterations of the consumer.
struct Two<'a> {
    ir: &'a Ir,
    facts: &'a Facts,
    candidate: &'a Candidate<'a>,
    outermost: OpId,
}

impl Two<'_> {
    /// Whether reads in two iterations of the outermost loop touch the element that one execution of a write does.
    fn need(&self, write: OpId, reads: (OpId, OpId), budget: &Budget<'_>) -> Result<bool, GaveUp> {
        let relation = |op: OpId| self.facts.relations.get(op);
        let (Some(source), Some(first), Some(second)) =
            (relation(write), relation(reads.0), relation(reads.1))
        else {
            return Ok(false);
        };
        let execution_within =
            |nest: OpId, execution: Execution| super::execution_within(self.ir, nest, execution);
        let (producer, consumer) = (self.candidate.producer.root, self.candidate.consumer.root);
        for piece in &source.pieces {
            let mut joint = JointSystem::default();
            let written = joint.add(source, piece, &execution_within(producer, Execution::Source));
            for one in &first.pieces {
                let mut joint = joint.clone();
                let read = joint.add(first, one, &execution_within(consumer, Execution::Place));
                joint.equate(&written, &read);
                for other in &second.pieces {
                    if reads.0 == reads.1 && self.is_told(first, (one, other)) {
                        continue;
                    }
                    let mut joint = joint.clone();
                    let read = joint.add(second, other, &execution_within(consumer, Execution::SecondPlace));
                    joint.equate(&written, &read);
                    let chain = [self.outermost];
                    let orders = [
                        (Execution::Place, Execution::SecondPlace),
                        (Execution::SecondPlace, Execution::Place),
                    ];
                    // A read by itself is the same in both orders.
                    let orders = orders.into_iter().take(if reads.0 == reads.1 { 1 } else { 2 });
                    for joint in orders.flat_map(|(a, b)| joint.later(&chain, a, b)) {
                        if !joint.is_empty(budget)? {
                            return Ok(true);
                        }
                    }
                }
            }
        }
        Ok(false)
    }

    /// Whether the element that a read touches determines the iteration of the outermost loop, so that no two touch
    /// one: some subscript, the same in both pieces, depends on no other loop of the consumer.
    fn is_told(&self, read: &AccessRelation, (a, b): (&Piece, &Piece)) -> bool {
        let is_within = |loop_: &LoopDim| self.ir.is_within(loop_.op, self.candidate.consumer.root);
        let is_outermost = |variable: &Variable| match variable {
            Variable::Loop(index) => {
                read.loops.get(*index).filter(|it| is_within(it)).map(|it| it.op == self.outermost)
            }
            Variable::Symbol(_) => None,
            Variable::Local(_) => Some(false),
        };
        let mut pairs = a.subscripts.iter().zip(&b.subscripts);
        pairs.any(|(form, other)| {
            let mut moving = form.terms.iter().filter_map(|it| is_outermost(&it.0));
            form == other && moving.next() == Some(true) && moving.next().is_none()
        })
    }
}
