//! Loops with names and absolute ranges.

use base::file_text::FileText;
use base::source_file::SourceFile;
use ir::starts::{Starts, located};
use ir::value_name;
use ir::{Ir, OpId, Pointer, ir_of};
use optimizer::model::figures::{LoopFigures, figures};
use optimizer::target::Target;
use polyhedral::dependence::{Dependences, dependences};
use polyhedral::function_report::symbol_name;
use polyhedral::loops::initiation_interval::{InitiationInterval, initiation_intervals};
use polyhedral::loops::parallelism::Parallelism;
use polyhedral::loops::reduction::{Reduction, Via};
use polyhedral::loops::symbolic_trip_count::TripCount;
use polyhedral::loops::uncounted::{uncounted, why_trips_are_unknown};
use polyhedral::loops::{Loop, LoopMemory, bound_text, loop_memory, loops};
use polyhedral::report::{
    Dependence, FunctionLoops, LoopAccessReport, LoopDimReport, LoopReport, ParallelismReport,
    PipelineReport, ReductionReport, TripCountReport, UncountedReport, VectorizabilityReport,
};
use syntax::TextRange;
use transforms::vectorize::{Vectorization, vectorization};

/// The loops of every function in a file.
pub(crate) fn function_loops(db: &dyn salsa::Database, file: SourceFile) -> Vec<FunctionLoops> {
    let text = FileText::of(db, file);
    located(db, file)
        .map(|(op, starts)| {
            let (ir, found, all) = (ir_of(db, op), dependences(db, op), loops(db, op));
            let figures = figures(db, op, &Target::configured(db));
            let intervals = initiation_intervals(db, op);
            let of_loop = |it: &Loop| {
                let vectorization = vectorization(db, op, it.op).as_ref();
                let reduces = match vectorization.map(Vectorization::verdict) {
                    Some(Ok(plan)) => Ok(plan.reduces()),
                    Some(Err(reason)) => Err(reason.render(&starts, &text).reason),
                    None => Err("it is no affine.for".to_owned()),
                };
                let figures = figures.iter().find(|of| of.op == it.op);
                let report = report((ir, found), it, (loop_memory(db, op, it.op), figures), &starts, reduces);
                match intervals.get(&it.op) {
                    Some(interval) => LoopReport {
                        initiation_interval: Some(interval.cycles as f64),
                        pipeline: Some(pipeline(ir, interval, &|it| starts.range(it))),
                        ..report
                    },
                    None => report,
                }
            };
            let loops = all.loops.iter().map(of_loop).collect();
            let uncounted = uncounted(ir).into_iter().map(|(op, reason)| UncountedReport {
                op: ir.ops[op].name.to_string(),
                range: starts.range(ir.ops[op].name_pointer),
                reason,
            });
            let (name, bands) = (symbol_name(db, op), all.bands.clone());
            FunctionLoops { name, loops, bands, uncounted: uncounted.collect() }
        })
        .filter(|it| !it.name.is_empty() || !it.loops.is_empty() || !it.uncounted.is_empty())
        .collect()
}

