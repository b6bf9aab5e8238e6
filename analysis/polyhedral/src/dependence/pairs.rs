//! Pairs of iterations that touch the same element, with both iterations, the symbols and the order of one depth:
//! what pictures and value-based flow ask, where [`super::pair_problem`] asks for distances.

use super::access_relation::AccessRelation;
use super::linear::{Linear, Variable};
use super::piece::Piece;
use super::system::System;
use crate::dependence::LoopDim;
use ir::types::Dim;

/// Two executions in one system.
#[derive(Debug, Clone)]
pub struct Pair {
    pub system: System,
    /// The loops of the source's iteration, outermost first.
    pub source: Vec<Variable>,
    pub sink: Vec<Variable>,
    /// The element, in terms of the sink.
    pub element: Vec<Linear>,
}

/// The loops that both share, outermost first.
pub fn common(source: &AccessRelation, sink: &AccessRelation) -> usize {
    let shared = |(a, b): &(&LoopDim, &LoopDim)| a == b;
    source.loops.iter().zip(&sink.loops).take_while(shared).count()
}

/// The pairs at one depth, one system per pair of pieces. Systems may be empty.
pub fn pairs_at(source: &AccessRelation, sink: &AccessRelation, depth: usize) -> Vec<Pair> {
    let common = common(source, sink);
    let mut pairs = Vec::new();
    for a in &source.pieces {
        for b in &sink.pieces {
            let mut pair = pair_of(source, a, sink, b);
            pair.system.ordered(&pair.source, &pair.sink, common, depth);
            pairs.push(pair);
        }
    }
    pairs
}

/// Two executions that touch the same element, in any order.
pub fn pair_of(source: &AccessRelation, a: &Piece, sink: &AccessRelation, b: &Piece) -> Pair {
    let mut system = System::default();
    let sources = system.new_loops(source.loops.len());
    let sinks = system.new_loops(sink.loops.len());
    let left = system.add(a, &sources);
    let right = system.add(b, &sinks);
    system.equalities.extend(right.iter().zip(&left).map(|(right, left)| right.minus(left)));
    Pair { system, source: sources, sink: sinks, element: right }
}

/// The system with a variable for each coordinate of the element: lanes of vectors make it more than a function of
/// the iteration.
pub fn elements(mut system: System, subscripts: &[Linear]) -> (System, Vec<Variable>) {
    let element = system.new_loops(subscripts.len());
    let rows = element.iter().zip(subscripts).map(|(it, form)| form.minus(&Linear::variable(*it)));
    system.equalities.extend(rows);
    (system, element)
}

impl System {
    /// Adds that subscripts are within the sizes of a memref or tensor: what lies outside is another mistake.
    pub(super) fn within(&mut self, subscripts: &[Linear], sizes: &[Dim]) {
        for (subscript, size) in subscripts.iter().zip(sizes) {
            self.inequalities.push(subscript.clone());
            if let Some(size) = size.and_then(|it| i64::try_from(it).ok()) {
                self.inequalities.push(Linear::constant(size).plus_constant(-1).minus(subscript));
            }
        }
    }

    /// Adds that the first iteration precedes the second at a depth: they agree on the common loops outside it and
    /// differ in its own, or agree on all if it is one more than the common loops.
    pub fn ordered(&mut self, first: &[Variable], second: &[Variable], common: usize, depth: usize) {
        for (index, (first, second)) in first.iter().zip(second).take(common).enumerate() {
            let distance = Linear::variable(*second).minus(&Linear::variable(*first));
            if index + 1 < depth {
                self.equalities.push(distance);
            } else if index + 1 == depth {
                self.inequalities.push(distance.plus_constant(-1));
            }
        }
    }
}
