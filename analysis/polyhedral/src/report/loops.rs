//! What is known about loops: the content of `loops`, lenses and hints.

use super::{AccessKind, Dependence};
use presburger::Integer;
use syntax::TextRange;

/// The loops of one function.
#[derive(Debug, Clone, PartialEq)]
pub struct FunctionLoops {
    /// The symbol's name without `@`; empty for operations outside any function.
    pub name: String,
    /// In program order; the index is the loop's id.
    pub loops: Vec<LoopReport>,
    /// Ids of perfectly nested loops that may be interchanged and tiled in any order, outermost first.
    pub bands: Vec<Vec<usize>>,
    /// In program order.
    pub uncounted: Vec<UncountedReport>,
}

/// A loop whose iterations are not counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UncountedReport {
    pub op: String,
    /// Of the operation's name.
    pub range: TextRange,
    pub reason: String,
}

/// One loop that counts, with all its dimensions.
#[derive(Debug, Clone, PartialEq)]
pub struct LoopReport {
    pub op: String,
    /// Of the operation's name.
    pub range: TextRange,
    /// Id of the loop around it.
    pub parent: Option<usize>,
    /// From 1.
    pub depth: usize,
    /// One per induction variable.
    pub dims: Vec<LoopDimReport>,
    pub trip_count: TripCountReport,
    pub parallelism: ParallelismReport,
    /// The dependences that it carries or may carry; ids are those of `deps`.
    pub carries: Vec<Dependence>,
    pub reductions: Vec<ReductionReport>,
    pub vectorizability: VectorizabilityReport,
    pub accesses: Vec<LoopAccessReport>,
    /// Bytes of the elements that one run touches.
    pub bytes: Option<Integer>,
    /// Whether `bytes` is the number itself and no upper bound.
    pub bytes_exact: bool,
    /// The least cycles from one iteration to the next that recurrences allow; `None` where there are none.
    pub initiation_interval: Option<f64>,
    /// Bytes that an iteration loads and stores, in the mean; `None` where that depends on sizes that are not known.
    pub bytes_per_iteration: Option<f64>,
    /// Arithmetic operations on elements over these bytes.
    pub intensity: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoopDimReport {
    pub induction_variable: String,
    /// Over the names of values, included; `None` where the bound is not known.
    pub lower: Option<String>,
    /// Excluded.
    pub upper: Option<String>,
    pub step: Option<i64>,
}

/// Iterations of one run of a loop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TripCountReport {
    /// Where it is one number.
    pub constant: Option<u64>,
    /// Where it is an expression; a negative value means that the loop does not run.
    pub text: Option<String>,
    pub least: Option<Integer>,
    /// `None` where there is no bound, or nothing is known.
    pub greatest: Option<Integer>,
    /// Iterations of all runs together, where that is one number.
    pub iterations: Option<Integer>,
    /// Why nothing is known.
    pub unknown: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParallelismReport {
    Parallel,
    /// But for reductions.
    Reductions,
    Serial,
    Unknown(String),
}

/// Whether several iterations may run together, as lanes of vectors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VectorizabilityReport {
    Yes,
    /// With one partial result per lane, which a last step folds.
    AsReduction,
    No(String),
    Unknown(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReductionReport {
    /// `arith.addf`
    pub operation: String,
    /// `+`, `*`, `min`, `max`, `and`, `or`, `xor`
    pub symbol: &'static str,
    /// The iteration argument, or the memref whose elements are folded.
    pub name: String,
    /// Ids of the load and the store, for a reduction through memory.
    pub accesses: Option<(usize, usize)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoopAccessReport {
    /// As `deps` numbers them.
    pub access: usize,
    pub op: String,
    pub kind: AccessKind,
    pub memref: String,
    /// Elements from one iteration to the next: 0 stays, 1 is contiguous. `None` where it is no constant.
    pub stride: Option<Integer>,
    /// Elements that one run of the loop touches.
    pub elements: Option<Integer>,
    /// Whether `elements` is the number itself and no upper bound.
    pub elements_exact: bool,
}

impl LoopReport {
    /// What limits the loop on any machine, in words.
    pub fn limits(&self) -> impl Iterator<Item = String> + use<> {
        limits(self.initiation_interval, self.bytes_per_iteration, self.intensity)
    }
}

/// The least cycles between iterations, and the bytes and operations per byte of one, in words.
pub fn limits(
    initiation_interval: Option<f64>,
    bytes: Option<f64>,
    intensity: Option<f64>,
) -> impl Iterator<Item = String> + use<> {
    // At most two digits behind the point.
    let number = |it: f64| format!("{it:.2}").trim_end_matches('0').trim_end_matches('.').to_owned();
    let interval =
        initiation_interval.map(|it| format!("a recurrence: at least {} cycles per iteration", number(it)));
    let bytes = bytes.filter(|it| *it > 0.0).map(|it| {
        let intensity = intensity.filter(|it| *it > 0.0);
        let intensity = intensity.map(|it| format!(" · {} operations per byte", number(it)));
        format!("an iteration moves {} bytes{}", number(it), intensity.unwrap_or_default())
    });
    interval.into_iter().chain(bytes)
}
