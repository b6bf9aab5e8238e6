//! `fusion`: a table per pair of nests.

use std::io::{self, Write};

use analysis::{FunctionFusion, FusionDepth, FusionForm, FusionPair};

use super::super::Source;
use super::{count, heading, percent, rounded, table};

/// A table per pair of nests.
pub(crate) fn fusion(out: &mut impl Write, source: &Source, functions: &[FunctionFusion]) -> io::Result<()> {
    for function in functions {
        writeln!(out, "{}", heading(&function.name))?;
        if function.pairs.is_empty() && function.left_out == 0 {
            writeln!(out, "  no pairs of nests that could be fused")?;
        }
        for pair in &function.pairs {
            fusion_pair(out, source, pair)?;
        }
        if function.left_out > 0 {
            let left_out = function.left_out;
            writeln!(out, "  not looked at, because those before took too long: {left_out} pairs of nests")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn fusion_pair(out: &mut impl Write, source: &Source, pair: &FusionPair) -> io::Result<()> {
    let (first, second) = (source.place(pair.source.start()), source.place(pair.destination.start()));
    let memrefs = match pair.memrefs.is_empty() {
        true => String::new(),
        false => format!(" through {}", pair.memrefs.join(", ")),
    };
    writeln!(out, "  {first} → {second}  {}{memrefs}", pair.kind.as_str())?;
    writeln!(
        out,
        "    source: cost {}, {} bytes, {} written; destination: cost {}, {} bytes",
        count(pair.source_cost),
        count(pair.source_bytes),
        count(pair.source_write_bytes),
        count(pair.destination_cost),
        count(pair.destination_bytes)
    )?;
    if let Some(refusal) = &pair.refused {
        writeln!(out, "    cannot be fused: {}", refusal.reason)?;
    }
    if let Some(shift) = pair.shift {
        let peeled = if shift.is_peeled { ", with the ends peeled" } else { "" };
        writeln!(out, "    at depth 1 with the destination delayed by {}{peeled}", shift.delay)?;
    }
    if !pair.depths.is_empty() {
        let header = ["depth", "additional compute", "fused cost", "slice bytes", "storage reduction"];
        let rows: Vec<_> = pair.depths.iter().map(fusion_row).collect();
        table(out, &header.map(str::to_owned), &rows)?;
    }
    if let Some(best) = &pair.best {
        write!(out, "    best: depth {}", best.depth)?;
        if let Some(reduction) = best.storage_reduction {
            write!(out, ", {} less storage", percent(reduction))?;
        }
        writeln!(out, ": {}", best.reason)?;
    }
    Ok(())
}

fn fusion_row(depth: &FusionDepth) -> (Vec<String>, Option<String>) {
    let factor = depth.storage_reduction_factor.map_or("?".to_owned(), |it| format!("{}×", rounded(it)));
    let cells = vec![
        depth.depth.to_string(),
        depth.additional_compute.map_or("?".to_owned(), percent),
        count(depth.fused_cost),
        count(depth.slice_write_bytes),
        factor,
    ];
    let remark = match &depth.refused {
        Some(refusal) => Some(format!("not legal: {}", refusal.reason)),
        None => forms(&depth.forms),
    };
    (cells, remark)
}

/// The forms, unless the source merely moves.
fn forms(forms: &[FusionForm]) -> Option<String> {
    let forms: Vec<_> = forms
        .iter()
        .filter_map(|it| match it {
            FusionForm::Move | FusionForm::Merge => None,
            FusionForm::Buffer => Some("with a smaller buffer"),
            FusionForm::Copy => Some("as a copy beside the source"),
        })
        .collect();
    (!forms.is_empty()).then(|| forms.join(", "))
}
