//! Reductions: values that a loop folds by one operation that associates and commutes, through an iteration
//! argument or through one element of memory that is loaded, combined and stored.
//!
//! Nothing else may see the values in between: every link of the chain has one use.

use crate::dependence::{Dependences, relation_of};
use crate::ir::{AccessOp, Ir, OpId, OpKind, ValueId};
use rustc_hash::FxHashMap;

/// One value that a loop folds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reduction {
    pub(crate) via: Via,
    /// The name of the operation: `arith.addf`.
    pub(crate) operation: Box<str>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Via {
    /// Of `affine.for` by its position from 0; of `affine.parallel` the result.
    IterationArgument(usize),
    /// Indices of the two accesses of one element.
    Memory { load: usize, store: usize },
}

impl Reduction {
    /// As a reader writes it: `+`, `min`.
    pub(crate) fn symbol(&self) -> &'static str {
        symbol(&self.operation).unwrap_or("?")
    }
}

/// The operations whose results do not depend on the order of many operands, up to rounding.
fn symbol(operation: &str) -> Option<&'static str> {
    Some(match operation {
        "arith.addf" | "arith.addi" | "index.add" => "+",
        "arith.mulf" | "arith.muli" | "index.mul" => "*",
        "arith.andi" | "index.and" => "and",
        "arith.ori" | "index.or" => "or",
        "arith.xori" | "index.xor" => "xor",
        "arith.minimumf" | "arith.minnumf" | "arith.minsi" | "arith.minui" | "index.mins" | "index.minu" => {
            "min"
        }
        "arith.maximumf" | "arith.maxnumf" | "arith.maxsi" | "arith.maxui" | "index.maxs" | "index.maxu" => {
            "max"
        }
        _ => return None,
    })
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
    fn folds(&self, from: ValueId, to: ValueId) -> Option<&'a str> {
        self.chain(from, to, MAX_CHAIN)
    }

    fn chain(&self, from: ValueId, to: ValueId, links: usize) -> Option<&'a str> {
        let links = links.checked_sub(1)?;
        let op = self.ir.defining_op(to)?;
        let data = &self.ir.ops[op];
        if let OpKind::For(inner) = &data.kind {
            // The inner loop takes the value over, folds it by the same operation, and hands it back.
            let index = data.results.iter().position(|it| *it == to)?;
            let init = data.operands.get(inner.inits.clone())?.get(index)?.value?;
            let operation = self.argument(op, index, links)?;
            if init == from && self.is_used_once(from) {
                return Some(operation);
            }
            return (self.is_used_once(init) && self.chain(from, init, links)? == operation)
                .then_some(operation);
        }
        symbol(&data.name)?;
        let [left, right] = data.operands.as_slice() else { return None };
        for operand in [left.value?, right.value?] {
            if operand == from && self.is_used_once(from) {
                return Some(&data.name);
            }
        }
        let link = [left.value?, right.value?].into_iter().find(|it| {
            self.is_used_once(*it) && self.chain(from, *it, links).is_some_and(|inner| inner == &*data.name)
        });
        link.map(|_| &*data.name)
    }

    /// The operation by which a loop folds one of its iteration arguments.
    fn argument(&self, op: OpId, index: usize, links: usize) -> Option<&'a str> {
        let body = &self.ir.blocks[self.ir.body(op)?];
        let argument = *body.arguments.get(index.checked_add(1)?)?;
        let end = &self.ir.ops[*body.ops.last()?];
        let yielded = end.is("affine.yield").then(|| end.operands.get(index)?.value).flatten()?;
        if !self.is_used_once(yielded) {
            return None;
        }
        self.chain(argument, yielded, links)
    }
}

/// Pairs of a load and a store of one element, between which it is folded.
pub(super) fn through_memory(ir: &Ir, found: &Dependences) -> Vec<Reduction> {
    let uses = Uses::of(ir);
    let mut reductions = Vec::new();
    for (store, access) in found.accesses.iter().enumerate() {
        let data = &ir.ops[access.op];
        let OpKind::Access(kind) = &data.kind else { continue };
        if !kind.op.writes() {
            continue;
        }
        let stored = kind.stored.and_then(|it| data.operands.get(it)?.value);
        let Some(stored) = stored.filter(|it| uses.is_used_once(*it)) else { continue };
        let loads = found.accesses.iter().enumerate().take(store).rev();
        for (load, other) in loads {
            if other.memref != access.memref || ir.ops[other.op].block != data.block {
                continue;
            }
            let [loaded] = ir.ops[other.op].results.as_slice() else { continue };
            if let Some(operation) = uses.folds(*loaded, stored)
                && same_element(ir, other.op, access.op)
            {
                let via = Via::Memory { load, store };
                reductions.push(Reduction { via, operation: operation.into() });
                break;
            }
        }
    }
    reductions
}

