//! Which depth the cost model recommends, and why.

use super::pair::{Depth, Pair};
use base::source_file::Settings;

/// The recommended depth of a pair.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    pub depth: usize,
    /// Footprint of the fused nest: the consumer's and the slice's.
    pub fused_bytes: Option<u128>,
    /// Bytes of the region that the slices write.
    pub slice_bytes: Option<u128>,
    /// 1 − fused footprint over the footprints of both nests.
    pub storage_reduction: Option<f64>,
    pub additional_compute: f64,
    pub reason: String,
}

/// Fused cost over the cost of both nests, less one. Where costs are not known, 0 if every iteration runs once.
pub(crate) fn additional_compute(pair: &Pair, depth: &Depth) -> Option<f64> {
    let costs = || Some((depth.fused_cost?, pair.source_cost?.checked_add(pair.destination_cost?)?));
    match costs() {
        Some((fused, both)) if both > 0 => Some(fused as f64 / both as f64 - 1.0),
        _ => (depth.once && depth.refused().is_none()).then_some(0.0),
    }
}

/// The region that the producer writes over the region that the slices write.
pub(crate) fn storage_reduction_factor(pair: &Pair, depth: &Depth) -> Option<f64> {
    let (source, slice) = (pair.source_write_bytes?, depth.slice_write_bytes?);
    (slice > 0).then(|| source as f64 / slice as f64)
}

/// 1 − footprint of the fused nest over the footprints of both nests.
pub(crate) fn storage_reduction(pair: &Pair, depth: &Depth) -> Option<f64> {
    let both = pair.source_bytes?.checked_add(pair.destination_bytes?)?;
    let fused = fused_bytes(pair, depth)?;
    (both > 0).then(|| 1.0 - fused as f64 / both as f64)
}

fn fused_bytes(pair: &Pair, depth: &Depth) -> Option<u128> {
    pair.destination_bytes?.checked_add(depth.slice_write_bytes?)
}

/// From the deepest legal depth outwards, the one with the largest storage reduction factor among those within the
/// tolerance; of equal factors the deepest. `None` where none is within the tolerance, the memory that the fused
/// nest touches would be more than that of both nests, or does not fit into the fast memory.
///
/// Maximal fusion takes the deepest legal depth whatever it costs.
pub(crate) fn choose(pair: &Pair, settings: &Settings) -> Option<Choice> {
    let tolerance = settings.compute_tolerance;
    let legal = || pair.depths.iter().filter(|it| it.replaces_producer());
    if settings.maximal_fusion {
        let deepest = legal().next()?;
        let extra = additional_compute(pair, deepest).unwrap_or(0.0);
        let reason = "the deepest legal depth, as maximal fusion asks for".to_owned();
        return Some(chosen(pair, deepest, extra, reason));
    }
    let mut best: Option<(&Depth, f64, f64)> = None;
    for depth in legal() {
        let Some(extra) = additional_compute(pair, depth).filter(|it| *it <= tolerance) else { continue };
        let factor = storage_reduction_factor(pair, depth).unwrap_or(1.0);
        if best.is_none_or(|it| factor > it.2) {
            best = Some((depth, extra, factor));
        }
    }
    let (depth, extra, _) = best?;
    let fused = fused_bytes(pair, depth);
    let both = pair.source_bytes.zip(pair.destination_bytes).and_then(|(a, b)| a.checked_add(b));
    if fused.zip(both).is_some_and(|(fused, both)| fused > both) {
        return None;
    }
    if let Some(capacity) = settings.fast_memory_bytes
        && depth.slice_write_bytes.is_some_and(|it| it > u128::from(capacity))
    {
        return None;
    }
    Some(chosen(pair, depth, extra, reason(pair, depth, extra, tolerance)))
}

fn chosen(pair: &Pair, depth: &Depth, additional_compute: f64, reason: String) -> Choice {
    Choice {
        depth: depth.depth(),
        fused_bytes: fused_bytes(pair, depth),
        slice_bytes: depth.slice_write_bytes,
        storage_reduction: storage_reduction(pair, depth),
        additional_compute,
        reason,
    }
}

fn reason(pair: &Pair, chosen: &Depth, extra: f64, tolerance: f64) -> String {
    let deeper: Vec<&Depth> = pair.depths.iter().filter(|it| it.depth() > chosen.depth()).collect();
    let rank = match (deeper.is_empty(), deeper.iter().all(|it| !it.replaces_producer())) {
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
    let against = |it: &&Depth| {
        if !it.replaces_producer() {
            return Some(format!("depth {} is not legal", it.depth()));
        }
        let extra = additional_compute(pair, it).filter(|it| *it > tolerance)?;
        Some(format!("depth {} would recompute {}", it.depth(), percent(extra)))
    };
    let others: Vec<String> = deeper.iter().filter_map(against).collect();
    let others = if others.is_empty() { String::new() } else { format!("; {}", others.join(", ")) };
    format!("{rank}, {cost}{others}")
}

/// `5400 %`, `12.5 %`
pub fn percent(fraction: f64) -> String {
    let number = format!("{:.2}", fraction * 100.0);
    let number = number.trim_end_matches('0').trim_end_matches('.');
    format!("{number} %")
}
