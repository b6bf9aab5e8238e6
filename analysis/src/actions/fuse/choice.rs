//! Which depth the cost model recommends, and why.

use super::{Depth, Pair};

/// The recommended depth of a pair.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Choice {
    pub(crate) depth: usize,
    /// Footprint of the fused nest: the consumer's and the slice's.
    pub(crate) fused_bytes: Option<u128>,
    /// Bytes of the region that the slices write.
    pub(crate) slice_bytes: Option<u128>,
    /// 1 − fused footprint over the footprints of both nests.
    pub(crate) storage_reduction: Option<f64>,
    pub(crate) additional_compute: f64,
    pub(crate) reason: String,
}

/// Fused cost over the cost of both nests, less one. Where costs are not known, 0 if every iteration runs once.
pub(crate) fn additional_compute(pair: &Pair, depth: &Depth) -> Option<f64> {
    let costs = || Some((depth.fused_cost?, pair.source_cost?.checked_add(pair.destination_cost?)?));
    match costs() {
        Some((fused, both)) if both > 0 => Some(fused as f64 / both as f64 - 1.0),
        _ => (depth.once && depth.refused.is_none()).then_some(0.0),
    }
}

/// The region that the producer writes over the region that the slices write.
pub(super) fn storage_reduction_factor(pair: &Pair, depth: &Depth) -> Option<f64> {
    let (source, slice) = (pair.source_write_bytes?, depth.slice_write_bytes?);
    (slice > 0).then(|| source as f64 / slice as f64)
}

/// From the deepest legal depth outwards, the one with the largest storage reduction factor among those within the
/// tolerance; of equal factors the deepest. `None` where none is within the tolerance, or the memory that the fused
/// nest touches would be more than that of both nests.
pub(crate) fn choose(pair: &Pair, tolerance: f64) -> Option<Choice> {
    let mut best: Option<(&Depth, f64, f64)> = None;
    for depth in pair.depths.iter().filter(|it| it.refused.is_none()) {
        let Some(extra) = additional_compute(pair, depth).filter(|it| *it <= tolerance) else { continue };
        let factor = storage_reduction_factor(pair, depth).unwrap_or(1.0);
        if best.is_none_or(|it| factor > it.2) {
            best = Some((depth, extra, factor));
        }
    }
    let (depth, extra, _) = best?;
    let both = pair.source_bytes.zip(pair.destination_bytes).and_then(|(a, b)| a.checked_add(b));
    let fused = pair.destination_bytes.zip(depth.slice_write_bytes).and_then(|(a, b)| a.checked_add(b));
    let storage_reduction = match (fused, both) {
        (Some(fused), Some(both)) if fused > both => return None,
        (Some(fused), Some(both)) if both > 0 => Some(1.0 - fused as f64 / both as f64),
        _ => None,
    };
    Some(Choice {
        depth: depth.depth(),
        fused_bytes: fused,
        slice_bytes: depth.slice_write_bytes,
        storage_reduction,
        additional_compute: extra,
        reason: reason(pair, depth, extra, tolerance),
    })
}

fn reason(pair: &Pair, chosen: &Depth, extra: f64, tolerance: f64) -> String {
    let deeper: Vec<&Depth> = pair.depths.iter().filter(|it| it.depth() > chosen.depth()).collect();
    let rank = match (deeper.is_empty(), deeper.iter().all(|it| it.refused.is_some())) {
        (true, _) => "the deepest depth",
        (_, true) => "the deepest legal depth",
        _ => "of the legal depths within the tolerance, the deepest of those that keep the least memory",
    };
    let cost = match extra > 0.0 {
        true => {
            format!("which recomputes {}, within the tolerance of {}", percent(extra), percent(tolerance))
        }
        false => "which recomputes nothing".to_owned(),
    };
    let others: Vec<String> = deeper
        .iter()
        .filter_map(|it| Some((it, additional_compute(pair, it)?)))
        .filter(|it| it.1 > tolerance)
        .map(|(it, extra)| format!("depth {} would recompute {}", it.depth(), percent(extra)))
        .collect();
    let others = if others.is_empty() { String::new() } else { format!("; {}", others.join(", ")) };
    format!("{rank}, {cost}{others}")
}

/// `5400 %`, `12.5 %`
pub(crate) fn percent(fraction: f64) -> String {
    let number = format!("{:.2}", fraction * 100.0);
    let number = number.trim_end_matches('0').trim_end_matches('.');
    format!("{number} %")
}
