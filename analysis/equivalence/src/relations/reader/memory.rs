//! Memory: what is allocated, which elements are touched, and what the caller sees in the end.

use ir::touches::{Elements, Touch};
use ir::types::{Layout, MemRefType, Type};
use ir::{OpId, ValueId};
use polyhedral::dependence::last_write::{ScheduledAccess, identity, meet_across};
use polyhedral::dependence::{LayoutOverlap, layout_overlap};
use presburger::{IntegerRelation, Space, Union, VariableKind};

use super::values::copy;
use super::{Reader, Stop, lanes};
use crate::relations::edges::{Edge, bounded, equal, with_lanes};
use crate::relations::forms::Question;
use crate::relations::symbols::Symbol;
use crate::relations::system::{Checked, Equation, Memory, Node, Size};

/// The memory that a memref is.
#[derive(Debug, Clone)]
pub(super) struct Root {
    pub(super) memory: usize,
    pub(super) sizes: Vec<Size>,
    /// How many loops are around the allocation: each of their iterations has memory of its own.
    pub(super) loops: usize,
    /// The allocation.
    op: Option<OpId>,
}

impl Reader<'_, '_> {
    pub(super) fn argument_memory(&mut self, value: ValueId, number: usize) -> Result<(), Stop> {
        let Type::MemRef(ty) = &self.ir.values[value].ty else { return Ok(()) };
        if !self.is_followed(ty) {
            return Ok(());
        }
        let size = |(dim, size): (usize, &Option<u64>)| match size {
            Some(size) => Size::Constant(i64::try_from(*size).unwrap_or(i64::MAX)),
            None => match self.source.symbols.column(Symbol::Size(number, dim)) {
                Some(column) => Size::Symbol(column),
                None => Size::Constant(i64::MAX),
            },
        };
        let sizes: Vec<Size> = ty.dims.iter().enumerate().map(size).collect();
        let rank = sizes.len();
        let live_in = self.system.node(Node {
            dims: rank,
            domain: Union::universe(Space::set(rank, self.source.columns.count)),
            element: Some(ty.element.clone()),
            equation: Equation::LiveIn(number),
            operation: None,
        });
        let memory = Memory { argument: Some(number), live_in, writes: Vec::new(), written: Vec::new() };
        self.system.memories.push(memory);
        let memory = self.system.memories.len() - 1;
        self.roots.insert(value, Root { memory, sizes, loops: 0, op: None });
        Ok(())
    }

    /// Whether each element has a place of its own, and is one number.
    fn is_followed(&self, ty: &MemRefType) -> bool {
        let is_apart = match &ty.layout {
            Layout::Identity => true,
            // Unknown strides are assumed to keep elements apart.
            Layout::Strided { strides, .. } if strides.iter().any(Option::is_none) => true,
            _ => layout_overlap(self.ir, ty, self.budget) == Some(LayoutOverlap::Never),
        };
        is_apart && !matches!(ty.element, Type::Vector { .. } | Type::Unknown | Type::MemRef(_))
    }

    pub(super) fn allocation(&mut self, number: usize, op: OpId) -> Result<(), Stop> {
        let ir = self.ir;
        let data = &ir.ops[op];
        let [result] = data.results[..] else { return self.obstacle("is not followed", number) };
        let Type::MemRef(ty) = &ir.values[result].ty else {
            return self.obstacle("is not followed", number);
        };
        let is_plain = matches!(ty.layout, Layout::Identity) && data.operands.len() == ty.open_sizes();
        if !is_plain || !self.is_followed(ty) {
            return self.obstacle("gives memory of a layout that is not followed", number);
        }
        let mut open = data.operands.iter();
        let mut sizes = Vec::with_capacity(ty.dims.len());
        for size in &ty.dims {
            sizes.push(match size {
                Some(size) => Size::Constant(i64::try_from(*size).unwrap_or(i64::MAX)),
                None => {
                    let value = open.next().and_then(|it| it.value);
                    let form = value.map(|it| self.ask(Question::Value(it))).transpose()?;
                    let Some(Ok((form, true))) = form else {
                        return self.obstacle("gives memory of a size that is not affine", number);
                    };
                    self.system.allocated.push(form.clone());
                    Size::Value(form)
                }
            });
        }
        let loops = self.loops(data.block);
        let dims = loops + sizes.len();
        let live_in = self.system.node(Node {
            dims,
            domain: Union::universe(Space::set(dims, self.source.columns.count)),
            element: Some(ty.element.clone()),
            equation: Equation::Unknown("nobody has written it".to_owned()),
            operation: Some(number),
        });
        let memory = Memory { argument: None, live_in, writes: Vec::new(), written: Vec::new() };
        self.system.memories.push(memory);
        let memory = self.system.memories.len() - 1;
        self.roots.insert(result, Root { memory, sizes, loops, op: Some(op) });
        Ok(())
    }

