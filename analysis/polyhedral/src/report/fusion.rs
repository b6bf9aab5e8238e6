//! The report on fusing the loop nests of a function: the content of `fusion`.

use super::Refusal;
use syntax::TextRange;

/// The pairs of nests of one function that could be fused.
#[derive(Debug, Clone, PartialEq)]
pub struct FunctionFusion {
    pub name: String,
    pub pairs: Vec<FusionPair>,
    /// How many pairs of nests were not looked at, because those before took too long.
    pub left_out: usize,
}

/// The relation between two nests that may be fused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FusionKind {
    /// The second reads what the first writes; a slice of the first moves into the second.
    ProducerConsumer,
    /// Neither depends on the other; they run iteration by iteration.
    Sibling,
    /// The second depends on the first; they run iteration by iteration.
    Adjacent,
}

impl FusionKind {
    pub fn as_str(self) -> &'static str {
        match self {
            FusionKind::ProducerConsumer => "producer-consumer",
            FusionKind::Sibling => "sibling",
            FusionKind::Adjacent => "adjacent",
        }
    }
}

/// The fate of the first nest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FusionForm {
    /// It goes, and its slices write what it wrote.
    Move,
    /// It goes, and its slices write a smaller buffer, or none.
    Buffer,
    /// It stays, and its slices write a buffer of their own, or none.
    Copy,
    /// Its body runs before that of the second, iteration by iteration.
    Merge,
}

impl FusionForm {
    pub fn as_str(self) -> &'static str {
        match self {
            FusionForm::Move => "move",
            FusionForm::Buffer => "buffer",
            FusionForm::Copy => "copy",
            FusionForm::Merge => "merge",
        }
    }
}

/// Two loop nests of one block.
///
/// Costs count executed operations; they are `None` where a trip count is not constant. Bytes are those of
/// bounding boxes; `None` where they are not constant.
#[derive(Debug, Clone, PartialEq)]
pub struct FusionPair {
    pub kind: FusionKind,
    /// Of the operation names of the first and the second nest.
    pub source: TextRange,
    pub destination: TextRange,
    /// The memrefs that carry values from one to the other, or that both access.
    pub memrefs: Vec<String>,
    pub source_cost: Option<u128>,
    pub destination_cost: Option<u128>,
    /// Footprints of the nests as they are.
    pub source_bytes: Option<u128>,
    pub destination_bytes: Option<u128>,
    /// Bytes of the region that the source nest writes of the shared memrefs.
    pub source_write_bytes: Option<u128>,
    /// Deepest first.
    pub depths: Vec<FusionDepth>,
    /// The depth that the cost model recommends, and why.
    pub best: Option<BestDepth>,
    /// Why the two cannot be fused at any depth.
    pub refused: Option<Refusal>,
    /// Their outermost loops can run together if the second is delayed.
    pub shift: Option<FusionShift>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct FusionDepth {
    /// Number of loops of the destination around what moves in.
    pub depth: usize,
    /// In which forms it is legal.
    pub forms: Vec<FusionForm>,
    /// Why this depth is not legal in any form.
    pub refused: Option<Refusal>,
    /// Fused cost over the cost of both nests, less one: 0.0 means no redundant computation.
    pub additional_compute: Option<f64>,
    pub fused_cost: Option<u128>,
    pub slice_write_bytes: Option<u128>,
    /// Source write region over slice write region.
    pub storage_reduction_factor: Option<f64>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct BestDepth {
    pub depth: usize,
    /// Footprint of the fused nest.
    pub fused_bytes: Option<u128>,
    pub slice_bytes: Option<u128>,
    /// 1 − fused footprint over the footprints of both nests.
    pub storage_reduction: Option<f64>,
    pub reason: String,
}

/// How the second of two loops is delayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FusionShift {
    /// In values of the induction variable.
    pub delay: i64,
    /// Some iterations have no partner and run in loops of their own.
    pub is_peeled: bool,
}