/// Whether two accesses touch the same elements of the same memref in every iteration of the same loops.
pub(crate) fn same_element(ir: &Ir, left: OpId, right: OpId) -> bool {
    let shape = |op: OpId| {
        let OpKind::Access(access) = &ir.ops[op].kind else { return None };
        let vector = match access.op {
            AccessOp::VectorLoad => ir.ops[op].results.first().copied(),
            AccessOp::VectorStore => access.stored.and_then(|it| ir.ops[op].operands.get(it)?.value),
            _ => None,
        };
        let memref = ir.ops[op].operands.get(access.memref)?.value?;
        Some((memref, vector.map(|it| &ir.values[it].ty), &access.subscripts))
    };
    let (Some(a), Some(b)) = (shape(left), shape(right)) else { return false };
    if (a.0, a.1) != (b.0, b.1) || ir.ops[left].block != ir.ops[right].block {
        return false;
    }
    let starts = |op: OpId, applied| crate::dependence::results_relation(ir, op, &[applied]);
    match (starts(left, a.2), starts(right, b.2)) {
        // Equal rows and equal forms: locals are numbered in the order of the expressions.
        (Ok(left), Ok(right)) => left == right,
        _ => false,
    }
}

/// The reductions of one loop, among whose carried dependences those through memory are.
pub(super) fn of_loop(
    ir: &Ir,
    found: &Dependences,
    op: OpId,
    carried: &[usize],
    in_memory: &[Reduction],
) -> Vec<Reduction> {
    let mut reductions = Vec::new();
    if let OpKind::For(header) = &ir.ops[op].kind {
        let uses = Uses::of(ir);
        for index in 0..header.inits.len() {
            if let Some(operation) = uses.argument(op, index, MAX_CHAIN) {
                let via = Via::IterationArgument(index);
                reductions.push(Reduction { via, operation: operation.into() });
            }
        }
    }
    if let OpKind::Parallel(header) = &ir.ops[op].kind {
        for (index, kind) in header.reductions.iter().enumerate() {
            let operation = match &**kind {
                "maxs" => "arith.maxsi".into(),
                "maxu" => "arith.maxui".into(),
                "mins" => "arith.minsi".into(),
                "minu" => "arith.minui".into(),
                kind => format!("arith.{kind}").into(),
            };
            reductions.push(Reduction { via: Via::IterationArgument(index), operation });
        }
    }
    let ends = |index: &usize| {
        let dependence = &found.dependences[*index];
        (dependence.source, dependence.sink)
    };
    let folds = |it: &&Reduction| {
        let Via::Memory { load, store } = it.via else { return false };
        // Other accesses of the element would see how far the fold has come.
        let concerned = |(source, sink)| [source, sink].iter().any(|it| *it == load || *it == store);
        let inside = |(source, sink)| [source, sink].iter().all(|it| *it == load || *it == store);
        let mut touching = carried.iter().map(ends).filter(|it| concerned(*it)).peekable();
        let is_known = |op: OpId| relation_of(ir, op).is_ok();
        touching.peek().is_some()
            && touching.all(inside)
            && [load, store].iter().all(|it| found.accesses.get(*it).is_some_and(|it| is_known(it.op)))
            && !others_see(ir, found, op, load, store)
    };
    reductions.extend(in_memory.iter().filter(folds).cloned());
    reductions
}

/// Whether another access inside the loop may touch an element between its load and its store.
fn others_see(ir: &Ir, found: &Dependences, op: OpId, load: usize, store: usize) -> bool {
    found.dependences.iter().any(|it| {
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

/// Whether both ends of a dependence may lie in one run of the loop: no loop around it carries it.
fn reaches_one_run(found: &Dependences, dependence: &crate::dependence::Dependence, op: OpId) -> bool {
    let loops = super::parallelism::common_loops(found, dependence);
    let outside = loops.iter().position(|it| it.op == op).unwrap_or(loops.len());
    dependence.depth > outside
}
