//! `loops` as JSON.

use std::io::{self, Write};

use analysis::{FunctionLoops, Integer, LoopReport, ParallelismReport, VectorizabilityReport};
use serde_json::{Value, json};

use super::dependences::{DependenceJson, IntegerJson, access_kind};
use super::{VERSION, print};
use crate::report::Source;

pub(crate) fn loops(out: &mut impl Write, source: &Source, functions: &[FunctionLoops]) -> io::Result<()> {
    let functions: Vec<_> = functions
        .iter()
        .map(|function| {
            let loops = function.loops.iter().enumerate().map(|(id, it)| loop_(source, id, it));
            let uncounted = function
                .uncounted
                .iter()
                .map(|it| json!({ "op": it.op, "range": source.range(it.range), "reason": it.reason }));
            let mut report = json!({
                "name": function.name,
                "loops": loops.collect::<Vec<_>>(),
                "bands": function.bands,
            });
            if !function.uncounted.is_empty() {
                report["uncounted"] = uncounted.collect();
            }
            report
        })
        .collect();
    print(out, &json!({ "version": VERSION, "file": source.path, "functions": functions }))
}

fn loop_(source: &Source, id: usize, it: &LoopReport) -> Value {
    let optional = |value: &Option<Integer>| value.as_ref().map_or(Value::Null, |it| json!(IntegerJson(it)));
    let bounds = it.dims.iter().map(|dim| {
        json!({
            "inductionVariable": dim.induction_variable,
            "lower": dim.lower,
            "upper": dim.upper,
            "step": dim.step,
        })
    });
    let (parallel, unknown) = match &it.parallelism {
        ParallelismReport::Parallel => (Value::Bool(true), Value::Null),
        ParallelismReport::Reductions | ParallelismReport::Serial => (Value::Bool(false), Value::Null),
        ParallelismReport::Unknown(reason) => (Value::Null, reason.as_str().into()),
    };
    let reductions = it.reductions.iter().map(|reduction| {
        json!({
            "op": reduction.operation,
            "symbol": reduction.symbol,
            "name": reduction.name,
            "via": if reduction.accesses.is_some() { "memory" } else { "iterationArgument" },
            "accesses": reduction.accesses.map(|(load, store)| [load, store]),
        })
    });
    let accesses = it.accesses.iter().map(|access| {
        json!({
            "id": access.access,
            "op": access.op,
            "kind": access_kind(access.kind),
            "memref": access.memref,
            "stride": optional(&access.stride),
            "elements": optional(&access.elements),
            "elementsExact": access.elements_exact,
        })
    });
    let (how, reason) = match &it.vectorizability {
        VectorizabilityReport::Yes => ("yes", None),
        VectorizabilityReport::AsReduction => ("reduction", None),
        VectorizabilityReport::No(reason) => ("no", Some(reason)),
        VectorizabilityReport::Unknown(reason) => ("unknown", Some(reason)),
    };
    let mut report = json!({
        "id": id,
        "op": it.op,
        "range": source.range(it.range),
        "parent": it.parent,
        "depth": it.depth,
        "bounds": bounds.collect::<Vec<_>>(),
        "tripCount": {
            "constant": it.trip_count.constant,
            "text": it.trip_count.text,
            "least": optional(&it.trip_count.least),
            "greatest": optional(&it.trip_count.greatest),
            "iterations": optional(&it.trip_count.iterations),
        },
        "parallel": parallel,
        "parallelExceptReductions": matches!(it.parallelism, ParallelismReport::Reductions),
        "unknown": unknown,
        "carries": it.carries.iter().map(DependenceJson).collect::<Vec<_>>(),
        "reductions": reductions.collect::<Vec<_>>(),
        "vectorizable": { "how": how, "reason": reason },
        "accesses": accesses.collect::<Vec<_>>(),
        "bytes": optional(&it.bytes),
        "bytesExact": it.bytes_exact,
        "initiationInterval": it.initiation_interval,
        "bytesPerIteration": it.bytes_per_iteration,
        "intensity": it.intensity,
    });
    if let Some(pipeline) = &it.pipeline {
        let operations = pipeline.operations.iter();
        let operations = operations.map(|(op, at)| json!({ "op": op, "range": source.range(*at) }));
        report["recurrence"] = json!({
            "cycles": pipeline.latency,
            "iterations": pipeline.distance,
            "operations": operations.collect::<Vec<_>>(),
            "assumed": pipeline.assumed,
        });
    }
    // Of affine loops there is always a count or an expression.
    if let Some(reason) = &it.trip_count.unknown {
        report["tripCount"]["unknown"] = json!(reason);
    }
    report
}
