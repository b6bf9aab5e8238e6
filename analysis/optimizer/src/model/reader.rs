//! From the IR to a tree of loops.

use super::latency::{iteration_latency, recurrence};
use super::nest::{Access, Body, LoopNode};
use super::throughput::{Work, is_gather};
use super::values::Values;
use crate::target::Target;
use base::at_once::takes_long;
use base::isolated_op::IsolatedOp;
use ir::affine::AffineExpr;
use ir::memory_effects::subtree;
use ir::types::Type;
use ir::{AppliedMap, Ir, OpId, OpKind, Transfer, ValueId, ir_of};
use polyhedral::loops::parallelism::Parallelism;
use polyhedral::loops::{Loops, loops};
use rustc_hash::FxHashSet;

/// Iterations over which the slope of a subscript is taken.
const MOST_STEPS: f64 = 16.0;

/// The loops of an isolated op, without those that the downstream compiler unrolls.
pub(super) fn tree(db: &dyn salsa::Database, op: IsolatedOp<'_>, target: &Target) -> Body {
    read(db, op, target, true)
}

/// The loops of an isolated op as they are written.
pub(super) fn written_tree(db: &dyn salsa::Database, op: IsolatedOp<'_>, target: &Target) -> Body {
    read(db, op, target, false)
}

fn read(db: &dyn salsa::Database, op: IsolatedOp<'_>, target: &Target, unrolls: bool) -> Body {
    takes_long(db);
    let ir = ir_of(db, op);
    let mut reader =
        Reader { db, op, ir, loops: loops(db, op), target, unrolls, values: Values::new(ir, target.size) };
    let mut body = Body::default();
    for block in &ir.regions[ir.top].blocks {
        for root in &ir.blocks[*block].ops {
            reader.inside(*root, &mut body, 1.0);
        }
    }
    body
}

struct Reader<'a> {
    db: &'a dyn salsa::Database,
    op: IsolatedOp<'a>,
    ir: &'a Ir,
    loops: &'a Loops,
    target: &'a Target,
    /// Whether small loops are taken for unrolled.
    unrolls: bool,
    values: Values<'a>,
}

