//! The report on loops: the content of `loops`, lenses and hints.

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
    /// Its initiation interval, by the latencies that the user gives to operations.
    pub pipeline: Option<PipelineReport>,
    /// Bytes that an iteration loads and stores, in the mean; `None` where that depends on sizes that are not known.
    pub bytes_per_iteration: Option<f64>,
    /// Arithmetic operations on elements over these bytes.
    pub intensity: Option<f64>,
}

/// A loop as a pipeline: the recurrence that decides how often an iteration can start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PipelineReport {
    /// From the start of one iteration to that of the next, at least 1.
    pub cycles: u64,
    /// Cycles of the recurrence, and iterations that it spans; 0 and 1 without one.
    pub latency: u64,
    pub distance: u64,
    /// Its operations in order, with their places.
    pub operations: Vec<(String, TextRange)>,
    /// Why a dependence counts that may not exist.
    pub assumed: Option<String>,
}

impl PipelineReport {
    /// `initiation interval 6: 12 cycles over 2 iterations, affine.load → arith.addf → affine.store`
    pub fn text(&self, name: impl Fn(&str, TextRange) -> String) -> String {
        let names: Vec<_> = self.operations.iter().map(|it| name(&it.0, it.1)).collect();
        let spans = if self.distance == 1 { "1 iteration" } else { &format!("{} iterations", self.distance) };
        let recurrence = match names.is_empty() {
            true => "no recurrence".to_owned(),
            false => format!("{} cycles over {spans}, {}", self.latency, names.join(" → ")),
        };
        let assumed = self.assumed.as_ref().map(|it| format!(" (if so: {it})")).unwrap_or_default();
        format!("initiation interval {}: {recurrence}{assumed}", self.cycles)
    }
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
    /// Elements from one iteration to the next: 0 stays, 1 is contiguous. `None` where it is not a constant.
    pub stride: Option<Integer>,
    /// Elements that one run of the loop touches.
    pub elements: Option<Integer>,
    /// Whether `elements` is the number itself and no upper bound.
    pub elements_exact: bool,
}

impl TripCountReport {
    /// `128`, `%n (0 to 5)`, `at least 2`, or that it is not known and why.
    pub fn text(&self) -> String {
        let range = match (&self.least, &self.greatest) {
            (Some(least), Some(greatest)) if least == greatest => Some(least.to_string()),
            (Some(least), Some(greatest)) => Some(format!("{least} to {greatest}")),
            (Some(least), None) if least.is_positive() => Some(format!("at least {least}")),
            _ => None,
        };
        match (self.constant, &self.text, range) {
            (Some(count), _, _) => count.to_string(),
            (_, Some(text), Some(range)) => format!("{text} ({range})"),
            (_, Some(text), None) => text.clone(),
            (_, None, Some(range)) => range,
            (_, None, None) => match &self.unknown {
                Some(reason) => format!("not known: {reason}"),
                None => "not known".to_owned(),
            },
        }
    }
}

impl ParallelismReport {
    /// `parallel but for reductions`
    pub fn text(&self) -> String {
        match self {
            ParallelismReport::Parallel => "parallel".to_owned(),
            ParallelismReport::Reductions => "parallel but for reductions".to_owned(),
            ParallelismReport::Serial => "not parallel".to_owned(),
            ParallelismReport::Unknown(reason) => format!("not known to be parallel: {reason}"),
        }
    }
}

impl LoopReport {
    /// The limits of the loop, in words.
    pub fn limits(&self) -> impl Iterator<Item = String> + use<> {
        let pipeline = self.pipeline.as_ref();
        let interval = self.initiation_interval.filter(|_| pipeline.is_none());
        let limits = limits(interval, self.bytes_per_iteration, self.intensity);
        let pipeline = pipeline.map(|it| it.text(|name, _| name.to_owned()));
        pipeline.into_iter().chain(limits)
    }
}

/// The least cycles between iterations, and the bytes and operations per byte of one, in words.
pub fn limits(
    initiation_interval: Option<f64>,
    bytes: Option<f64>,
    intensity: Option<f64>,
) -> impl Iterator<Item = String> + use<> {
    // At most two digits after the point.
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
