//! Values that loops carry from one iteration to the next, and their results.

use ir::loops::Carried;
use ir::{BlockId, OpId, ValueId};
use polyhedral::dependence::last_write::{identity, simplified};
use presburger::{Integer, Space, Union};

use super::values::copy;
use super::{Reader, Stop, is_memory, lanes};
use crate::relations::edges::{Edge, lane_by_lane, with_lanes};
use crate::relations::system::{CopySource, Equation, Node, NodeId};

impl Reader<'_, '_> {
    pub(super) fn counted_loop(&mut self, number: usize, op: OpId) -> Result<(), Stop> {
        let ir = self.ir;
        let data = &ir.ops[op];
        let Some(counted) = ir.counted_loop(op) else { return Ok(()) };
        let of_carried = |it: Carried| Some((it, data.operands.get(it.init)?.value?));
        let inits: Vec<(Carried, ValueId)> = counted.carried().into_iter().filter_map(of_carried).collect();
        if inits.iter().any(|it| is_memory(&ir.values[it.1].ty)) {
            return self.obstacle("hands memory on", number);
        }
        let step = counted.dims.first().and_then(|it| it.step.positive());
        if data.results.is_empty() {
            return Ok(());
        }
        if counted.is_parallel {
            return self.combined(number, op, counted.body);
        }
        let Some(step) = step else { return Ok(()) };
        let body = counted.body;
        if inits.len() != counted.carried().len() || ir.blocks[body].ops.is_empty() {
            return Ok(());
        }
        let (domain, _) = self.domain(body, number)?;
        let (outside, _) = self.domain(data.block, number)?;
        let dims = domain.space().dimensions();
        let previous = neighbours(&domain, dims, -step);
        let first = simplified(&domain.subtract(&previous.domain(), self.budget)?, self.budget)?;
        let last = domain.subtract(&neighbours(&domain, dims, step).domain(), self.budget)?;
        let last = from_outside(&simplified(&last, self.budget)?, dims);
        let never = simplified(&outside.subtract(&last.domain(), self.budget)?, self.budget)?;
        for (carried, init) in inits {
            let argument = ir.blocks[body].arguments.get(carried.argument).copied();
            let Some(value) = self.yielded(Some(body), carried.next) else { continue };
            let (Some(sizes), element) = lanes(&ir.values[init].ty) else { continue };
            let Some(yielded) = self.operand(body, sizes.len(), value) else { continue };
            let next = self.system.node(Node {
                dims: dims + sizes.len(),
                domain: with_lanes(&domain, &sizes),
                element: Some(element),
                equation: copy(yielded),
                operation: Some(number),
            });
            let handed = |within: &Union, edge: Edge, node: NodeId| CopySource {
                within: Some(with_lanes(within, &sizes)),
                edge,
                node,
            };
            let along = |relation: &Union| CopySource {
                within: None,
                edge: Edge::Relation(lane_by_lane(relation, sizes.len())),
                node: next,
            };
            if let Some(node) = argument.and_then(|it| self.nodes.get(&it)).copied()
                && let Some((edge, start)) = self.operand(body, sizes.len(), init)
                && !matches!(self.system.nodes[node].equation, Equation::Integer(_))
            {
                let pieces = vec![handed(&first, edge, start), along(&previous)];
                self.system.nodes[node].equation = Equation::Copies(pieces);
            }
            let node = data.results.get(carried.result).and_then(|it| self.nodes.get(it)).copied();
            if let Some(node) = node
                && let Some((edge, start)) = self.operand(data.block, sizes.len(), init)
            {
                let pieces = vec![handed(&never, edge, start), along(&last)];
                self.system.nodes[node].equation = Equation::Copies(pieces);
            }
        }
        Ok(())
    }

    /// The operand of a block's terminator at a position.
    pub(super) fn yielded(&self, block: Option<BlockId>, index: usize) -> Option<ValueId> {
        let end = &self.ir.ops[*self.ir.blocks[block?].ops.last()?];
        end.operands.get(index).filter(|_| end.is_terminator())?.value
    }
}

/// `{ x -> (x, i) }` for all `(x, i)` in the set.
fn from_outside(set: &Union, dims: usize) -> Union {
    let mut result = Union::empty(Space::relation(dims - 1, dims, set.space().symbols));
    identity(set).parts().iter().for_each(|it| result.push(it.project_out(&[dims - 1])));
    result
}

/// `{ (x, i) -> (x, i + step) }` where both are in the set.
fn neighbours(set: &Union, dims: usize, step: i64) -> Union {
    let mut shift = presburger::IntegerRelation::universe(Space::relation(dims, dims, set.space().symbols));
    for dim in 0..dims {
        let mut row = vec![Integer::ZERO; shift.space().columns()];
        row[dim] = Integer::ONE;
        row[dims + dim] = Integer::MINUS_ONE;
        if dim + 1 == dims {
            row[shift.space().constant()] = Integer::from(step);
        }
        shift.add_equality(&row);
    }
    let own = identity(set);
    own.compose(&Union::from(shift)).compose(&own)
}