    /// Memory that is freed once, in its own block, after all that touches it.
    pub(super) fn deallocation(&mut self, number: usize, op: OpId) -> Result<(), Stop> {
        let ir = self.ir;
        let memref = ir.ops[op].operands.first().and_then(|it| it.value);
        let root = memref.and_then(|it| self.roots.get(&it)).cloned();
        let allocation = root.as_ref().and_then(|it| it.op);
        let (Some(root), Some(allocation)) = (root, allocation) else {
            return self.obstacle("frees what the function has not made", number);
        };
        // Memory on the stack ends by itself.
        let data = &ir.ops[allocation];
        if (data.dialect(), data.name_in_dialect()) != ("memref", "alloc") {
            return self.obstacle("frees what is not on the heap", number);
        }
        if data.block != ir.ops[op].block {
            return self.obstacle("is in another block than the allocation", number);
        }
        let names: Vec<ValueId> =
            self.roots.iter().filter(|it| it.1.memory == root.memory).map(|it| *it.0).collect();
        let is_used = |it: &OpId| {
            let mut operands = ir.ops[*it].operands.iter().filter_map(|it| it.value);
            operands.any(|it| names.contains(&it))
        };
        if self.source.ops[number + 1..].iter().any(is_used) {
            return self.obstacle("is not the last use of the memory", number);
        }
        Ok(())
    }

    pub(super) fn cast(&mut self, number: usize, op: OpId) -> Result<(), Stop> {
        let data = &self.ir.ops[op];
        let memref = data.operands.first().and_then(|it| it.value);
        match (memref.and_then(|it| self.roots.get(&it)).cloned(), &data.results[..]) {
            (Some(root), [result]) if matches!(self.ir.values[*result].ty, Type::MemRef(_)) => {
                self.roots.insert(*result, root);
                Ok(())
            }
            _ => self.obstacle("is not followed", number),
        }
    }

    pub(super) fn touches(&mut self, number: usize, op: OpId) -> Result<(), Stop> {
        let ir = self.ir;
        let data = &ir.ops[op];
        let mut copied = None;
        for (index, touch) in ir.touches(op).iter().enumerate() {
            if touch.is_atomic() {
                return self.obstacle("is not followed", number);
            }
            if !touch.reads && !touch.writes {
                continue;
            }
            let value = data.operands.get(touch.memref).and_then(|it| it.value);
            let Some(root) = value.and_then(|it| self.roots.get(&it)).cloned() else {
                return self.obstacle("touches memory that is not followed", number);
            };
            if touch.reads && self.chosen_element(number, op, index, touch, &root)? {
                continue;
            }
            let (access, is_exact) = self.access(number, op, index, touch, &root)?;
            self.system.checked.push(Checked {
                access: access.clone(),
                sizes: root.sizes.clone(),
                is_exact,
                operation: number,
            });
            let (dims, domain) = (access.elements.space().domain, access.elements.domain());
            if touch.reads {
                let read = self.system.read(access, root.memory);
                match data.results.first().and_then(|it| self.nodes.get(it)) {
                    Some(node) if self.system.nodes[*node].dims == dims => {
                        self.system.nodes[*node].equation = Equation::Load(read);
                    }
                    Some(_) => return self.obstacle("is not followed", number),
                    None => {
                        copied = Some(self.system.node(Node {
                            dims,
                            domain,
                            element: None,
                            equation: Equation::Load(read),
                            operation: Some(number),
                        }));
                    }
                }
                continue;
            }
            if !is_exact {
                return self.obstacle("depends on a condition that is not affine", number);
            }
            let stored = touch.stored.and_then(|it| data.operands.get(it)?.value);
            let lanes = dims - self.loops(data.block);
            let source = match (stored, copied) {
                (Some(value), _) => self.operand(data.block, lanes, value),
                (None, Some(read)) => Some((Edge::Select((0..dims).collect()), read)),
                (None, None) => None,
            };
            let Some(source) = source else { return self.obstacle("is not followed", number) };
            let node = self.system.node(Node {
                dims,
                domain,
                element: None,
                equation: copy(source),
                operation: Some(number),
            });
            let memory = &mut self.system.memories[root.memory];
            memory.writes.push(access);
            memory.written.push(node);
        }
        Ok(())
    }

