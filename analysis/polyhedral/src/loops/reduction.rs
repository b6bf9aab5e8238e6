//! Reductions: values that a loop folds by one operation that associates and commutes, through an iteration
//! argument or through one element of memory that is loaded, combined and stored.
//!
//! Nothing else may see the values in between: every link of the chain has one use.

use crate::dependence::{AccessRelation, Dependences, relation_of};
use ir::loops::{Carried, CountedLoop};
use ir::memory_effects::subtree;
use ir::types::Type;
use ir::{BlockId, Ir, Op, OpId, OpKind, Operand, ValueId};
use rustc_hash::FxHashMap;
use syntax::ods::{Combining, Registry};

/// One value that a loop folds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reduction {
    pub via: Via,
    /// The name of the operation: `arith.addf`.
    pub operation: Box<str>,
    /// `None` where `affine.parallel` keeps any one of the values.
    pub combining: Option<&'static Combining>,
    /// Whether the operation works on vectors lane by lane.
    pub is_elementwise: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Via {
    /// Of `affine.for` by its position from 0; of `affine.parallel` the result.
    IterationArgument(usize),
    /// Indices of the two accesses of one element.
    Memory { load: usize, store: usize },
}

impl Reduction {
    fn of(op: &Op, via: Via) -> Self {
        let is_elementwise = op.has_trait("Elementwise");
        Self { via, operation: op.name.as_str().into(), combining: op.combining(), is_elementwise }
    }

    /// By its name in `AtomicRMWKind`.
    fn of_atomic_kind(kind: &str, via: Via) -> Self {
        let combining = Combining::of_atomic_kind(kind);
        let operation = combining.and_then(|it| Registry::computing(it.semantics));
        // Each of these is an operation on numbers.
        let is_elementwise = operation.is_some();
        Self { via, operation: operation.as_deref().unwrap_or(kind).into(), combining, is_elementwise }
    }

    /// As a reader writes it: `+`, `min`.
    pub fn symbol(&self) -> &'static str {
        match self.combining.map(|it| it.vector_kind) {
            Some("add") => "+",
            Some("mul") => "*",
            Some(kind) if kind.starts_with("min") => "min",
            Some(kind) if kind.starts_with("max") => "max",
            Some(kind) => kind,
            None => "?",
        }
    }

    /// The load and the store; `None` where no memory is involved.
    fn accesses(&self) -> Option<(usize, usize)> {
        match self.via {
            Via::Memory { load, store } => Some((load, store)),
            Via::IterationArgument(_) => None,
        }
    }
}

/// Longer chains are not followed.
const MAX_CHAIN: usize = 64;

struct Uses<'a> {
    ir: &'a Ir,
    count: FxHashMap<ValueId, usize>,
}

impl<'a> Uses<'a> {
    fn of(ir: &'a Ir) -> Self {
        let mut count = FxHashMap::default();
        for (_, op) in ir.ops.iter() {
            for value in op.operands.iter().filter_map(|it| it.value) {
                *count.entry(value).or_default() += 1;
            }
        }
        Self { ir, count }
    }

    fn is_used_once(&self, value: ValueId) -> bool {
        self.count.get(&value) == Some(&1)
    }

    /// The operation by which `from` becomes `to`, if nothing but that happens to it on the way.
    fn chain(&self, from: ValueId, to: ValueId, links: usize) -> Option<&'a Op> {
        let links = links.checked_sub(1)?;
        let op = self.ir.defining_op(to)?;
        let data = &self.ir.ops[op];
        if let Some(inner) = self.ir.counted_loop(op) {
            // The inner loop takes the value over, folds it by the same operation, and hands it back.
            let carried = carried_as(&inner, data, to)?;
            let init = data.operands.get(carried.init)?.value?;
            let operation = self.argument(&inner, carried, links)?;
            if init == from && self.is_used_once(from) {
                return Some(operation);
            }
            return (self.is_used_once(init) && self.chain(from, init, links)?.is(&operation.name))
                .then_some(operation);
        }
        data.combining()?;
        let [left, right] = data.operands.as_slice() else { return None };
        for operand in [left.value?, right.value?] {
            if operand == from && self.is_used_once(from) {
                return Some(data);
            }
        }
        let link = [left.value?, right.value?].into_iter().find(|it| {
            self.is_used_once(*it) && self.chain(from, *it, links).is_some_and(|inner| inner.is(&data.name))
        });
        link.map(|_| data)
    }

    /// Every value that becomes `to` by one operation, with that operation, if nothing but that happens to it on the way.
    fn folded_into(&self, to: ValueId) -> Vec<(ValueId, &'a Op)> {
        let mut pending: Vec<(ValueId, Option<&Op>, usize)> = vec![(to, None, MAX_CHAIN)];
        let mut found = Vec::new();
        while let Some((value, through, links)) = pending.pop() {
            let Some(links) = links.checked_sub(1) else { continue };
            let Some((operation, before)) = self.last_link(value, links) else { continue };
            if through.is_some_and(|it| !it.is(&operation.name)) {
                continue;
            }
            for before in before.iter().filter_map(|it| it.value).filter(|it| self.is_used_once(*it)) {
                found.push((before, operation));
                pending.push((before, Some(operation), links));
            }
        }
        found
    }

    /// The operation that folds values into this one, and those values.
    fn last_link(&self, value: ValueId, links: usize) -> Option<(&'a Op, &'a [Operand])> {
        let op = self.ir.defining_op(value)?;
        let data = &self.ir.ops[op];
        if let Some(inner) = self.ir.counted_loop(op) {
            let carried = carried_as(&inner, data, value)?;
            let init = data.operands.get(carried.init..=carried.init)?;
            return Some((self.argument(&inner, carried, links)?, init));
        }
        data.combining()?;
        (data.operands.len() == 2).then_some((data, data.operands.as_slice()))
    }

    /// The operation by which a loop folds one of its iteration arguments.
    fn argument(&self, loop_: &CountedLoop<'_>, carried: Carried, links: usize) -> Option<&'a Op> {
        let body = &self.ir.blocks[loop_.body];
        let argument = *body.arguments.get(carried.argument)?;
        let end = &self.ir.ops[*body.ops.last()?];
        let yielded = end.is_terminator().then(|| end.operands.get(carried.next)?.value).flatten()?;
        if !self.is_used_once(yielded) {
            return None;
        }
        self.chain(argument, yielded, links)
    }
}

