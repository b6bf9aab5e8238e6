//! Cycles of computation: the operations of an iteration by the ports that they take, or the longest recurrence.
//!
//! The bounds are those of modulo scheduling (Rau, *Iterative Modulo Scheduling*, 1994): by resources, and by the
//! latencies of a cycle of dependences over its distance.

use super::Bound;
use super::nest::{Body, LoopNode};
use crate::target::Target;
use ir::types::Type;
use ir::{Ir, Op, OpId};
use syntax::ods::Semantics;
use syntax::ods::semantics::{Float, Function, Integer};

/// Operations on vectors of the hardware, or on numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Work {
    pub arithmetic: f64,
    pub loads: f64,
    pub stores: f64,
    /// Cycles of a unit that takes one operation at a time: divisions, roots, functions of a library.
    pub slow: f64,
    /// All others.
    pub operations: f64,
    /// The numbers that arithmetic gives, each lane of a vector for itself.
    pub results: f64,
}

impl Work {
    pub fn add(&mut self, other: &Work, weight: f64) {
        self.combine(other, |own, other| own + weight * other);
    }

    pub(super) fn combine(&mut self, other: &Work, by: impl Fn(f64, f64) -> f64) {
        self.arithmetic = by(self.arithmetic, other.arithmetic);
        self.loads = by(self.loads, other.loads);
        self.stores = by(self.stores, other.stores);
        self.slow = by(self.slow, other.slow);
        self.operations = by(self.operations, other.operations);
        self.results = by(self.results, other.results);
    }

    /// All operations.
    pub fn all(&self) -> f64 {
        self.arithmetic + self.loads + self.stores + self.operations
    }

    /// Cycles per execution, and what decides them.
    fn cycles(&self, target: &Target) -> (f64, Bound) {
        let all = self.all();
        [
            (self.arithmetic / target.arithmetic_per_cycle + self.slow, Bound::Arithmetic),
            (self.loads / target.loads_per_cycle, Bound::Loads),
            (self.stores / target.stores_per_cycle, Bound::Stores),
            (all / target.operations_per_cycle, Bound::Operations),
        ]
        .into_iter()
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .unwrap_or((0.0, Bound::Operations))
    }

    /// The work of an operation other than an access.
    pub fn of(ir: &Ir, op: OpId, target: &Target) -> Work {
        let data = &ir.ops[op];
        let result = data.results.first().map(|it| &ir.values[*it].ty);
        let operand = data.operands.first().and_then(|it| it.value).map(|it| &ir.values[it].ty);
        let shape = result.filter(|it| !matches!(it, Type::Index)).or(operand);
        let (lanes, bytes) = shape.map_or((1.0, 8.0), lanes_and_bytes);
        let vectors = (lanes * bytes * 8.0 / target.vector_bits).ceil().max(1.0);
        let mut work = Work::default();
        if !matches!(result, Some(Type::Index)) {
            work.results = match class(data) {
                Class::Arithmetic if data.semantics() == Some(Semantics::Function(Function::Fma)) => {
                    2.0 * lanes
                }
                Class::Arithmetic | Class::Division | Class::Library => lanes,
                Class::Reduction => operand.map_or(1.0, |it| lanes_and_bytes(it).0),
                _ => 0.0,
            };
        }
        match class(data) {
            Class::Arithmetic if matches!(result, Some(Type::Index)) => work.operations += 1.0,
            Class::Arithmetic => work.arithmetic += vectors,
            Class::Division => {
                work.arithmetic += vectors;
                let share = if lanes > 1.0 { target.slow.vector_division } else { 1.0 };
                work.slow += target.slow.division * lanes * share * bytes / 8.0;
            }
            Class::Library => work.slow += target.slow.library * lanes,
            Class::Move => work.operations += vectors,
            Class::Reduction => {
                let (lanes, _) = operand.map_or((1.0, 8.0), lanes_and_bytes);
                work.operations += target.slow.fold * lanes.max(2.0).log2();
                work.arithmetic += lanes.max(2.0).log2();
            }
            Class::Transfer => {
                work.loads += vectors;
                work.operations += vectors;
            }
            Class::Gather => work.loads += lanes,
            Class::Nothing => {}
            Class::Call => work.slow += target.slow.call,
        }
        work
    }
}

