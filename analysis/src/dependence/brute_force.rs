//! Dependences of a program without symbols by running its loops, to judge the analysis by.

use super::{LoopDim, dependence_kind, memref_accesses};
use crate::Host;
use crate::affine::ConstraintKind;
use crate::dependence::MemrefAccess;
use crate::ir::{AppliedMap, BlockId, Ir, OpId, OpKind, ValueId, ir};
use crate::isolated_op::isolated_ops;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// One execution of an access: its iteration and the element it touches.
pub(crate) struct Touch {
    pub(crate) access: usize,
    pub(crate) iteration: Vec<i64>,
    pub(crate) element: Vec<i64>,
}

/// The same lines as the analysis' own rendering.
pub(super) fn executed(text: &str) -> String {
    runs(text).iter().map(|(accesses, touches)| dependences(accesses, touches)).collect()
}

/// The accesses of each isolated op, and their executions in the order in which they run.
pub(crate) fn runs(text: &str) -> Vec<(Vec<MemrefAccess>, Vec<Touch>)> {
    let mut host = Host::new();
    let file = host.add_file(text);
    let run = |op| {
        let ir = ir(&host.db, op);
        let accesses = memref_accesses(ir);
        let mut run = Run { ir, accesses: &accesses, values: FxHashMap::default(), touches: Vec::new() };
        for block in &ir.regions[ir.top].blocks {
            run.block(*block);
        }
        let touches = run.touches;
        (accesses, touches)
    };
    isolated_ops(&host.db, file).iter().map(|it| run(*it)).collect()
}

fn dependences(accesses: &[MemrefAccess], touches: &[Touch]) -> String {
    let mut found: BTreeMap<(usize, usize, usize), BTreeSet<Vec<i64>>> = BTreeMap::new();
    for a in touches {
        for b in touches {
            let (source, sink) = (&accesses[a.access], &accesses[b.access]);
            if a.element != b.element
                || source.memref != sink.memref
                || dependence_kind(source.kind, sink.kind).is_none()
            {
                continue;
            }
            let common = source
                .loops
                .iter()
                .zip(&sink.loops)
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
    let mut out = String::new();
    for ((source, sink, depth), distances) in found {
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
                let element = self.results(op, &access.subscripts);
                let index = self.accesses.iter().position(|it| it.op == op).unwrap();
                let iteration =
                    self.accesses[index].loops.iter().map(|it| self.values[&it.induction_variable]).collect();
                self.touches.push(Touch { access: index, iteration, element });
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