impl Reader<'_> {
    fn inside(&mut self, op: OpId, body: &mut Body, weight: f64) {
        let ir = self.ir;
        for region in &ir.ops[op].regions {
            for block in &ir.regions[*region].blocks {
                for inner in &ir.blocks[*block].ops {
                    self.operation(*inner, body, weight);
                }
            }
        }
    }

    /// The parser bounds the depth.
    fn operation(&mut self, op: OpId, body: &mut Body, weight: f64) {
        let ir = self.ir;
        match &ir.ops[op].kind {
            OpKind::For(_) | OpKind::Parallel(_) => {
                let node = self.loop_node(op);
                body.has_vectors |= node.body.has_vectors;
                match self.unrolled(&node) {
                    Some(trips) => self.unroll(node, trips, body, weight),
                    None => body.loops.push(node),
                }
            }
            OpKind::If(_) => {
                body.is_branching = true;
                body.work.operations += weight * self.target.branch_operations;
                self.inside(op, body, weight * TAKEN);
            }
            OpKind::Apply(_)
            | OpKind::Min(_)
            | OpKind::Max(_)
            | OpKind::ConstantInteger(_)
            | OpKind::Constant => {}
            _ if !ir.ops[op].regions.is_empty() => {
                body.is_branching = true;
                let is_loop = ir.ops[op].has_trait("LoopLikeOpInterface");
                self.inside(op, body, if is_loop { weight * UNKNOWN_TRIPS } else { weight });
            }
            _ => match self.access(op, weight) {
                Some(access) => self.accessed(access, body),
                None => {
                    let work = Work::of(ir, op, self.target);
                    body.is_branching |= ir.ops[op].has_trait("CallOpInterface");
                    for result in &ir.ops[op].results {
                        if let Type::Vector { dims, .. } = &ir.values[*result].ty {
                            body.has_vectors = true;
                            body.lanes = body.lanes.max(dims.iter().map(|it| it.size as f64).product());
                        }
                    }
                    body.work.add(&work, weight);
                }
            },
        }
    }

    /// How often the downstream compiler writes the body of a small loop of constant bounds, one after the other.
    fn unrolled(&self, node: &LoopNode) -> Option<usize> {
        let OpKind::For(header) = &self.ir.ops[node.op].kind else { return None };
        let is_constant = |it: &AppliedMap| {
            it.map.as_ref().is_some_and(|it| matches!(*it.results, [AffineExpr::Constant(_)]))
        };
        let operations = node.trips * (node.body.work.all() + self.target.branch_operations);
        let is_small = self.unrolls && operations <= self.target.compiler.most_unrolled;
        let fits =
            is_small && node.body.loops.is_empty() && !node.body.has_vectors && !node.body.is_branching;
        (fits && is_constant(&header.lower) && is_constant(&header.upper)).then_some(node.trips as usize)
    }

    fn unroll(&self, node: LoopNode, trips: usize, into: &mut Body, weight: f64) {
        let count = trips as f64;
        for iteration in 0..trips {
            let distance = iteration as f64 - (count / 2.0).floor();
            for access in &node.body.accesses {
                let mut access = access.clone();
                if let Some(at) = access.slopes.iter().position(|it| it.0 == node.op) {
                    let (_, slope) = access.slopes.remove(at);
                    for (middle, slope) in access.middle.iter_mut().zip(slope) {
                        *middle += slope * distance;
                    }
                }
                access.weight *= weight;
                self.accessed(access, into);
            }
        }
        let others = Work { loads: 0.0, stores: 0.0, ..node.body.work };
        into.work.add(&others, weight * count);
        into.chain += count * node.recurrence.min(self.target.arithmetic_latency);
    }

    fn accessed(&self, access: Access, body: &mut Body) {
        // The compiler after loads an element once, and stores it once.
        let is_known =
            body.accesses.iter().any(|it| it.touches_same(&access) && (it.is_store || !access.is_store));
        body.has_vectors |= access.lanes > 1.0;
        body.lanes = body.lanes.max(access.lanes);
        if is_known {
            return;
        }
        let bytes = access.lanes * access.element_bytes;
        let vectors = match access.is_scattered {
            true => self.target.scattered * access.lanes,
            // Whole lines are rarely aligned.
            false if bytes >= self.target.line_bytes => self.target.unaligned * self.registers(bytes),
            false => self.registers(bytes),
        };
        match access.is_store {
            true => body.work.stores += access.weight * vectors,
            false => body.work.loads += access.weight * vectors,
        }
        if access.is_scattered {
            body.work.operations += access.weight * access.lanes;
        }
        body.accesses.push(access);
    }

    fn loop_node(&mut self, op: OpId) -> LoopNode {
        let ir = self.ir;
        let depth = self.values.around.len();
        let mut trips = 1.0;
        let arguments = ir.body(op).map(|it| &*ir.blocks[it].arguments).unwrap_or_default();
        let mut carries_values = false;
        let guesses = self.values.guesses;
        match &ir.ops[op].kind {
            OpKind::For(header) => {
                let step = header.step.map_or(1.0, |it| it as f64).max(1.0);
                trips = self.values.enter((op, 0), (&header.lower, &header.upper), step, arguments.first());
                carries_values = !header.inits.is_empty();
            }
            OpKind::Parallel(parallel) => {
                for (dim, bounds) in parallel.lower.iter().zip(&parallel.upper).enumerate() {
                    let step =
                        parallel.steps.as_ref().and_then(|it| it.get(dim)).map_or(1.0, |it| *it as f64);
                    trips *= self.values.enter((op, dim), bounds, step.max(1.0), arguments.get(dim));
                }
            }
            _ => {}
        }
        let is_exact = self.values.guesses == guesses;
        let mut body = Body::default();
        self.inside(op, &mut body, 1.0);
        self.values.around.truncate(depth);
        let parallelism = self.loops.of(op).map(|it| &it.parallelism);
        LoopNode {
            op,
            trips,
            is_exact,
            recurrence: recurrence(self.db, self.op, op, self.target),
            latency: if body.loops.is_empty() {
                iteration_latency(self.db, self.op, op, self.target) + body.chain
            } else {
                0.0
            },
            is_parallel: parallelism == Some(&Parallelism::Parallel),
            folds: parallelism == Some(&Parallelism::Reductions),
            carries_values,
            live_values: self.live_values(op, arguments),
            body,
        }
    }

    /// Registers for the values that a loop carries, and for those from outside.
    fn live_values(&self, op: OpId, arguments: &[ValueId]) -> f64 {
        let ir = self.ir;
        let is_number = |it: &ValueId| matches!(ir.values[*it].ty, Type::Vector { .. } | Type::Float(_));
        let all = subtree(ir, op);
        let inside: FxHashSet<OpId> = all.iter().copied().collect();
        let mut live: FxHashSet<ValueId> = arguments.iter().skip(1).copied().filter(is_number).collect();
        for value in all.iter().skip(1).flat_map(|it| &ir.ops[*it].operands).filter_map(|it| it.value) {
            let is_outside = ir.defining_op(value).is_some_and(|it| !inside.contains(&it));
            if is_outside && is_number(&value) {
                live.insert(value);
            }
        }
        let bytes = |it: &ValueId| ir.values[*it].ty.size_in_bytes().unwrap_or(8) as f64;
        live.iter().map(|it| self.registers(bytes(it))).sum()
    }

    fn registers(&self, bytes: f64) -> f64 {
        (bytes * 8.0 / self.target.vector_bits).ceil().max(1.0)
    }

    /// `None` for what is not an access, or for an access to memory about which too little is known.
    fn access(&mut self, op: OpId, weight: f64) -> Option<Access> {
        let ir = self.ir;
        let operand = |at: usize| ir.ops[op].operands.get(at)?.value;
        let result = ir.ops[op].results.first().copied();
        let (memref, moved, is_store) = match &ir.ops[op].kind {
            OpKind::Access(access) if access.op.writes() => {
                (operand(access.memref)?, operand(access.stored?), true)
            }
            OpKind::Access(access) if access.op.reads() => (operand(access.memref)?, result, false),
            OpKind::Other => match ir.ops[op].transfer()? {
                Transfer { memory, stored: Some(stored) } => (operand(memory)?, operand(stored), true),
                Transfer { memory, stored: None } => (operand(memory)?, result, false),
            },
            _ => return None,
        };
        let Type::MemRef(ty) = &ir.values[memref].ty else { return None };
        let rank = ty.dims.len();
        let element_bytes = ty.element.size_in_bytes()? as f64;
        let bytes =
            moved.and_then(|it| ir.values[it].ty.size_in_bytes()).map_or(element_bytes, |it| it as f64);
        let middle = self.subscripts(op, rank)?;
        let mut slopes = Vec::new();
        for around in self.values.around.clone() {
            // Quotients and remainders move in the mean.
            let steps = around.trips.clamp(1.0, MOST_STEPS).floor();
            self.values.shift(around.variable, steps * around.step);
            let there = self.subscripts(op, rank);
            self.values.shift(around.variable, -steps * around.step);
            let slope: Vec<f64> =
                there?.iter().zip(&middle).map(|(there, here)| (there - here) / steps).collect();
            if slope.iter().any(|it| *it != 0.0) {
                slopes.push((around.of, slope));
            }
        }
        let is_transfer = ir.ops[op].has_trait("VectorTransferOpInterface");
        let is_masked = ir.parent_op(op).is_some_and(|it| ir.ops[it].is("vector.mask"));
        Some(Access {
            memref,
            is_store,
            element_bytes,
            lanes: (bytes / element_bytes).max(1.0),
            is_scattered: is_transfer && !is_masked || is_gather(&ir.ops[op]),
            weight,
            sizes: ty.dims.iter().map(|it| it.map_or(self.target.size, |it| it as f64)).collect(),
            middle,
            slopes,
        })
    }

    fn subscripts(&mut self, op: OpId, rank: usize) -> Option<Vec<f64>> {
        let ir = self.ir;
        if let OpKind::Access(access) = &ir.ops[op].kind {
            return self.values.results(op, &access.subscripts);
        }
        let first = ir.ops[op].transfer()?.memory.checked_add(1)?;
        let indices = ir.ops[op].operands.get(first..first.checked_add(rank)?)?;
        indices.iter().map(|it| Some(self.values.value(it.value?))).collect()
    }
}

/// The probability that is assumed for an unknown condition.
const TAKEN: f64 = 0.75;

/// The trip count that is assumed for an unknown loop.
const UNKNOWN_TRIPS: f64 = 10.0;