/// What the loop hands on whose last value is a result of it.
fn carried_as(loop_: &CountedLoop<'_>, op: &Op, result: ValueId) -> Option<Carried> {
    let index = op.results.iter().position(|it| *it == result)?;
    loop_.carried().into_iter().find(|it| it.result == index)
}

/// The operations by which a loop folds a value, from where it hands it in, those in loops inside too: all of them may
/// see partial results that the program did not have.
pub fn links(ir: &Ir, loop_: OpId, from: ValueId, operation: &str) -> Vec<OpId> {
    let mut chain = vec![from];
    let mut found = Vec::new();
    for op in subtree(ir, loop_).into_iter().skip(1) {
        let data = &ir.ops[op];
        let is_link = |it: &Operand| it.value.is_some_and(|it| chain.contains(&it));
        if data.is(operation) && data.operands.iter().any(is_link) {
            found.push(op);
            chain.extend(&data.results);
        } else if let Some(header) = ir.counted_loop(op) {
            let is_handed = |it: &Carried| data.operands.get(it.init).is_some_and(is_link);
            let Some(carried) = header.carried().into_iter().find(is_handed) else { continue };
            let argument = ir.blocks[header.body].arguments.get(carried.argument);
            chain.extend(argument.into_iter().chain(data.results.get(carried.result)));
        }
    }
    found
}

/// The possible reductions of the loops of one isolated op.
pub(super) struct Folds<'a> {
    ir: &'a Ir,
    found: &'a Dependences,
    uses: Uses<'a>,
    /// Pairs of a load and a store of one element, between which it is folded, in the order of the stores.
    in_memory: Vec<Reduction>,
    /// The dependences of each of those loads and stores.
    touching: FxHashMap<usize, Vec<usize>>,
}

impl<'a> Folds<'a> {
    pub(super) fn of(ir: &'a Ir, found: &'a Dependences) -> Self {
        let uses = Uses::of(ir);
        let in_memory = through_memory(ir, found, &uses);
        let ends = in_memory.iter().filter_map(Reduction::accesses).flat_map(<[usize; 2]>::from);
        let mut touching: FxHashMap<usize, Vec<usize>> = ends.map(|it| (it, Vec::new())).collect();
        for (index, dependence) in found.dependences.iter().enumerate() {
            for end in [dependence.source, dependence.sink] {
                if let Some(touching) = touching.get_mut(&end) {
                    touching.push(index);
                }
            }
        }
        Self { ir, found, uses, in_memory, touching }
    }

    /// The reductions of one loop, given the dependences that it carries.
    pub(super) fn of_loop(&self, op: OpId, carried: &[usize]) -> Vec<Reduction> {
        let mut reductions = Vec::new();
        if let Some(counted) = self.ir.counted_loop(op) {
            for (index, carried) in counted.carried().into_iter().enumerate() {
                if let Some(operation) = self.uses.argument(&counted, carried, MAX_CHAIN) {
                    reductions.push(Reduction::of(operation, Via::IterationArgument(index)));
                }
            }
        }
        if let OpKind::Parallel(header) = &self.ir.ops[op].kind {
            for (index, kind) in header.reductions.iter().enumerate() {
                reductions.push(Reduction::of_atomic_kind(kind, Via::IterationArgument(index)));
            }
        }
        let folds =
            |it: &&Reduction| it.accesses().is_some_and(|ends| self.folds_in_memory(op, ends, carried));
        reductions.extend(self.in_memory.iter().filter(folds).cloned());
        reductions
    }