fn report(
    (ir, found): (&Ir, &Dependences),
    loop_: &Loop,
    (memory, figures): (&LoopMemory, Option<&LoopFigures>),
    starts: &Starts<'_>,
    reduces: Result<bool, String>,
) -> LoopReport {
    let op = &ir.ops[loop_.op];
    let (constant, text) = match &loop_.trip_count {
        TripCount::Constant(count) => (Some(*count), None),
        TripCount::Symbolic(text) => (None, Some(text.clone())),
        TripCount::Unknown => (None, None),
    };
    let (least, greatest) = match &loop_.trip_range {
        Some((least, greatest)) => (Some(least.clone()), greatest.clone()),
        None => (None, None),
    };
    let is_unknown = constant.is_none() && text.is_none() && greatest.is_none();
    let unknown = why_trips_are_unknown(ir, loop_.op).filter(|_| is_unknown);
    LoopReport {
        op: op.name.to_string(),
        range: starts.range(op.name_pointer),
        parent: loop_.parent,
        depth: loop_.depth,
        dims: dims(ir, loop_.op),
        trip_count: TripCountReport {
            constant,
            text,
            least,
            greatest,
            iterations: loop_.iterations.clone(),
            unknown,
        },
        parallelism: match &loop_.parallelism {
            Parallelism::Parallel => ParallelismReport::Parallel,
            Parallelism::Reductions => ParallelismReport::Reductions,
            Parallelism::Serial => ParallelismReport::Serial,
            Parallelism::Unknown(reason) => ParallelismReport::Unknown(reason.clone()),
        },
        carries: loop_.carried.iter().map(|it| Dependence::from(&found.dependences[*it])).collect(),
        reductions: loop_.reductions.iter().map(|it| reduction(ir, found, loop_.op, it)).collect(),
        vectorizability: match (reduces, &loop_.parallelism) {
            (Ok(false), _) => VectorizabilityReport::Yes,
            (Ok(true), _) => VectorizabilityReport::AsReduction,
            (Err(reason), Parallelism::Unknown(_)) => VectorizabilityReport::Unknown(reason),
            (Err(reason), _) => VectorizabilityReport::No(reason),
        },
        accesses: memory.accesses.iter().filter_map(|it| access(ir, found, it)).collect(),
        bytes: memory.bytes.as_ref().map(|it| it.number.clone()),
        bytes_exact: memory.bytes.as_ref().is_some_and(|it| it.is_exact),
        initiation_interval: figures.and_then(|it| it.initiation_interval),
        bytes_per_iteration: figures.and_then(|it| it.bytes),
        intensity: figures.and_then(|it| it.intensity),
        pipeline: None,
    }
}

/// The recurrence that decides an initiation interval.
pub(crate) fn pipeline(
    ir: &Ir,
    interval: &InitiationInterval,
    range: &dyn Fn(Pointer) -> TextRange,
) -> PipelineReport {
    let recurrence = interval.recurrence.as_ref();
    let operations = recurrence.iter().flat_map(|it| &it.ops);
    let operations = operations.map(|it| (ir.ops[*it].name.to_string(), range(ir.ops[*it].name_pointer)));
    PipelineReport {
        cycles: interval.cycles,
        latency: recurrence.map_or(0, |it| it.latency),
        distance: recurrence.map_or(1, |it| it.distance),
        operations: operations.collect(),
        assumed: interval.assumed.as_ref().map(ToString::to_string),
    }
}

fn dims(ir: &Ir, op: OpId) -> Vec<LoopDimReport> {
    let Some(counted) = ir.counted_loop(op) else { return Vec::new() };
    let dims = counted.dims.iter().enumerate();
    dims.map(|(index, bounds)| LoopDimReport {
        induction_variable: ir.induction_variable(op, index).map(|it| value_name(ir, it)).unwrap_or_default(),
        lower: bound_text(ir, op, bounds.lower, "max"),
        upper: bound_text(ir, op, bounds.upper, "min"),
        step: bounds.step.constant(),
    })
    .collect()
}

fn reduction(ir: &Ir, found: &Dependences, op: OpId, reduction: &Reduction) -> ReductionReport {
    let memref = |access: usize| found.accesses.get(access).and_then(|it| it.memref);
    let (value, accesses) = match reduction.via {
        Via::Memory { load, store } => (memref(load), Some((load, store))),
        Via::IterationArgument(index) if ir.is_parallel_loop(op) => {
            (ir.ops[op].results.get(index).copied(), None)
        }
        Via::IterationArgument(index) => (ir.carried_argument(op, index), None),
    };
    ReductionReport {
        operation: reduction.operation.to_string(),
        symbol: reduction.symbol(),
        name: value.map(|it| value_name(ir, it)).unwrap_or_default(),
        accesses,
    }
}

fn access(ir: &Ir, found: &Dependences, it: &polyhedral::loops::LoopAccess) -> Option<LoopAccessReport> {
    let access = found.accesses.get(it.access)?;
    Some(LoopAccessReport {
        access: it.access,
        op: ir.ops[access.op].name.to_string(),
        kind: access.kind,
        memref: access.memref.map(|it| value_name(ir, it)).unwrap_or_default(),
        stride: it.stride.clone(),
        elements: it.footprint.as_ref().map(|it| it.elements.clone()),
        elements_exact: it.footprint.as_ref().is_some_and(|it| it.is_exact),
    })
}
