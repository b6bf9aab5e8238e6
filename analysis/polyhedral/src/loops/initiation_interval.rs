//! The least number of cycles between the starts of two iterations of a pipelined loop that its recurrences allow (Rau,
//! *Iterative Modulo Scheduling*, 1994), with the latencies that the user gives to operations.
//!
//! The graph of what waits for what has an edge for each use of a value and each dependence through memory; a cycle that
//! takes this many cycles of the clock and spans this many iterations forces their quotient.

use super::cycle_ratio::{Edge, greatest_cycle_ratio};
use super::loops;
use super::parallelism::is_carried_by;
use crate::dependence::{Dependence, Dependences, dependences};
use crate::report::DependenceKind;
use base::at_once::takes_long;
use base::isolated_op::IsolatedOp;
use base::source_file::SettingsInput;
use ir::memory_effects::subtree;
use ir::{Ir, OpId, ValueId, meaning_of};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Of a loop without loops inside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InitiationInterval {
    /// At least 1.
    pub cycles: u64,
    /// The recurrence that forces the interval, if any does.
    pub recurrence: Option<Recurrence>,
    /// Why a dependence counts that may not exist.
    pub assumed: Option<Arc<str>>,
}

/// Operations each of which waits for the one before it, and the first for the last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recurrence {
    pub ops: Vec<OpId>,
    /// Cycles of all of them together.
    pub latency: u64,
    /// Iterations later the first one runs again.
    pub distance: u64,
}

/// Graphs whose edges times nodes are more are not looked at.
const MOST_WORK: usize = 4_000_000;

/// Those of the loops of an isolated op; none where the user has given no latencies.
#[salsa::tracked(returns(ref))]
pub fn initiation_intervals<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
) -> FxHashMap<OpId, InitiationInterval> {
    takes_long(db);
    let latencies = &SettingsInput::get(db).settings(db).latencies;
    if latencies.is_empty() {
        return FxHashMap::default();
    }
    let (ir, found) = (meaning_of(db, op), dependences(db, op));
    let innermost = loops(db, op).loops.iter().filter(|it| !ir.is_parallel_loop(it.op));
    let intervals = innermost.filter_map(|it| {
        let latency = |op: OpId| u64::from(latencies.get(&*ir.ops[op].name).copied().unwrap_or_default());
        let graph = Graph::of(ir, found, (it.op, &it.carried), &latency)?;
        Some((it.op, graph.interval()?))
    });
    intervals.collect()
}

/// An operation or a carried value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    Op(OpId),
    Carried(usize),
}

struct Graph<'a> {
    ir: &'a Ir,
    of: OpId,
    latency: &'a dyn Fn(OpId) -> u64,
    nodes: Vec<Node>,
    numbers: FxHashMap<Node, usize>,
    edges: Vec<Edge>,
    assumed: Option<Arc<str>>,
}

impl<'a> Graph<'a> {
    /// `None` of a loop with others inside.
    fn of(
        ir: &'a Ir,
        found: &Dependences,
        (of, carried): (OpId, &[usize]),
        latency: &'a dyn Fn(OpId) -> u64,
    ) -> Option<Self> {
        let ops: Vec<OpId> = subtree(ir, of).into_iter().skip(1).collect();
        if ops.iter().any(|it| ir.ops[*it].has_trait("LoopLikeOpInterface")) {
            return None;
        }
        let (nodes, numbers, edges) = Default::default();
        let mut graph = Self { ir, of, latency, nodes, numbers, edges, assumed: None };
        graph.uses(&ops);
        graph.carried_values();
        graph.through_memory(found, carried);
        (graph.nodes.len().saturating_mul(graph.edges.len()) <= MOST_WORK).then_some(graph)
    }