    /// Whether the loop carries the value of an element from the store to the load, and nothing else sees it on the way.
    fn folds_in_memory(&self, op: OpId, (load, store): (usize, usize), carried: &[usize]) -> bool {
        let Self { ir, found, .. } = self;
        let is_inside =
            |it: usize| found.accesses.get(it).is_some_and(|it| it.loops.iter().any(|it| it.op == op));
        if !is_inside(load) || !is_inside(store) {
            return false;
        }
        let touching = [load, store].into_iter().filter_map(|it| self.touching.get(&it)).flatten();
        // Other accesses of the element would see how far the fold has come.
        let mut of_loop = touching.filter(|it| carried.binary_search(it).is_ok()).peekable();
        let is_own = |it: &usize| {
            let dependence = &found.dependences[*it];
            let ends = [dependence.source, dependence.sink];
            dependence.unknown.is_none() && ends.iter().all(|it| *it == load || *it == store)
        };
        let is_known = |it: usize| found.accesses.get(it).is_some_and(|it| relation_of(ir, it.op).is_ok());
        of_loop.peek().is_some()
            && of_loop.all(is_own)
            && is_known(load)
            && is_known(store)
            && !self.others_see(op, load, store)
    }

    /// Whether another access inside the loop may touch an element between its load and its store.
    fn others_see(&self, op: OpId, load: usize, store: usize) -> bool {
        let Self { ir, found, .. } = self;
        let touching = [load, store].into_iter().filter_map(|it| self.touching.get(&it)).flatten();
        touching.map(|it| &found.dependences[*it]).any(|it| {
            let is_end = |index: usize| index == load || index == store;
            let other = match (is_end(it.source), is_end(it.sink)) {
                (true, false) => it.sink,
                (false, true) => it.source,
                _ => return false,
            };
            found.accesses.get(other).is_some_and(|it| ir.is_within(it.op, op))
                && (it.unknown.is_some() || it.components.is_empty() || reaches_one_run(found, it, op))
        })
    }
}

/// Pairs of a load and a store of one element, between which it is folded.
fn through_memory(ir: &Ir, found: &Dependences, uses: &Uses<'_>) -> Vec<Reduction> {
    let accesses = || found.accesses.iter().enumerate();
    let loads: FxHashMap<ValueId, usize> = accesses()
        .filter_map(|(index, it)| match ir.ops[it.op].results.as_slice() {
            [loaded] => Some((*loaded, index)),
            _ => None,
        })
        .collect();
    let mut reductions = Vec::new();
    for (store, access) in accesses() {
        let data = &ir.ops[access.op];
        let touches = ir.touches(access.op);
        let [touch] = &touches[..] else { continue };
        if !touch.writes {
            continue;
        }
        let stored = touch.stored.and_then(|it| data.operands.get(it)?.value);
        let Some(stored) = stored.filter(|it| uses.is_used_once(*it)) else { continue };
        let is_load = |index: &usize| {
            let other = &found.accesses[*index];
            *index < store && other.memref == access.memref && ir.ops[other.op].block == data.block
        };
        let folded = uses.folded_into(stored).into_iter().filter_map(|(loaded, operation)| {
            Some((loads.get(&loaded).copied().filter(is_load)?, operation))
        });
        let mut folded: Vec<_> = folded.collect();
        folded.sort_unstable_by(|a, b| (a.0, &a.1.name).cmp(&(b.0, &b.1.name)));
        let mut last = folded.into_iter().rev();
        let nearest = last.find(|it| same_element(ir, found.accesses[it.0].op, access.op));
        if let Some((load, operation)) = nearest {
            reductions.push(Reduction::of(operation, Via::Memory { load, store }));
        }
    }
    reductions
}

/// What an access touches in each iteration: the block that it is in, the memref, the vector that is loaded or stored,
/// and the relation to where it starts. Equal rows and equal forms: locals are numbered in the order of the expressions.
#[derive(PartialEq, Eq, Hash)]
pub struct Element<'a> {
    block: BlockId,
    memref: ValueId,
    vector: Option<&'a Type>,
    start: AccessRelation,
}

/// `None` where that is not known.
pub fn element(ir: &Ir, op: OpId) -> Option<Element<'_>> {
    let data = &ir.ops[op];
    let touches = ir.touches(op);
    let [touch] = &touches[..] else { return None };
    let subscripts = touch.elements.subscripts().filter(|_| touch.elements.are_certain())?;
    Some(Element {
        block: data.block,
        memref: data.operands.get(touch.memref)?.value?,
        vector: touch.vector(ir, op),
        start: crate::dependence::results_relation(ir, op, &[subscripts]).ok()?,
    })
}

/// Whether two accesses touch the same elements of the same memref in every iteration of the same loops.
pub fn same_element(ir: &Ir, left: OpId, right: OpId) -> bool {
    element(ir, left).is_some_and(|it| Some(it) == element(ir, right))
}

/// Whether both ends of a dependence may lie in one run of the loop: no loop around it carries it.
fn reaches_one_run(found: &Dependences, dependence: &crate::dependence::Dependence, op: OpId) -> bool {
    let loops = super::parallelism::common_loops(found, dependence);
    let outside = loops.iter().position(|it| it.op == op).unwrap_or(loops.len());
    dependence.depth > outside
}
