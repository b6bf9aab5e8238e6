//! Dependences of a program by running its loops for many values of its symbols, to judge the analysis by.

use super::LoopDim;
use super::memref_access::memref_accesses;
use super::ordered_pair::dependence_kind;
use super::subscripts::subscripts;
use crate::dependence::MemrefAccess;
use crate::memory::memory;
use base::isolated_op::isolated_ops;
use base::workspace::Workspace;
use ir::affine::ConstraintKind;
use ir::types::Type;
use ir::{AppliedMap, BasisElement, BlockId, Ir, OpId, OpKind, ValueId, ir_of};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// One execution of an access: its iteration and the element it touches.
pub struct Touch {
    pub access: usize,
    pub iteration: Vec<i64>,
    /// Which of the allocations under the name of its memref.
    memory: usize,
    pub element: Vec<i64>,
}

/// The values that each index argument of a function gets. Programs have to do nothing for all other values.
const SYMBOLS: std::ops::RangeInclusive<i64> = -2..=4;

/// The same lines as the analysis' own rendering.
pub(super) fn executed(text: &str) -> String {
    let of_op = |ir: &Ir, accesses: Vec<MemrefAccess>| {
        let mut found = Found::default();
        for values in assignments(&symbols(ir)) {
            add_dependences(&mut found, &accesses, &run(ir, &accesses, values));
        }
        render(&found, &accesses)
    };
    of_isolated_ops(text, of_op).concat()
}

/// The accesses of each isolated op, and their executions in the order in which they run. For programs without symbols.
pub fn runs(text: &str) -> Vec<(Vec<MemrefAccess>, Vec<Touch>)> {
    of_isolated_ops(text, |ir, accesses| {
        let touches = run(ir, &accesses, FxHashMap::default());
        (accesses, touches)
    })
}

fn of_isolated_ops<T>(text: &str, of_op: impl Fn(&Ir, Vec<MemrefAccess>) -> T) -> Vec<T> {
    let mut workspace = Workspace::default();
    let file = workspace.add_file(text);
    let accesses = |op| {
        let db = &workspace.db;
        memref_accesses(ir_of(db, op), memory(db, op), subscripts(db, op))
    };
    isolated_ops(&workspace.db, file)
        .iter()
        .map(|op| of_op(ir_of(&workspace.db, *op), accesses(*op)))
        .collect()
}

fn run(ir: &Ir, accesses: &[MemrefAccess], values: FxHashMap<ValueId, i64>) -> Vec<Touch> {
    let mut run = Run { ir, accesses, values, allocations: FxHashMap::default(), touches: Vec::new() };
    for block in &ir.regions[ir.top].blocks {
        run.block(*block);
    }
    run.touches
}

/// The index arguments of functions.
fn symbols(ir: &Ir) -> Vec<ValueId> {
    let functions = ir.ops.iter().filter(|it| &*it.1.name == "func.func");
    functions
        .filter_map(|(op, _)| ir.body(op))
        .flat_map(|body| ir.blocks[body].arguments.clone())
        .filter(|it| ir.values[*it].ty == Type::Index)
        .collect()
}

fn assignments(symbols: &[ValueId]) -> Vec<FxHashMap<ValueId, i64>> {
    let mut assignments = vec![FxHashMap::default()];
    for symbol in symbols {
        assignments = assignments
            .iter()
            .flat_map(|known| {
                SYMBOLS.map(|value| {
                    let mut more = known.clone();
                    more.insert(*symbol, value);
                    more
                })
            })
            .collect();
    }
    assignments
}

/// Distances by source, sink and depth.
type Found = BTreeMap<(usize, usize, usize), BTreeSet<Vec<i64>>>;

fn add_dependences(found: &mut Found, accesses: &[MemrefAccess], touches: &[Touch]) {
    let mut of_element: FxHashMap<(usize, &[i64]), Vec<&Touch>> = FxHashMap::default();
    for touch in touches {
        of_element.entry((touch.memory, &touch.element)).or_default().push(touch);
    }
    for a in touches {
        for b in &of_element[&(a.memory, a.element.as_slice())] {
            let (source, sink) = (&accesses[a.access], &accesses[b.access]);
            if source.memref != sink.memref || dependence_kind(source.kind, sink.kind).is_none() {
                continue;
            }
            let common = source
                .loops
                .iter()
                .zip(&*sink.loops)
                .take_while(|(a, b): &(&LoopDim, &LoopDim)| a == b)
                .count();
            let distance: Vec<i64> = (0..common).map(|it| b.iteration[it] - a.iteration[it]).collect();
            let depth = match distance.iter().position(|it| *it != 0) {
                Some(first) if distance[first] > 0 => first + 1,
                None if a.access < b.access => common + 1,
                _ => continue,
            };
            found.entry((a.access, b.access, depth)).or_default().insert(distance);
        }
    }
}

