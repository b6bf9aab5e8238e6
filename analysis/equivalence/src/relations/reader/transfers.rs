//! Transfers of vectors whose lanes may lie outside memory: they read a number instead, or are not written.

use ir::OpId;
use polyhedral::dependence::last_write::{ScheduledAccess, simplified};
use presburger::Union;

use super::memory::{Root, elements};
use super::values::copy;
use super::{Reader, Stop, lanes};
use crate::relations::edges::{Edge, bounded, with_lanes};
use crate::relations::forms::Question;
use crate::relations::system::{Checked, CopySource, Equation, Node, Size};

impl Reader<'_, '_> {
    pub(super) fn transfer(&mut self, number: usize, op: OpId) -> Result<(), Stop> {
        let ir = self.ir;
        let data = &ir.ops[op];
        let Some(transfer) = data.transfer() else { return self.obstacle("is not followed", number) };
        let operand = |at: usize| data.operands.get(at).and_then(|it| it.value);
        let root = operand(transfer.memory).and_then(|it| self.roots.get(&it)).cloned();
        let Some(root) = root else {
            return self.obstacle("touches memory that is not followed", number);
        };
        let stored = transfer.stored.and_then(operand);
        // The indices, the memory, and what is stored or fills the lanes outside; a mask would be one more.
        if data.operands.len() != root.sizes.len() + 2 {
            return self.obstacle("has a mask", number);
        }
        let vector = stored.or(data.results.first().copied());
        let sizes = vector.and_then(|it| lanes(&ir.values[it].ty).0);
        let (Some(sizes), Some((dims, in_bounds))) =
            (sizes, self.source.operations[number].transferred_dims())
        else {
            return self.obstacle("has lanes that are not known", number);
        };
        let (subscripts, is_exact) = match self.ask(Question::Subscripts(op, 0))? {
            Ok(found) => found,
            Err(reason) => return Err(Stop::Obstacle(reason, number)),
        };
        if dims.len() != sizes.len() || dims.iter().flatten().any(|it| *it >= root.sizes.len()) {
            return self.obstacle("has lanes that are not known", number);
        }
        let elements = elements(&subscripts, &sizes, &dims, root.loops);
        let open = dims.iter().zip(&in_bounds).filter(|it| !it.1).filter_map(|it| *it.0);
        let Some(inside) = inside(&elements, &root, open) else {
            return self.obstacle("is of memory of a size that is not followed", number);
        };
        let loops = self.source.forms.loops(data.block).to_vec();
        let order = 2 * number + usize::from(stored.is_some());
        let access = ScheduledAccess { loops, order, elements: simplified(&inside, self.budget)? };
        self.system.checked.push(Checked {
            access: access.clone(),
            sizes: root.sizes.clone(),
            is_exact,
            operation: number,
        });
        let (domain, count) = (access.elements.domain(), access.elements.space().domain);
        if let Some(value) = stored {
            if !is_exact {
                return self.obstacle("depends on a condition that is not affine", number);
            }
            let Some(source) = self.operand(data.block, sizes.len(), value) else {
                return self.obstacle("is not followed", number);
            };
            let equation = copy(source);
            let node = self.system.node(Node {
                dims: count,
                domain,
                element: None,
                equation,
                operation: Some(number),
            });
            let memory = &mut self.system.memories[root.memory];
            memory.writes.push(access);
            memory.written.push(node);
            return Ok(());
        }
        let padding = operand(root.sizes.len() + 1).and_then(|it| self.operand(data.block, 0, it));
        let result = data.results.first().and_then(|it| self.nodes.get(it)).copied();
        let (Some((edge, padding)), Some(result)) = (padding, result) else {
            return self.obstacle("is not followed", number);
        };
        let (around, _) = self.domain(data.block, number)?;
        let outside = with_lanes(&around, &sizes).subtract(&domain, self.budget)?;
        let outside = simplified(&outside, self.budget)?;
        let read = self.system.read(access, root.memory);
        let node = self.system.node(Node {
            dims: count,
            domain: domain.clone(),
            element: None,
            equation: Equation::Load(read),
            operation: Some(number),
        });
        let same = Edge::Select((0..count).collect());
        self.system.nodes[result].equation = Equation::Copies(vec![
            CopySource { within: Some(domain), edge: same, node },
            CopySource { within: Some(outside), edge, node: padding },
        ]);
        Ok(())
    }
}

/// The iterations and lanes with elements inside memory in these dimensions; `None` where their sizes are not symbols.
fn inside(elements: &Union, root: &Root, dims: impl Iterator<Item = usize>) -> Option<Union> {
    let mut bounds = Vec::new();
    for dim in dims {
        bounds.push((
            dim,
            match root.sizes.get(dim)? {
                Size::Constant(size) => (None, size - 1),
                Size::Symbol(column) => (Some(*column), -1),
                Size::Value(_) => return None,
            },
        ));
    }
    let space = elements.space();
    let first = space.dimensions() - root.sizes.len();
    let mut result = Union::empty(space);
    for part in elements.parts() {
        let mut part = part.clone();
        let symbols = part.space().symbol_columns().start;
        for (dim, (column, more)) in &bounds {
            bounded(&mut part, first + dim, &[(column.map(|it| symbols + it), *more)]);
        }
        result.push(part);
    }
    Some(result)
}
