//! From an isolated op's analyses to what users read: names instead of ids, absolute ranges instead of pointers.

use crate::dependence::flow::{Carries, Flow, flow, not_asked};
use crate::dependence::{Dependences, LoopDim, NOT_COMPUTED, dependences, enclosing_loops, wanted_pairs};
use crate::report::{Access, Dependence, FunctionDependences, NotComputed, Unanalysed};
use base::isolated_op::IsolatedOp;
use base::source_file::SourceFile;
use ir::starts::{Starts, located};
use ir::{Ir, ir_of, value_name};
use rustc_hash::FxHashSet;
use syntax::TextRange;

/// The name of the symbol that the first root defines, without `@`; empty for operations outside any function.
pub fn symbol_name<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> String {
    op.name(db).rsplit_once('@').map(|it| it.1.trim_matches('"').to_owned()).unwrap_or_default()
}

/// The accesses and dependences of every function in a file, or of those that a range touches.
pub fn function_dependences(
    db: &dyn salsa::Database,
    file: SourceFile,
    touched: Option<TextRange>,
    with_values: bool,
) -> Vec<FunctionDependences> {
    let is_wanted =
        |op: IsolatedOp<'_>, starts: &Starts<'_>| touched.is_none_or(|wanted| starts.touch(db, op, wanted));
    located(db, file)
        .filter(|(op, starts)| is_wanted(*op, starts))
        .map(|(op, starts)| {
            let ir = ir_of(db, op);
            let found = dependences(db, op);
            let flow = with_values.then(|| flow(db, op));
            let names = |loops: &[LoopDim]| -> Vec<String> {
                loops.iter().map(|it| value_name(ir, it.induction_variable)).collect()
            };
            let conflicts = found.conflicts(ir, wanted_pairs(db));
            let unanalysed = found.unanalysed.iter().zip(conflicts).map(|(it, conflicts)| Unanalysed {
                op: ir.ops[it.op].name.to_string(),
                memref: it.memref.map(|it| value_name(ir, it)),
                reads: it.reads,
                writes: it.writes,
                range: starts.range(ir.ops[it.op].name_pointer),
                loops: names(&enclosing_loops(ir, it.op)),
                accesses: conflicts.accesses,
                accesses_left_out: conflicts.left_out,
                reason: it.reason(ir),
            });
            let unanalysed = unanalysed.filter(|it| !it.accesses.is_empty()).collect();
            let accesses = found
                .accesses
                .iter()
                .enumerate()
                .map(|(index, access)| Access {
                    live_in: flow.and_then(|it| it.live_in.get(index).copied().flatten()),
                    dead: flow.and_then(|it| it.dead.get(index).copied().flatten()),
                    op: ir.ops[access.op].name.to_string(),
                    kind: access.kind,
                    memref: access.memref.map(|it| value_name(ir, it)).unwrap_or_default(),
                    range: starts.range(ir.ops[access.op].name_pointer),
                    loops: names(&access.loops),
                })
                .collect();
            let carries = |index: usize| flow.and_then(|it| it.carries.get(index)?.as_ref());
            let dependences = found.dependences.iter().enumerate();
            let dependences = dependences.map(|(index, it)| with_flow(it.into(), carries(index))).collect();
            let not_computed = found.not_computed.iter().map(|it| not_computed(ir, found, it)).collect();
            FunctionDependences {
                name: symbol_name(db, op),
                accesses,
                dependences,
                flow_unknown: flow.and_then(|it| flow_unknown(found, it)),
                not_computed,
                unanalysed,
            }
        })
        .filter(|it| !it.name.is_empty() || !it.accesses.is_empty())
        .collect()
}

/// Why it is not known of all or of some dependences whether they carry values.
fn flow_unknown(found: &Dependences, flow: &Flow) -> Option<String> {
    let left_out = || match flow.left_out {
        0 => None,
        count => Some(format!("{count} between accesses far apart would take too long")),
    };
    not_asked(found).map(str::to_owned).or_else(left_out)
}

fn not_computed(ir: &Ir, found: &Dependences, group: &crate::dependence::NotComputed) -> NotComputed {
    let mut seen = FxHashSet::default();
    let memrefs = group.accesses().iter().filter_map(|it| found.accesses.get(*it)?.memref);
    let memrefs = memrefs.filter(|it| seen.insert(*it)).map(|it| value_name(ir, it));
    NotComputed {
        memrefs: memrefs.collect(),
        accesses: group.accesses().to_vec(),
        apart: group.apart,
        pairs: group.pairs,
        reason: NOT_COMPUTED.to_owned(),
    }
}

impl From<&crate::dependence::Dependence> for Dependence {
    fn from(it: &crate::dependence::Dependence) -> Self {
        Dependence { found: it.clone(), flow: None, flow_components: None }
    }
}

fn with_flow(mut dependence: Dependence, carries: Option<&Carries>) -> Dependence {
    dependence.flow = carries.map(|it| *it != Carries::Nothing);
    if let Some(Carries::Value(components)) = carries
        && **components != *dependence.components
    {
        dependence.flow_components = Some(components.clone());
    }
    dependence
}