    /// The iterations of an access with its elements, and whether none of them is too many.
    fn access(
        &mut self,
        number: usize,
        op: OpId,
        index: usize,
        touch: &Touch<'_>,
        root: &Root,
    ) -> Result<(ScheduledAccess, bool), Stop> {
        let ir = self.ir;
        let block = ir.ops[op].block;
        let loops = self.source.forms.loops(block).to_vec();
        let (subscripts, is_exact) = match &touch.elements {
            Elements::All => {
                let (domain, is_exact) = self.domain(block, number)?;
                let Some(sizes) = self.copied_sizes(op, touch) else {
                    return self.obstacle("copies memory of sizes that are not known", number);
                };
                (all_elements(&domain, &sizes), is_exact)
            }
            Elements::At(_) | Elements::Lanes(_) => match self.ask(Question::Subscripts(op, index))? {
                Ok(found) => found,
                Err(reason) => return Err(Stop::Obstacle(reason, number)),
            },
            Elements::Perhaps(..) => return self.obstacle("may leave lanes out", number),
        };
        let sizes = match touch.vector(ir, op) {
            Some(vector) => match lanes(vector).0 {
                Some(sizes) => sizes,
                None => return self.obstacle("has lanes that are not known", number),
            },
            None => Vec::new(),
        };
        let rank = subscripts.space().range;
        if rank != root.sizes.len() || sizes.len() > rank {
            return self.obstacle("has subscripts of the wrong number", number);
        }
        let last: Vec<Option<usize>> = (rank - sizes.len()..rank).map(Some).collect();
        let elements = elements(&subscripts, &sizes, &last, root.loops);
        let order = 2 * number + usize::from(touch.writes);
        Ok((ScheduledAccess { loops, order, elements }, is_exact))
    }

    /// The sizes of what `memref.copy` copies.
    fn copied_sizes(&self, op: OpId, touch: &Touch<'_>) -> Option<Vec<(Option<usize>, i64)>> {
        // Both have the same shape; one of them may say more.
        let operands = [touch.memref, 1 - touch.memref.min(1)];
        let roots = operands.map(|it| self.roots.get(&self.ir.ops[op].operands.get(it)?.value?));
        let [first, second] = roots;
        let (first, second) = (first?, second?);
        let size = |(a, b): (&Size, &Size)| match (a, b) {
            (Size::Constant(size), _) | (_, Size::Constant(size)) => Some((None, *size)),
            (Size::Symbol(column), _) | (_, Size::Symbol(column)) => Some((Some(*column), 0)),
            _ => None,
        };
        first.sizes.iter().zip(&second.sizes).map(size).collect()
    }

    /// The final contents of the arguments.
    pub(super) fn outputs(&mut self) -> Result<(), Stop> {
        let count = self.source.columns.count;
        for memory in 0..self.system.memories.len() {
            let Some(argument) = self.system.memories[memory].argument else { continue };
            if self.system.left.len() <= argument {
                self.system.left.resize(argument + 1, None);
            }
            if self.system.memories[memory].writes.is_empty() {
                continue;
            }
            let root = self.roots.values().find(|it| it.memory == memory);
            let sizes = root.map(|it| it.sizes.clone()).unwrap_or_default();
            let rank = sizes.len();
            let mut set = IntegerRelation::universe(Space::set(rank, count));
            for (dim, size) in sizes.iter().enumerate() {
                match size {
                    Size::Constant(size) => bounded(&mut set, dim, &[(None, *size - 1)]),
                    Size::Symbol(column) => bounded(&mut set, dim, &[(Some(rank + column), -1)]),
                    Size::Value(_) => {}
                }
            }
            let domain = Union::from(set);
            let elements = identity(&domain);
            let access = ScheduledAccess { loops: Vec::new(), order: usize::MAX, elements };
            let read = self.system.read(access, memory);
            let node = self.system.node(Node {
                dims: rank,
                domain,
                element: None,
                equation: Equation::Load(read),
                operation: None,
            });
            self.system.left[argument] = Some(node);
        }
        Ok(())
    }