/// Sums in as many registers that a recurrence can be parted into.
const PARTIAL_SUMS: f64 = 4.0;

/// Fewer iterations are not worth lanes.
const LEAST_LANES: f64 = 4.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Arithmetic,
    Division,
    /// Functions of a library, lane by lane.
    Library,
    /// From lane to lane, or from type to type.
    Move,
    Reduction,
    Transfer,
    Gather,
    Call,
    Nothing,
}

pub(super) fn class(op: &Op) -> Class {
    match op.semantics() {
        Some(Semantics::Constant | Semantics::Poison) => Class::Nothing,
        Some(Semantics::Float(Float::Div | Float::Rem) | Semantics::Function(Function::Sqrt)) => {
            Class::Division
        }
        Some(Semantics::Integer(
            Integer::DivSigned | Integer::DivUnsigned | Integer::RemSigned | Integer::RemUnsigned,
        )) => Class::Division,
        Some(Semantics::Function(
            Function::Fma | Function::AbsFloat | Function::AbsInteger | Function::CopySign,
        )) => Class::Arithmetic,
        Some(Semantics::Function(_)) => Class::Library,
        Some(
            Semantics::Integer(_)
            | Semantics::Float(_)
            | Semantics::CompareIntegers
            | Semantics::CompareFloats
            | Semantics::Negate
            | Semantics::Select
            | Semantics::Cast(_),
        ) => Class::Arithmetic,
        Some(Semantics::Load | Semantics::Store | Semantics::Prefetch) | None => match op.dialect() {
            _ if op.has_trait("CallOpInterface") => Class::Call,
            "math" => Class::Library,
            "arith" => Class::Arithmetic,
            "vector" if is_gather(op) => Class::Gather,
            "vector" if op.transfer().is_some() => Class::Transfer,
            "vector" if op.is("vector.reduction") || op.is("vector.multi_reduction") => Class::Reduction,
            "vector" => Class::Move,
            _ => Class::Nothing,
        },
    }
}

/// Whether each lane is loaded from, or stored at, a place of its own.
pub(super) fn is_gather(op: &Op) -> bool {
    op.is("vector.gather") || op.is("vector.scatter")
}

fn lanes_and_bytes(ty: &Type) -> (f64, f64) {
    match ty {
        Type::Vector { dims, element } => {
            let lanes: u64 = dims.iter().map(|it| it.size).product();
            (lanes as f64, element.size_in_bytes().unwrap_or(8) as f64)
        }
        other => (1.0, other.size_in_bytes().unwrap_or(8) as f64),
    }
}

/// Cycles of one run of a loop, and what decides them.
pub fn of_loop(node: &LoopNode, target: &Target) -> (f64, Bound) {
    Throughput { target, may_vectorize: false }.of_loop(node, &mut Vec::new())
}

/// The same if what may run in lanes did.
pub fn potential_of_loop(node: &LoopNode, target: &Target) -> f64 {
    Throughput { target, may_vectorize: true }.of_loop(node, &mut Vec::new()).0
}

struct Throughput<'t> {
    target: &'t Target,
    may_vectorize: bool,
}