    fn number(&mut self, node: Node) -> usize {
        *self.numbers.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            self.nodes.len() - 1
        })
    }

    fn edge(&mut self, from: Node, to: Node, distance: u64) {
        let latency = match from {
            Node::Op(op) => (self.latency)(op),
            Node::Carried(_) => 0,
        };
        let (from, to) = (self.number(from), self.number(to));
        self.edges.push(Edge { from, to, latency, distance });
    }

    /// The operation that computes a value in the loop.
    fn source(&self, value: ValueId) -> Option<Node> {
        if let Some(op) = self.ir.defining_op(value) {
            return (op != self.of && self.ir.is_within(op, self.of)).then_some(Node::Op(op));
        }
        let (op, index) = self.ir.entry_argument_of(value)?;
        let counted = self.ir.counted_loop(op).filter(|_| op == self.of)?;
        Some(Node::Carried(counted.carried().into_iter().position(|it| it.argument == index)?))
    }

    fn uses(&mut self, ops: &[OpId]) {
        for op in ops {
            for value in self.ir.ops[*op].operands.iter().filter_map(|it| it.value) {
                if let Some(source) = self.source(value) {
                    self.edge(source, Node::Op(*op), 0);
                }
            }
            // The results of a region, and the condition that decides whether it runs, are waited for.
            let around = self.ir.ancestors(*op).next().filter(|it| *it != self.of);
            if let Some(around) = around {
                let is_end = self.ir.ops[*op].is_terminator();
                let (from, to) = if is_end { (*op, around) } else { (around, *op) };
                if is_end || self.ir.guard(around).is_some() && self.ir.ops[around].results.is_empty() {
                    self.edge(Node::Op(from), Node::Op(to), 0);
                }
            }
        }
    }

    fn carried_values(&mut self) {
        let Some(counted) = self.ir.counted_loop(self.of) else { return };
        let Some(end) = self.ir.blocks[counted.body].ops.last() else { return };
        for (index, carried) in counted.carried().into_iter().enumerate() {
            let given = self.ir.ops[*end].operands.get(carried.next).and_then(|it| it.value);
            if let Some(source) = given.and_then(|it| self.source(it)) {
                self.edge(source, Node::Carried(index), 1);
            }
        }
    }

    fn through_memory(&mut self, found: &Dependences, carried: &[usize]) {
        let is_inside = |op: OpId| op != self.of && self.ir.is_within(op, self.of);
        let inside: Vec<_> = found
            .dependences
            .iter()
            .enumerate()
            .filter(|(_, it)| [it.source, it.sink].iter().all(|it| is_inside(found.accesses[*it].op)))
            .collect();
        for (index, dependence) in inside {
            let is_carried =
                carried.binary_search(&index).is_ok() && is_carried_by(self.ir, found, dependence, self.of);
            let distance = match is_carried {
                true => self.distance(found, dependence),
                false if dependence.depth > dependence.components.len() => 0,
                false => continue,
            };
            if is_carried && self.assumed.is_none() {
                self.assumed.clone_from(&dependence.unknown);
            }
            let (source, sink) = (found.accesses[dependence.source].op, found.accesses[dependence.sink].op);
            let latency = match dependence.kind {
                DependenceKind::Raw => (self.latency)(source),
                DependenceKind::War => 0,
                DependenceKind::Waw => 1,
            };
            let (from, to) = (self.number(Node::Op(source)), self.number(Node::Op(sink)));
            self.edges.push(Edge { from, to, latency, distance });
        }
    }

    /// The least number of iterations between the two ends.
    fn distance(&self, found: &Dependences, dependence: &Dependence) -> u64 {
        let loops = &found.accesses[dependence.source].loops;
        let own = loops.iter().position(|it| it.op == self.of);
        let component = own.and_then(|it| dependence.components.get(it)?.lower.as_ref()?.to_i64());
        let step = self.ir.counted_loop(self.of).and_then(|it| it.dims.first()?.step.positive());
        let least = component.filter(|_| dependence.unknown.is_none()).zip(step).map(|(it, step)| it / step);
        least.and_then(|it| u64::try_from(it).ok()).unwrap_or_default().max(1)
    }

    /// `None` where sums do not fit.
    fn interval(&self) -> Option<InitiationInterval> {
        let greatest = greatest_cycle_ratio(self.nodes.len(), &self.edges)?;
        let op = |edge: &usize| match self.nodes[self.edges[*edge].from] {
            Node::Op(op) => Some(op),
            Node::Carried(_) => None,
        };
        let recurrence = greatest.map(|it| {
            let mut ops: Vec<OpId> = it.edges.iter().filter_map(op).collect();
            // From the one that comes first in the text.
            let first = ops.iter().enumerate().min_by_key(|it| it.1).map_or(0, |it| it.0);
            ops.rotate_left(first);
            Recurrence { ops, latency: it.latency, distance: it.distance }
        });
        let cycles = recurrence.as_ref().map_or(1, |it| it.latency.div_ceil(it.distance).max(1));
        Some(InitiationInterval { cycles, recurrence, assumed: self.assumed.clone() })
    }
}