    /// No iteration of a parallel loop touches what another one writes.
    pub(super) fn races(&self) -> Result<(), Stop> {
        let ir = self.ir;
        for (index, memory) in self.system.memories.iter().enumerate() {
            let reads = self.system.reads.iter().filter(|it| it.1 == index).map(|it| &it.0);
            let all: Vec<&ScheduledAccess> = reads.chain(&memory.writes).collect();
            for write in &memory.writes {
                for other in &all {
                    let shared = write.loops.iter().zip(&other.loops).take_while(|(a, b)| a == b);
                    for (dim, (own, _)) in shared.enumerate() {
                        if ir.is_parallel_loop(own.op) && meet_across(write, other, dim, self.budget)? {
                            let number = self.numbers.get(&own.op).copied().unwrap_or(0);
                            return self.obstacle("has iterations that touch the same element", number);
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// `{ (x, e) -> e }` for all elements of memory of these sizes: each a symbol's column, or 0, and a number.
pub(super) fn all_elements(domain: &Union, sizes: &[(Option<usize>, i64)]) -> Union {
    let loops = domain.space().dimensions();
    let rank = sizes.len();
    let mut result = Union::empty(Space::relation(loops + rank, rank, domain.space().symbols));
    for part in domain.parts() {
        let mut part = part.clone().with_domain(loops);
        part.append_variables(VariableKind::Domain, rank);
        part.append_variables(VariableKind::Range, rank);
        let symbols = part.space().symbol_columns().start;
        for (dim, (column, size)) in sizes.iter().enumerate() {
            let bound = (column.map(|it| symbols + it), size - 1);
            bounded(&mut part, loops + dim, &[bound]);
            equal(&mut part, loops + dim, loops + rank + dim);
        }
        result.push(part);
    }
    result
}

/// From iterations with their lanes (each lane index runs along a dimension or repeats) to elements of memory that is made in
/// each iteration of the outermost loops.
pub(super) fn elements(subscripts: &Union, lanes: &[u64], along: &[Option<usize>], outer: usize) -> Union {
    let space = subscripts.space();
    let (dims, rank) = (space.domain, space.range);
    let whole = Space::relation(dims + lanes.len(), outer + rank, space.symbols);
    let mut result = Union::empty(whole);
    let with_lanes = with_lanes(&Union::universe(Space::set(0, space.symbols)), lanes);
    let Some(all_lanes) = with_lanes.parts().first() else { return result };
    for part in subscripts.parts() {
        let mut part = part.clone();
        if !lanes.is_empty() {
            // The subscripts of the first lane become quantified.
            part.append_variables(VariableKind::Domain, lanes.len());
            part.append_variables(VariableKind::Range, rank);
            let mut bounds = all_lanes.clone().with_domain(lanes.len());
            bounds.insert_variables(VariableKind::Domain, 0, dims);
            bounds.append_variables(VariableKind::Range, 2 * rank);
            part = part.intersect(&bounds);
            let start = dims + lanes.len();
            for dim in 0..rank {
                let mut row = vec![presburger::Integer::ZERO; part.space().columns()];
                row[start + dim] = presburger::Integer::ONE;
                row[start + rank + dim] = presburger::Integer::MINUS_ONE;
                for (lane, _) in along.iter().enumerate().filter(|it| *it.1 == Some(dim)) {
                    row[dims + lane] = presburger::Integer::ONE;
                }
                part.add_equality(&row);
            }
            part = part.project_out(&(start..start + rank).collect::<Vec<_>>());
        }
        part.insert_variables(VariableKind::Range, 0, outer);
        for dim in 0..outer {
            equal(&mut part, dim, dims + lanes.len() + dim);
        }
        result.push(part);
    }
    result
}
