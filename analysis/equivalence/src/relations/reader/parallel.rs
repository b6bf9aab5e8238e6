//! Reductions of parallel loops: what all iterations hand over, combined in any order.

use ir::{BlockId, OpId, ValueId};
use syntax::ods::Semantics;

use super::values::to_lanes;
use super::{Reader, Stop, lanes};
use crate::relations::edges::Edge;
use crate::relations::system::{Equation, Node};

/// The reduction of a parallel loop for one of its results.
struct Combined {
    combining: Semantics,
    /// The value that each iteration contributes.
    value: ValueId,
    /// The initial value, which is combined with these once.
    start: Option<ValueId>,
}

impl Reader<'_, '_> {
    /// The results of a parallel loop. What its iterations combine in another way than by one operation stays unknown.
    pub(super) fn combined(&mut self, number: usize, op: OpId, body: BlockId) -> Result<(), Stop> {
        let data = &self.ir.ops[op];
        let loops = self.loops(data.block);
        let (domain, is_exact) = self.domain(body, number)?;
        if !is_exact {
            return Ok(());
        }
        for (index, result) in data.results.iter().enumerate() {
            let Some(Combined { combining, value, start }) = self.combination(number, op, body, index) else {
                continue;
            };
            let Some(node) = self.nodes.get(result).copied() else { continue };
            let (Some(sizes), element) = lanes(&self.ir.values[value].ty) else { continue };
            let Some(yielded) = self.operand(body, 0, value).filter(|_| sizes.is_empty()) else { continue };
            let start = start.map(|it| self.operand(data.block, 0, it));
            if matches!(start, Some(None)) {
                continue;
            }
            let each = self.system.node(Node {
                dims: domain.space().dimensions(),
                domain: domain.clone(),
                element: Some(element),
                equation: Equation::Fold { combining, operands: vec![yielded] },
                operation: Some(number),
            });
            let all = (Edge::Relation(to_lanes(&domain, loops)), each);
            let operands = start.flatten().into_iter().chain([all]).collect();
            self.system.nodes[node].equation = Equation::Fold { combining, operands };
        }
        Ok(())
    }

    fn combination(&self, number: usize, op: OpId, body: BlockId, index: usize) -> Option<Combined> {
        let ir = self.ir;
        let data = &ir.ops[op];
        if let Some(kinds) = self.source.operations[number].reductions() {
            let kind = kinds.get(index).filter(|_| kinds.len() == data.results.len())?;
            let value = self.yielded(Some(body), index)?;
            return Some(Combined { combining: kind.semantics, value, start: None });
        }
        let end = *ir.blocks[body].ops.last()?;
        let reduce = &ir.ops[end];
        let count = data.results.len();
        if !reduce.is_terminator() || reduce.regions.len() != count || reduce.operands.len() != count {
            return None;
        }
        let [block] = ir.regions[*reduce.regions.get(index)?].blocks[..] else { return None };
        let [combined, last] = ir.blocks[block].ops[..] else { return None };
        let (combined, last) = (&ir.ops[combined], &ir.ops[last]);
        let combining = combined.semantics().filter(|it| it.commutes())?;
        let of = |operands: &[ir::Operand]| operands.iter().map(|it| it.value).collect::<Option<Vec<_>>>();
        let (mut operands, mut arguments) = (of(&combined.operands)?, ir.blocks[block].arguments.clone());
        operands.sort_unstable();
        arguments.sort_unstable();
        if operands[..] != arguments[..] || of(&last.operands)? != combined.results[..] {
            return None;
        }
        let first = data.operands.len().checked_sub(count)?;
        let start = data.operands.get(first + index)?.value?;
        Some(Combined { combining, value: reduce.operands.get(index)?.value?, start: Some(start) })
    }
}
