//! JSON with a version number: zero-based LSP positions in UTF-16, names in camel case.

use std::io::{self, Write};

use analysis::{Action, FunctionFusion, Refusal};
use serde_json::{Value, json};

mod dependences;
mod loops;

pub(crate) use dependences::{AccessJson, DependenceJson, UnanalysedJson, dependences};
pub(crate) use loops::loops;

use super::{Checked, Source};

const VERSION: u32 = 1;

pub(crate) fn check(out: &mut impl Write, files: &[Checked]) -> io::Result<()> {
    let files: Vec<_> = files.iter().map(checked).collect();
    print(out, &json!({ "version": VERSION, "files": files }))
}

fn checked(file: &Checked) -> Value {
    let (path, source) = (&file.source.path, &file.source);
    let diagnostics = file.diagnostics.iter().map(|found| {
        let related = found.related.iter().map(|related| {
            json!({ "path": path, "range": source.range(related.range), "message": related.message })
        });
        json!({
            "code": found.code,
            "severity": found.severity.as_str(),
            "message": found.message,
            "range": source.range(found.range),
            "related": related.collect::<Vec<_>>(),
        })
    });
    json!({ "path": path, "diagnostics": diagnostics.collect::<Vec<_>>() })
}

/// A number, or its digits in a string where JSON's readers would round it.
fn count(count: Option<u128>) -> Value {
    match count {
        None => Value::Null,
        Some(count) => u64::try_from(count).map_or_else(|_| count.to_string().into(), Value::from),
    }
}

pub(crate) fn fusion(out: &mut impl Write, source: &Source, functions: &[FunctionFusion]) -> io::Result<()> {
    let functions: Vec<_> = functions.iter().map(|it| function_fusion(source, it)).collect();
    print(out, &json!({ "version": VERSION, "file": source.path, "functions": functions }))
}

fn function_fusion(source: &Source, function: &FunctionFusion) -> Value {
    let pairs = function.pairs.iter().map(|pair| {
        let depths = pair.depths.iter().map(|depth| {
            json!({
                "depth": depth.depth,
                "legal": depth.refused.is_none(),
                "additionalCompute": depth.additional_compute,
                "fusedCost": count(depth.fused_cost),
                "sliceWriteBytes": count(depth.slice_write_bytes),
                "storageReductionFactor": depth.storage_reduction_factor,
                "refused": depth.refused.as_ref().map(|it| refusal(source, it)),
            })
        });
        let best = pair.best.as_ref().map(|best| {
            json!({
                "depth": best.depth,
                "fusedBytes": count(best.fused_bytes),
                "sliceBytes": count(best.slice_bytes),
                "storageReduction": best.storage_reduction,
                "reason": best.reason,
            })
        });
        json!({
            "producer": { "range": source.range(pair.producer) },
            "consumer": { "range": source.range(pair.consumer) },
            "memrefs": pair.memrefs,
            "sourceCost": count(pair.source_cost),
            "destinationCost": count(pair.destination_cost),
            "sourceBytes": count(pair.source_bytes),
            "destinationBytes": count(pair.destination_bytes),
            "sourceWriteBytes": count(pair.source_write_bytes),
            "depths": depths.collect::<Vec<_>>(),
            "best": best,
            "refused": pair.refused.as_ref().map(|it| refusal(source, it)),
        })
    });
    json!({ "name": function.name, "pairs": pairs.collect::<Vec<_>>() })
}

fn refusal(source: &Source, refusal: &Refusal) -> Value {
    let related = refusal
        .related
        .iter()
        .map(|(range, message)| json!({ "range": source.range(*range), "message": message }));
    json!({ "reason": refusal.reason, "related": related.collect::<Vec<_>>() })
}

pub(crate) fn actions(out: &mut impl Write, source: &Source, actions: &[Action]) -> io::Result<()> {
    let actions = actions.iter().map(|action| {
        json!({
            "id": action.id.0,
            "kind": action.kind,
            "title": action.title,
            "diagnostic": action.diagnostic,
            "preferred": action.preferred,
            "disabled": action.disabled,
            "range": source.range(action.range),
        })
    });
    let actions: Vec<_> = actions.collect();
    print(out, &json!({ "version": VERSION, "file": source.path, "actions": actions }))
}

pub(super) fn print(out: &mut impl Write, value: &impl serde::Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

#[cfg(test)]
mod tests;