fn render(found: &Found, accesses: &[MemrefAccess]) -> String {
    let mut out = String::new();
    for (&(source, sink, depth), distances) in found {
        let kind = dependence_kind(accesses[source].kind, accesses[sink].kind).unwrap().as_str();
        let dims = distances.first().map_or(0, Vec::len);
        let components: String = (0..dims)
            .map(|dim| {
                let of = || distances.iter().map(|it| it[dim]);
                format!("[{}, {}]", of().min().unwrap(), of().max().unwrap())
            })
            .collect();
        write!(out, "{source} -> {sink} {kind} depth {depth} {components}").unwrap();
        if dims > 0 && distances.len() <= 16 {
            let vectors: Vec<_> = distances
                .iter()
                .map(|it| format!("({})", it.iter().map(i64::to_string).collect::<Vec<_>>().join(",")))
                .collect();
            write!(out, " {}", vectors.join(" ")).unwrap();
        }
        out.push('\n');
    }
    out
}

struct Run<'a> {
    ir: &'a Ir,
    accesses: &'a [MemrefAccess],
    values: FxHashMap<ValueId, i64>,
    /// How often each allocation has run.
    allocations: FxHashMap<ValueId, usize>,
    touches: Vec<Touch>,
}

impl Run<'_> {
    fn block(&mut self, block: BlockId) {
        for op in self.ir.blocks[block].ops.clone() {
            self.op(op);
        }
    }

    fn op(&mut self, op: OpId) {
        let ir = self.ir;
        match &ir.ops[op].kind {
            OpKind::For(loop_) => {
                let lower = self.results(op, &loop_.lower).into_iter().max().unwrap();
                let upper = self.results(op, &loop_.upper).into_iter().min().unwrap();
                let body = ir.body(op).unwrap();
                let variable = ir.blocks[body].arguments[0];
                let mut iteration = lower;
                while iteration < upper {
                    self.values.insert(variable, iteration);
                    self.block(body);
                    iteration += loop_.step.unwrap();
                }
            }
            OpKind::Parallel(parallel) => {
                let of = |bounds: &[AppliedMap]| -> Vec<_> {
                    bounds.iter().map(|it| self.results(op, it)).collect()
                };
                let lower = of(&parallel.lower).into_iter().map(|it| it.into_iter().max().unwrap());
                let upper = of(&parallel.upper).into_iter().map(|it| it.into_iter().min().unwrap());
                let dims: Vec<_> = lower.zip(upper).collect();
                let body = ir.body(op).unwrap();
                self.parallel(body, &dims, parallel.steps.as_ref().unwrap());
            }
            OpKind::Apply(applied) | OpKind::Min(applied) => {
                let value = self.results(op, applied).into_iter().min().unwrap();
                self.values.insert(ir.ops[op].results[0], value);
            }
            OpKind::Max(applied) => {
                let value = self.results(op, applied).into_iter().max().unwrap();
                self.values.insert(ir.ops[op].results[0], value);
            }
            OpKind::If(conditional) => {
                let set = conditional.condition.set.as_ref().unwrap();
                let inputs = self.inputs(op, conditional.condition.operands.clone());
                let (dims, symbols) = inputs.split_at(set.dims);
                let holds = set.constraints.iter().all(|it| {
                    let value = it.expression.evaluate(dims, symbols).unwrap();
                    if it.kind == ConstraintKind::Equality { value == 0 } else { value >= 0 }
                });
                if let Some(region) = ir.ops[op].regions.get(usize::from(!holds)) {
                    for block in &ir.regions[*region].blocks {
                        self.block(*block);
                    }
                }
            }
            OpKind::Access(access) => {
                let first = self.results(op, &access.subscripts);
                let data = &ir.ops[op];
                let stored = access.stored.map(|it| data.operands[it].value.unwrap());
                let value = stored.or(data.results.first().copied()).unwrap();
                let mut elements = vec![first];
                if let Type::Vector { dims, .. } = &ir.values[value].ty {
                    for (from_last, dim) in dims.iter().rev().enumerate() {
                        elements = (0..dim.size as i64)
                            .flat_map(|lane| {
                                elements.iter().cloned().map(move |mut element| {
                                    let at = element.len() - 1 - from_last;
                                    element[at] += lane;
                                    element
                                })
                            })
                            .collect();
                    }
                }
                let index = self.accesses.iter().position(|it| it.op == op).unwrap();
                self.touch(index, elements);
            }
            OpKind::DmaStart(dma) => {
                let size = |it: usize| self.values[&ir.ops[op].operands[it].value.unwrap()];
                let count = size(dma.count);
                let counted = ir.defining_op(ir.ops[op].operands[dma.count].value.unwrap());
                let is_one = counted.is_some_and(|it| matches!(ir.ops[it].kind, OpKind::ConstantInteger(1)));
                let strided = dma.stride_and_chunk.map(|(stride, chunk)| (size(stride), size(chunk)));
                let index = self.accesses.iter().position(|it| it.op == op).unwrap();
                for (end, place) in [&dma.source, &dma.destination].into_iter().enumerate() {
                    let memref = ir.ops[op].operands[place.0].value.unwrap();
                    let shape = ir.values[memref].ty.as_memref().unwrap();
                    let start = self.results(op, &place.1);
                    // The slower memory is that without a memory space.
                    let strided = strided.filter(|_| shape.memory_space.is_none());
                    let elements = (0..count).map(|moved| {
                        let moved = match strided {
                            Some((stride, chunk)) => moved / chunk * stride + moved % chunk,
                            None => moved,
                        };
                        // One element is where the subscripts say, also outside the memref.
                        if is_one {
                            return start.clone();
                        }
                        let columns = shape.dims[1].unwrap() as i64;
                        let linear = start[0] * columns + start[1] + moved;
                        vec![linear.div_euclid(columns), linear.rem_euclid(columns)]
                    });
                    self.touch(index + end, elements.collect());
                }
            }
            OpKind::Other if ir.ops[op].is_allocation() => {
                *self.allocations.entry(ir.ops[op].results[0]).or_default() += 1;
            }
            OpKind::ConstantInteger(value) => {
                self.values.insert(ir.ops[op].results[0], *value);
            }
            OpKind::Linearize { indices, basis, .. } => {
                let sizes: Vec<i64> = basis.elements.iter().map(|it| constant_size(*it)).collect();
                let mut value = 0;
                for index in 0..*indices {
                    // Sizes belong to the last indices.
                    let size = (index + sizes.len()).checked_sub(*indices).map_or(1, |it| sizes[it]);
                    value = value * size + self.operand(op, index);
                }
                self.values.insert(ir.ops[op].results[0], value);
            }
            OpKind::Delinearize { basis } => {
                let mut rest = self.operand(op, 0);
                let results = &ir.ops[op].results;
                for (position, result) in results.iter().enumerate().rev() {
                    let size = constant_size(basis.elements[position]);
                    let digit = if position == 0 { rest } else { rest.rem_euclid(size) };
                    rest = rest.div_euclid(size);
                    self.values.insert(*result, digit);
                }
            }
            OpKind::Other if ir.ops[op].results.len() == 1 && ir.ops[op].operands.len() == 2 => {
                let (a, b) = (self.operand(op, 0), self.operand(op, 1));
                let value = match &*ir.ops[op].name {
                    "arith.addi" => a + b,
                    "arith.subi" | "index.sub" => a - b,
                    "arith.muli" => a * b,
                    "arith.maxsi" => a.max(b),
                    "index.ceildivs" => -(-a).div_euclid(b),
                    other => panic!("random programs have no {other}"),
                };
                self.values.insert(ir.ops[op].results[0], value);
            }
            _ => {
                for region in &ir.ops[op].regions {
                    for block in &ir.regions[*region].blocks {
                        self.block(*block);
                    }
                }
            }
        }
    }

    /// Runs the body for all values of the dimensions from the first that has none yet.
    fn parallel(&mut self, body: BlockId, dims: &[(i64, i64)], steps: &[i64]) {
        let ir = self.ir;
        let arguments = &ir.blocks[body].arguments;
        let dim = arguments.len() - dims.len();
        let Some((&(lower, upper), rest)) = dims.split_first() else { return self.block(body) };
        let mut iteration = lower;
        while iteration < upper {
            self.values.insert(arguments[dim], iteration);
            self.parallel(body, rest, steps);
            iteration += steps[dim];
        }
    }

    /// Notes that an access touches elements in the present iteration.
    fn touch(&mut self, access: usize, elements: Vec<Vec<i64>>) {
        let loops = &self.accesses[access].loops;
        let iteration: Vec<i64> = loops.iter().map(|it| self.values[&it.induction_variable]).collect();
        let memref = self.accesses[access].memref;
        let memory = memref.and_then(|it| self.allocations.get(&it).copied()).unwrap_or_default();
        let touches = elements.into_iter().map(|element| {
            let iteration = iteration.clone();
            Touch { access, iteration, memory, element }
        });
        self.touches.extend(touches);
    }

    fn operand(&self, op: OpId, index: usize) -> i64 {
        self.values[&self.ir.ops[op].operands[index].value.unwrap()]
    }

    fn inputs(&self, op: OpId, operands: std::ops::Range<usize>) -> Vec<i64> {
        self.ir.operand_values(op, &operands).map(|it| self.values[&it.unwrap()]).collect()
    }

    fn results(&self, op: OpId, applied: &AppliedMap) -> Vec<i64> {
        let map = applied.map.as_ref().unwrap();
        let inputs = self.inputs(op, applied.operands.clone());
        let (dims, symbols) = inputs.split_at(map.dims);
        map.results.iter().map(|it| it.evaluate(dims, symbols).unwrap()).collect()
    }
}

fn constant_size(element: BasisElement) -> i64 {
    match element {
        BasisElement::Constant(size) => size,
        BasisElement::Operand(_) => panic!("random programs have constant bases"),
    }
}
