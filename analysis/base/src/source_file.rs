//! The inputs: a file's parse with what the writer knows of its outline, and the settings.

use crate::isolated_op::{Green, OpText, RootStarts};
use crate::machine::Machine;
use crate::registry::registry;
use crate::severity::Severity;
use salsa::Durability;
use std::collections::BTreeMap;
use syntax::ods::Version;
use syntax::{Parse, TextSize};

/// One open or read file. The parse is the input: the writer reparses a block and sets it, and brings the outline up
/// to date (see [`crate::outline`]).
#[salsa::input(debug)]
pub struct SourceFile {
    #[returns(ref)]
    pub parse: Parse,
    /// The isolated ops, in text order of their first roots. Of medium durability.
    #[returns(ref)]
    pub op_texts: Box<[OpText]>,
    /// Where the roots of each start.
    #[returns(ref)]
    pub starts: Box<[RootStarts]>,
    /// The definitions of aliases of each part, in text order, and whether a syntax error lies in each. Of medium
    /// durability.
    #[returns(ref)]
    pub aliases: AliasTexts,
    /// Where each of them starts.
    #[returns(ref)]
    pub alias_starts: Box<[Box<[TextSize]>]>,
    /// Of medium durability.
    #[returns(ref)]
    pub stray_names: StrayNames,
    /// Counts the changes of all inputs of medium durability: what one isolated op sees of the others.
    #[returns(copy)]
    pub environment_revision: u64,
}

/// The definitions of aliases of each part, and whether a syntax error lies in each.
pub type AliasTexts = Box<[Box<[(Green, bool)]>]>;

/// Names in text outside the isolated ops that did not parse or is misplaced.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StrayNames {
    /// Names of symbols with `@`, sorted.
    pub symbols: Vec<String>,
    /// Names of aliases that are defined in such text, each after the number of its part.
    pub aliases: Vec<(usize, String)>,
}

impl SourceFile {
    /// A file without text.
    pub fn empty(db: &dyn salsa::Database) -> Self {
        let parse = syntax::parse_with("", registry(db));
        SourceFile::new(
            db,
            parse,
            Box::default(),
            Box::default(),
            Box::default(),
            Box::default(),
            StrayNames::default(),
            0,
        )
    }

    /// The same in another database, where it never changes, with the copies of its isolated ops there.
    pub fn copy(self, from: &dyn salsa::Database, to: &dyn salsa::Database, op_texts: Box<[OpText]>) -> Self {
        Self::builder(
            self.parse(from).clone(),
            op_texts,
            self.starts(from).clone(),
            self.aliases(from).clone(),
            self.alias_starts(from).clone(),
            self.stray_names(from).clone(),
            self.environment_revision(from),
        )
        .durability(Durability::HIGH)
        .new(to)
    }
}

/// The user's settings; they seldom change.
#[salsa::input(singleton, debug)]
pub struct SettingsInput {
    #[returns(ref)]
    pub settings: Settings,
}

/// The user's settings.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Whether `fusion-opportunity` and `vectorization-opportunity` are reported.
    pub hints: bool,
    /// The fraction of additional computation above which a fusion depth is not recommended; 0.3 is MLIR's default.
    pub compute_tolerance: f64,
    /// Bits of a vector: how many lanes are recommended.
    pub vector_bits: u32,
    /// Whether vectorization may fold floating-point numbers in another order.
    pub reassociate: bool,
    /// Whether the deepest legal fusion is recommended, whatever it costs.
    pub maximal_fusion: bool,
    /// Bytes that what the slices of a recommended fusion write must fit into; `None` means no limit.
    pub fast_memory_bytes: Option<u64>,
    /// Iterations of each loop in one tile, at least 1.
    pub tile_size: i64,
    /// How many iterations an unrolled loop runs at once, at least 2.
    pub unroll_factor: i64,
    /// How many pairs of accesses of one function are computed.
    pub pairs: Pairs,
    /// Dialects that MLIR does not have and the user's tools do: their operations are never called unknown.
    pub own_dialects: Vec<String>,
    /// The machine that costs are predicted for.
    pub machine: Machine,
    /// Cycles that operations take in the user's pipelines, by their names; others take none.
    pub latencies: BTreeMap<String, u32>,
    /// The version of MLIR that texts are for. Without one, what any of them accepts is not an error.
    pub mlir: Option<Mlir>,
    /// How bad the diagnostics of a code are, where that is not as the table of codes has it; `None` silences them. What
    /// MLIR rejects is silenced or stays an error.
    pub severities: BTreeMap<&'static str, Option<Severity>>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hints: true,
            compute_tolerance: 0.3,
            vector_bits: 128,
            reassociate: true,
            maximal_fusion: false,
            fast_memory_bytes: None,
            tile_size: 32,
            unroll_factor: 4,
            pairs: Pairs::default(),
            own_dialects: Vec::new(),
            machine: Machine::default(),
            latencies: BTreeMap::new(),
            mlir: None,
            severities: BTreeMap::new(),
        }
    }
}

/// The version of MLIR that texts are for, and who says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mlir {
    /// The user has named it: what it rejects is an error.
    Named(Version),
    /// The user has run a tool that printed it: what another version accepts is a warning.
    Printed(Version),
}

impl Mlir {
    pub fn version(self) -> Version {
        match self {
            Mlir::Named(version) | Mlir::Printed(version) => version,
        }
    }

    /// How severe it is that this version alone rejects something. A later version than all that are known may accept more.
    pub fn severity(self) -> Severity {
        match self {
            Mlir::Named(version) if version.is_known() => Severity::Error,
            Mlir::Named(_) | Mlir::Printed(_) => Severity::Warning,
        }
    }
}

/// How many pairs of memory accesses of one function are computed, those that are close together first. The others may
/// depend on each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pairs {
    /// As many as an editor can wait for and keep.
    #[default]
    Bounded,
    /// About this many: those that are equally far apart are computed together.
    AtMost(u64),
    /// All, whatever it takes.
    All,
}