#[cfg(test)]
mod tests {
    use analysis::{Host, Settings};
    use expect_test::{Expect, expect};

    fn check(body: &str, expected: Expect) {
        let text = format!(
            "func.func @f(%A: memref<100xf32>, %B: memref<100xf32>, %x: f32, %n: index) {{\n{body}\nreturn\n}}\n"
        );
        let mut host = Host::new();
        let cycles = [("arith.addf", 7), ("arith.mulf", 4), ("affine.load", 2), ("affine.store", 1)];
        let latencies = cycles.iter().map(|it| (it.0.to_owned(), it.1)).collect();
        host.set_settings(Settings { latencies, ..Settings::default() });
        let file = host.add_file(&text);
        let mut out = String::new();
        for it in host.analysis().loops(file).iter().flat_map(|it| &it.loops) {
            let text = it.pipeline.as_ref().map(|it| it.text(|name, _| name.to_owned()));
            out.push_str(&(text.unwrap_or_else(|| "-".to_owned()) + "\n"));
        }
        expected.assert_eq(&out);
    }

    #[test]
    fn sums_in_values_and_in_memory() {
        check(
            "%s = affine.for %i = 0 to 100 iter_args(%a = %x) -> (f32) {
               %v = affine.load %A[%i] : memref<100xf32>
               %w = arith.mulf %v, %v : f32
               %b = arith.addf %a, %w : f32
               affine.yield %b : f32
             }
             affine.for %i = 0 to 100 {
               affine.for %j = 0 to 100 {
                 %v = affine.load %A[%i] : memref<100xf32>
                 %b = arith.addf %v, %x : f32
                 affine.store %b, %A[%i] : memref<100xf32>
               }
             }",
            expect![[r#"
                initiation interval 7: 7 cycles over 1 iteration, arith.addf
                -
                initiation interval 10: 10 cycles over 1 iteration, affine.load → arith.addf → affine.store
            "#]],
        );
    }

    #[test]
    fn distances_are_iterations() {
        check(
            "affine.for %i = 4 to 100 step 2 {
               %v = affine.load %A[%i - 4] : memref<100xf32>
               %b = arith.addf %v, %x : f32
               affine.store %b, %A[%i] : memref<100xf32>
             }
             affine.for %i = 0 to 96 {
               %v = affine.load %A[%i + 4] : memref<100xf32>
               %b = arith.addf %v, %x : f32
               affine.store %b, %A[%i] : memref<100xf32>
             }",
            expect![[r#"
                initiation interval 5: 10 cycles over 2 iterations, affine.load → arith.addf → affine.store
                initiation interval 1: no recurrence
            "#]],
        );
    }

    /// What is handed on as another value comes back an iteration later.
    #[test]
    fn values_that_change_places() {
        check(
            "%s:2 = affine.for %i = 0 to 100 iter_args(%a = %x, %b = %x) -> (f32, f32) {
               %c = arith.addf %a, %x : f32
               affine.yield %b, %c : f32, f32
             }",
            expect![[r#"
                initiation interval 4: 7 cycles over 2 iterations, arith.addf
            "#]],
        );
    }

    #[test]
    fn conditions_and_what_is_not_known() {
        check(
            "affine.for %i = 1 to 100 {
               affine.if affine_set<(d0) : (d0 - 50 >= 0)>(%i) {
                 %v = affine.load %A[%i - 1] : memref<100xf32>
                 %b = arith.mulf %v, %x : f32
                 affine.store %b, %A[%i] : memref<100xf32>
               }
             }
             affine.for %i = 0 to 100 {
               %v = affine.load %A[%i] : memref<100xf32>
               affine.store %v, %B[%i] : memref<100xf32>
             }
             affine.parallel (%i) = (0) to (100) {
               affine.store %x, %A[%i] : memref<100xf32>
             }",
            expect![[r#"
                initiation interval 7: 7 cycles over 1 iteration, affine.load → arith.mulf → affine.store
                initiation interval 1: no recurrence
                -
            "#]],
        );
    }
}
