//! Buffers of a slice's own: the intermediate memref shrinks to the part that one slice writes, or a copy of the slice
//! computes into a buffer beside a producer that stays.
//!
//! Sound if a slice writes every element that is read at its place, and nothing that it reads changes before it runs.

use super::legality::{Decided, Legality};
use super::{BaseVariable, Bounds, Slice, Window};
use crate::fuse::nests::between::passes;
use crate::fuse::nests::joint_system::{Execution, Instance, JointSystem};
use crate::fuse::nests::views::written_name;
use crate::reason::Reason;
use ir::memory_effects::Effect;
use ir::types::Layout;
use ir::value_name;
use ir::{AccessOp, OpId, OpKind, ValueId};
use polyhedral::dependence::{Linear, Variable};
use polyhedral::memory::Sharing;
use presburger::{Integer, Optimum};

/// The buffer that takes the place of one memref in the fused nest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PrivateBuffer {
    pub memref: ValueId,
    pub dims: Vec<BufferDim>,
    /// The loads and stores of the two nests that use it.
    pub accesses: Vec<BufferAccess>,
    /// The only store, where its value can be used directly in place of every load.
    pub forwarded: Option<OpId>,
}

/// Subscript `s` of the memref is subscript `s - base - lower` of the buffer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BufferDim {
    pub base: Vec<(BaseVariable, Integer)>,
    pub lower: Integer,
    pub size: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BufferAccess {
    pub op: OpId,
    /// Each a sum of multiples of induction variables and symbols, and a constant.
    pub subscripts: Vec<Subscript>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Subscript {
    /// Values with whether they are symbols.
    pub terms: Vec<(ValueId, bool, Integer)>,
    pub constant: Integer,
}

impl PrivateBuffer {
    pub(crate) fn elements(&self) -> Option<u128> {
        self.dims.iter().try_fold(1u128, |product, dim| product.checked_mul(u128::from(dim.size)))
    }
}

/// A buffer of more elements is not worth a copy.
const MAX_SIZE: i64 = 1 << 32;

impl Legality<'_> {
    /// The buffers for all that the producer writes, or why there cannot be any.
    pub(crate) fn own_buffers(&self, slice: &Slice) -> Decided<Result<Vec<PrivateBuffer>, Reason>> {
        let mut memrefs: Vec<ValueId> = Vec::new();
        for effect in self.producer().iter().filter(|it| it.writes) {
            if !memrefs.contains(&effect.memref) {
                memrefs.push(effect.memref);
            }
        }
        let mut buffers = Vec::new();
        for memref in &memrefs {
            if let Some(reason) = self.unfit(*memref) {
                return Ok(Err(reason));
            }
        }
        if let Some(reason) = self.changed_inputs(slice, &memrefs)? {
            return Ok(Err(reason));
        }
        if let Some(reason) = self.missing_values(slice)? {
            return Ok(Err(reason));
        }
        for memref in memrefs {
            match self.buffer(slice, memref)? {
                Some(buffer) => buffers.push(buffer),
                None => {
                    let name = value_name(self.ir, memref);
                    let text = format!("what a slice writes of `{name}` has no constant size");
                    return Ok(Err(Reason::new(text)));
                }
            }
        }
        Ok(Ok(buffers))
    }

    fn consumer(&self) -> &[Effect] {
        &self.candidate.consumer.effects.known
    }

    /// Why the accesses to a memref cannot be turned to a buffer.
    fn unfit(&self, memref: ValueId) -> Option<Reason> {
        let ir = self.ir;
        let name = value_name(ir, memref);
        if !self.candidate.shared.contains(&memref) {
            return Some(Reason::new(format!(
                "the producer also writes `{name}`, which the consumer does not read"
            )));
        }
        let ty = ir.values[memref].ty.as_memref();
        if !ty.is_some_and(|it| it.layout == Layout::Identity && it.element.size_in_bytes().is_some()) {
            return Some(Reason::new(format!("the layout of `{name}` is not known")));
        }
        for effect in self.producer().iter().chain(self.consumer()) {
            let place = ir.ops[effect.op].name_pointer;
            match self.facts.memory.sharing(effect.memref, memref) {
                Sharing::None => {}
                Sharing::Possible => {
                    let other = written_name(ir, effect);
                    return Some(
                        Reason::new(format!("`{other}`"))
                            .line(place)
                            .text(format!(" and `{name}` may be the same memory")),
                    );
                }
                Sharing::Same => {
                    let is_plain = matches!(&ir.ops[effect.op].kind, OpKind::Access(access) if matches!(access.op, AccessOp::Load | AccessOp::Store));
                    if !is_plain || self.subscripts(effect.op).is_none() {
                        return Some(
                            Reason::new(format!("`{} {name}`", ir.ops[effect.op].name))
                                .line(place)
                                .text(" cannot be turned to another buffer"),
                        );
                    }
                }
            }
        }
        let write = self.consumer().iter().find(|it| it.writes && it.memref == memref)?;
        let place = ir.ops[write.op].name_pointer;
        Some(Reason::new(format!("the consumer also writes `{name}`")).line(place))
    }

    /// An operation that changes an input of the producer, or the consumer's intermediate, before the slice runs.
    fn changed_inputs(&self, slice: &Slice, memrefs: &[ValueId]) -> Decided<Option<Reason>> {
        let inputs: Vec<Effect> =
            self.producer().iter().filter(|it| !memrefs.contains(&it.memref)).copied().collect();
        let intermediates: Vec<Effect> =
            self.consumer().iter().filter(|it| memrefs.contains(&it.memref)).copied().collect();
        for op in self.candidate.between {
            let (first, second) = (self.candidate.producer.root, self.candidate.consumer.root);
            let reason = passes(self.ir, self.facts, (&inputs, first), *op, self.budget)
                .or_else(|| passes(self.ir, self.facts, (&intermediates, second), *op, self.budget));
            if reason.is_some() {
                return Ok(reason);
            }
        }
        for a in &inputs {
            for b in self.consumer().iter().filter(|it| it.writes) {
                if let Some(reason) = self.broken_order(slice, a, b)? {
                    return Ok(Some(reason));
                }
            }
        }
        Ok(None)
    }

    /// A read of an intermediate that the slice at its place has not written.
    fn missing_values(&self, slice: &Slice) -> Decided<Option<Reason>> {
        if let Some(reason) = self.missing_within(slice)? {
            return Ok(Some(reason));
        }
        for (index, read) in self.producer().iter().enumerate().filter(|it| !it.1.writes) {
            if self.producer().iter().any(|it| it.writes && it.memref == read.memref)
                && !self.is_written_within(slice, index)?
            {
                return Ok(Some(self.not_written(read)));
            }
        }
        for read in self.consumer().iter().filter(|it| !it.writes) {
            if !self.producer().iter().any(|it| it.writes && it.memref == read.memref) {
                continue;
            }
            for write in self.producer().iter().filter(|it| it.writes) {
                if let Some(reason) = self.unsliced(slice, write, read)? {
                    return Ok(Some(reason));
                }
            }
            if !self.is_written_for(slice, read)? {
                return Ok(Some(self.not_written(read)));
            }
        }
        Ok(None)
    }

    fn not_written(&self, read: &Effect) -> Reason {
        let place = self.ir.ops[read.op].name_pointer;
        let name = value_name(self.ir, read.memref);
        Reason::new(format!("`{} {name}`", self.ir.ops[read.op].name))
            .line(place)
            .text(" reads elements that the producer does not write")
            .related(place, "this read")
    }

    /// The variables of the loops around an operation that belong to one execution.
    fn own_loops(&self, op: OpId, root: OpId, execution: Execution) -> Vec<Instance> {
        let loops = polyhedral::dependence::enclosing_loops(self.ir, op);
        let own = loops.into_iter().filter(|it| self.ir.is_within(it.op, root));
        own.map(|it| Instance { execution, op: it.op, dim: it.dim }).collect()
    }

    /// Whether each execution of a read in a slice comes after a write of the element in the same slice.
    pub(crate) fn is_written_within(&self, slice: &Slice, read: usize) -> Decided<bool> {
        let Some(b) = self.producer().get(read) else { return Ok(false) };
        let Some(relation) = self.relation(b.op) else { return Ok(false) };
        let root = self.candidate.producer.root;
        let mut loops = self.own_loops(b.op, root, Execution::SecondSource);
        loops.extend(slice.chain.iter().map(|op| Instance {
            execution: Execution::SecondPlace,
            op: *op,
            dim: 0,
        }));
        let mut all = Vec::new();
        for piece in &relation.pieces {
            let mut joint = JointSystem::default();
            self.source(&mut joint, Execution::SecondSource, relation, piece);
            self.within(&mut joint, slice, b.op, Execution::SecondSource, Execution::SecondPlace);
            all.push(joint);
        }
        let all = self.with_place(all, slice, Execution::SecondPlace);
        let mut written = Vec::new();
        for (write, a) in self.producer().iter().enumerate() {
            if !a.writes || a.memref != b.memref {
                continue;
            }
            for mut joint in self.ordered_conflicts(write, read)? {
                self.within(&mut joint, slice, a.op, Execution::Source, Execution::SecondPlace);
                self.within(&mut joint, slice, b.op, Execution::SecondSource, Execution::SecondPlace);
                written.extend(self.with_place(vec![joint], slice, Execution::SecondPlace));
            }
        }
        self.contains(&written, &all, &loops)
    }

    /// Whether each execution of a read in the consumer has its element written by the slice at its place.
    fn is_written_for(&self, slice: &Slice, read: &Effect) -> Decided<bool> {
        let Some(relation) = self.relation(read.op) else { return Ok(false) };
        if !slice.chain.iter().all(|it| self.ir.is_within(read.op, *it)) {
            return Ok(false);
        }
        let loops = self.own_loops(read.op, self.candidate.consumer.root, Execution::Sink);
        let mut all = Vec::new();
        for piece in &relation.pieces {
            let mut joint = JointSystem::default();
            self.sink(&mut joint, Execution::Sink, relation, piece);
            all.push(joint);
        }
        let mut written = Vec::new();
        for write in self.producer().iter().filter(|it| it.writes && it.memref == read.memref) {
            let Some(systems) = self.conflicts((write, Execution::Source), (read, Execution::Sink), true)
            else {
                return Ok(false);
            };
            for mut joint in systems {
                self.within(&mut joint, slice, write.op, Execution::Source, Execution::Sink);
                written.push(joint);
            }
        }
        self.contains(&written, &all, &loops)
    }

    /// The subscripts of an access as sums; `None` if they are not.
    fn subscripts(&self, op: OpId) -> Option<Vec<Subscript>> {
        let relation = self.relation(op)?;
        let first = relation.pieces.first()?;
        if relation.pieces.iter().any(|it| it.subscripts != first.subscripts) {
            return None;
        }
        let subscript = |form: &Linear| {
            let mut terms = Vec::new();
            for (variable, factor) in &form.terms {
                let (value, is_symbol) = match variable {
                    Variable::Loop(index) => (relation.loops.get(*index)?.induction_variable, false),
                    Variable::Symbol(value) => (*value, true),
                    Variable::Local(_) => return None,
                };
                terms.push((value, is_symbol, factor.clone()));
            }
            Some(Subscript { terms, constant: form.constant.clone() })
        };
        first.subscripts.iter().map(subscript).collect()
    }

    fn buffer(&self, slice: &Slice, memref: ValueId) -> Decided<Option<PrivateBuffer>> {
        let stores: Vec<&Effect> =
            self.producer().iter().filter(|it| it.writes && it.memref == memref).collect();
        let Some(rank) = self.ir.values[memref].ty.as_memref().map(|it| it.dims.len()) else {
            return Ok(None);
        };
        let mut dims = Vec::with_capacity(rank);
        for index in 0..rank {
            match self.buffer_dim(slice, &stores, index)? {
                Some(dim) => dims.push(dim),
                None => return Ok(None),
            }
        }
        let own = self.producer().iter().chain(self.consumer()).filter(|it| it.memref == memref);
        let mut accesses = Vec::new();
        for effect in own {
            let Some(subscripts) = self.subscripts(effect.op) else { return Ok(None) };
            accesses.push(BufferAccess { op: effect.op, subscripts });
        }
        let forwarded = self.forwarded(slice, memref, &stores).filter(|_| dims.iter().all(|it| it.size == 1));
        Ok(Some(PrivateBuffer { memref, dims, accesses, forwarded }))
    }

    /// The store whose value every load sees: the only one, which runs exactly once in each slice.
    fn forwarded(&self, slice: &Slice, memref: ValueId, stores: &[&Effect]) -> Option<OpId> {
        let [store] = stores else { return None };
        let is_single = |op: OpId| {
            op == self.candidate.producer.root || self.ir.is_within(op, self.candidate.producer.root)
        };
        let loops = self.ir.ancestors(store.op).take_while(|it| is_single(*it));
        let runs_once = loops.map(|it| slice.window(it)).all(|it| it.is_some_and(Window::is_single));
        let is_read = self.producer().iter().any(|it| !it.writes && it.memref == memref);
        (runs_once && !is_read).then_some(store.op)
    }

    /// The narrowest box along one dimension that holds the elements that a slice writes.
    fn buffer_dim(&self, slice: &Slice, stores: &[&Effect], index: usize) -> Decided<Option<BufferDim>> {
        let mut best: Option<BufferDim> = None;
        let mut bases: Vec<Vec<(BaseVariable, Integer)>> = Vec::new();
        for store in stores {
            let base = self.base(slice, store.op, index);
            bases.extend(base.filter(|it| !bases.contains(it)));
        }
        if !bases.contains(&Vec::new()) {
            bases.push(Vec::new());
        }
        for base in bases {
            let Some((least, greatest)) = self.extent_over(slice, stores, index, &base)? else { continue };
            let size = (&greatest - &least).to_i64().and_then(|it| it.checked_add(1));
            let Some(size) = size.filter(|it| (1..MAX_SIZE).contains(it)) else { continue };
            let Ok(size) = u64::try_from(size) else { continue };
            if best.as_ref().is_none_or(|it| size < it.size) {
                best = Some(BufferDim { base, lower: least, size });
            }
        }
        Ok(best)
    }

    /// The part of a subscript that a slice's place determines.
    fn base(&self, slice: &Slice, store: OpId, index: usize) -> Option<Vec<(BaseVariable, Integer)>> {
        let relation = self.relation(store)?;
        let form = relation.pieces.first()?.subscripts.get(index)?;
        let mut base: Vec<(BaseVariable, Integer)> = Vec::new();
        let mut add =
            |variable: BaseVariable, factor: Integer| match base.iter_mut().find(|it| it.0 == variable) {
                Some(known) => known.1 = &known.1 + &factor,
                None => base.push((variable, factor)),
            };
        for (variable, factor) in &form.terms {
            match variable {
                Variable::Symbol(value) => add(BaseVariable::Symbol(*value), factor.clone()),
                Variable::Local(_) => {}
                Variable::Loop(loop_) => {
                    let dim = relation.loops.get(*loop_)?;
                    if !self.ir.is_within(dim.op, self.candidate.producer.root) {
                        add(BaseVariable::Outside(dim.op, dim.dim), factor.clone());
                        continue;
                    }
                    if let Bounds::Window(window) = slice.bounds(dim.op) {
                        for (variable, own) in &window.base {
                            add(*variable, own * factor);
                        }
                    }
                }
            }
        }
        base.retain(|it| !it.1.is_zero());
        Some(base)
    }

    fn extent_over(
        &self,
        slice: &Slice,
        stores: &[&Effect],
        index: usize,
        base: &[(BaseVariable, Integer)],
    ) -> Decided<Option<(Integer, Integer)>> {
        let mut found: Option<(Integer, Integer)> = None;
        for store in stores {
            let Some(relation) = self.relation(store.op) else { return Ok(None) };
            for piece in &relation.pieces {
                let mut joint = JointSystem::default();
                let subscripts = self.source(&mut joint, Execution::Source, relation, piece);
                self.within(&mut joint, slice, store.op, Execution::Source, Execution::Place);
                for mut joint in self.with_place(vec![joint], slice, Execution::Place) {
                    let Some(form) = subscripts.get(index) else { return Ok(None) };
                    let form = base.iter().fold(form.clone(), |form, (variable, factor)| {
                        form.minus(
                            &Linear::variable(variable.in_joint(&mut joint, Execution::Place)).times(factor),
                        )
                    });
                    let (least, greatest) = match joint.extent(&form, self.budget)? {
                        (Optimum::Empty, _) => continue,
                        (Optimum::Value(least), Optimum::Value(greatest)) => (least, greatest),
                        _ => return Ok(None),
                    };
                    found = Some(match found {
                        None => (least, greatest),
                        Some((low, high)) => (low.min(least), high.max(greatest)),
                    });
                }
            }
        }
        Ok(found)
    }
}
