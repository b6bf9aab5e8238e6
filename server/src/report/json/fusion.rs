//! `fusion`: one flat list of pairs; a number that is not known is `null`.

use std::io::{self, Write};

use analysis::{FunctionFusion, FusionDepth, FusionPair};
use serde_json::{Value, json};

use super::super::Source;
use super::{VERSION, count, print};

pub(crate) fn fusion(out: &mut impl Write, source: &Source, functions: &[FunctionFusion]) -> io::Result<()> {
    let pairs = functions
        .iter()
        .flat_map(|function| function.pairs.iter().map(|it| pair(source, &function.name, it)));
    let pairs: Vec<_> = pairs.collect();
    let mut report = json!({ "version": VERSION, "file": source.path, "pairs": pairs });
    let left_out: usize = functions.iter().map(|it| it.left_out).sum();
    if left_out > 0 {
        report["pairsLeftOut"] = left_out.into();
    }
    print(out, &report)
}

fn pair(source: &Source, function: &str, pair: &FusionPair) -> Value {
    let best = pair.best.as_ref();
    let shift = pair.shift.map(|it| json!({ "delay": it.delay, "peeled": it.is_peeled }));
    json!({
        "function": function,
        "source": { "range": source.range(pair.source) },
        "destination": { "range": source.range(pair.destination) },
        "memrefs": pair.memrefs,
        "kind": pair.kind.as_str(),
        "srcCost": count(pair.source_cost),
        "dstCost": count(pair.destination_cost),
        "srcWriteRegionBytes": count(pair.source_write_bytes),
        "depths": pair.depths.iter().map(depth).collect::<Vec<_>>(),
        "bestDepth": best.map(|it| it.depth),
        "srcMemBytes": count(pair.source_bytes),
        "dstMemBytes": count(pair.destination_bytes),
        "fusedMemBytes": count(best.and_then(|it| it.fused_bytes)),
        "sliceMemBytes": count(best.and_then(|it| it.slice_bytes)),
        "storageReduction": best.and_then(|it| it.storage_reduction),
        "bestReason": best.map(|it| &it.reason),
        "reason": pair.refused.as_ref().map(|it| &it.reason),
        "shift": shift,
    })
}

fn depth(depth: &FusionDepth) -> Value {
    json!({
        "depth": depth.depth,
        "legal": depth.refused.is_none(),
        "forms": depth.forms.iter().map(|it| it.as_str()).collect::<Vec<_>>(),
        "reason": depth.refused.as_ref().map(|it| &it.reason),
        "additionalComputeFraction": depth.additional_compute,
        "storageReductionFactor": depth.storage_reduction_factor,
        "fusedCost": count(depth.fused_cost),
        "sliceWriteRegionBytes": count(depth.slice_write_bytes),
    })
}