impl Throughput<'_> {
    fn of_loop<'n>(&self, node: &'n LoopNode, around: &mut Vec<&'n LoopNode>) -> (f64, Bound) {
        around.push(node);
        let (iteration, bound) = self.of_iteration(node, around);
        around.pop();
        // Of a loop that ends the end is not foreseen.
        (node.trips * iteration + self.target.exit_cycles, bound)
    }

    fn of_iteration<'n>(&self, node: &'n LoopNode, around: &mut Vec<&'n LoopNode>) -> (f64, Bound) {
        let target = self.target;
        let body = &node.body;
        let mut work = body.work;
        // The variable and the branch.
        work.operations += target.branch_operations;
        let excess = node.live_values + target.working_registers - target.vector_registers;
        if excess > 0.0 && body.loops.is_empty() {
            work.loads += target.spills * excess;
            work.stores += target.spills * excess;
        }
        let (mut cycles, mut bound) = work.cycles(target);
        if body.loops.is_empty()
            && let Some(lanes) = compiler_lanes(node, target)
        {
            let slow = work.slow * lanes * target.slow.vector_division;
            let mut vectors = Work { operations: work.operations - target.branch_operations, slow, ..work };
            let strided = |it: &&super::nest::Access| !it.is_store && it.stride(node.op).abs() > 1.0;
            let scattered: f64 = body.accesses.iter().filter(strided).map(|it| it.weight).sum();
            vectors.loads += scattered * (lanes - 1.0);
            vectors.operations += target.branch_operations + scattered * lanes;
            let (of_vectors, of_bound) = vectors.cycles(target);
            // Checks that memory is distinct, and the rest that fills no vector.
            let compiler = &target.compiler;
            let overhead = compiler.check_cycles + compiler.remainder * lanes * cycles;
            let overhead = overhead / node.trips.max(1.0);
            if of_vectors / lanes + overhead < cycles {
                (cycles, bound) = (of_vectors / lanes + overhead, of_bound);
            }
        }
        if self.may_vectorize
            && body.loops.is_empty()
            && let Some(lanes) = possible_lanes(node, around, target)
        {
            return (
                cycles.min(work.cycles(target).0 / lanes).max(node.recurrence / lanes / PARTIAL_SUMS),
                bound,
            );
        }
        for inner in &body.loops {
            let (of_inner, inner_bound) = self.of_loop(inner, around);
            if of_inner > cycles {
                bound = inner_bound;
            }
            cycles += of_inner;
        }
        // This many operations at once are under way.
        let waits = node.latency * (work.all() / target.operations_under_way).min(1.0);
        if waits > cycles && waits > node.recurrence {
            return (waits, Bound::Recurrence);
        }
        if node.recurrence > cycles { (node.recurrence, Bound::Recurrence) } else { (cycles, bound) }
    }
}

/// The lanes that one of the loops around a body may have.
fn possible_lanes(node: &LoopNode, around: &[&LoopNode], target: &Target) -> Option<f64> {
    let Body { accesses, has_vectors, is_branching, .. } = &node.body;
    if *has_vectors || *is_branching {
        return None;
    }
    let moves_by_one = |of: &LoopNode| {
        accesses.iter().all(|it| {
            let stride = it.stride(of.op);
            stride == 1.0 || stride == 0.0 && !it.is_store || stride == 0.0 && of.folds
        })
    };
    let bytes = accesses.iter().map(|it| it.element_bytes).fold(0.0, f64::max);
    let may =
        around.iter().any(|it| (it.is_parallel || it.folds) && it.trips >= LEAST_LANES && moves_by_one(it));
    (may && bytes > 0.0).then(|| target.vector_bits / 8.0 / bytes)
}

/// The lanes that the downstream compiler gives a loop of numbers.
fn compiler_lanes(node: &LoopNode, target: &Target) -> Option<f64> {
    let Body { accesses, has_vectors, is_branching, .. } = &node.body;
    let is_contiguous = |it: &&super::nest::Access| it.stride(node.op).abs() == 1.0;
    let stores_fit = accesses.iter().filter(|it| it.is_store).all(|it| is_contiguous(&it));
    // Quotients and remainders are not strides.
    let are_strides = accesses.iter().all(|it| it.stride(node.op).fract() == 0.0);
    let bytes = accesses.iter().map(|it| it.element_bytes).fold(0.0, f64::max);
    let fits = node.is_parallel && !node.carries_values && !has_vectors && !is_branching;
    (fits && stores_fit && are_strides && bytes > 0.0 && node.trips >= target.compiler.least_trips)
        .then(|| target.compiler.vector_bits / 8.0 / bytes)
}
