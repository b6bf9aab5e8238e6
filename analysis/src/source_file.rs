//! The inputs: a file's parse, and the settings.

use syntax::Parse;

/// One open or read file. The parse is the input: the writer reparses a block and sets it.
#[salsa::input(debug)]
pub struct SourceFile {
    #[returns(ref)]
    pub parse: Parse,
}

/// What the user can set; changes seldom.
#[salsa::input(singleton, debug)]
pub struct SettingsInput {
    #[returns(ref)]
    pub settings: Settings,
}

/// What the user can set.
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
    /// Bytes that what the slices of a recommended fusion write must fit into; `None` is no limit.
    pub fast_memory_bytes: Option<u64>,
    /// Iterations of each loop in one tile, at least 1.
    pub tile_size: i64,
    /// The same loop by loop, outermost first; those that are left take [`Settings::tile_size`].
    pub tile_sizes: Vec<i64>,
    /// How many iterations an unrolled loop runs at once, at least 2.
    pub unroll_factor: i64,
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
            tile_sizes: Vec::new(),
            unroll_factor: 4,
        }
    }
}

/// Whether some text of the file did not parse.
#[salsa::tracked(returns(copy))]
pub(crate) fn has_syntax_errors(db: &dyn salsa::Database, file: SourceFile) -> bool {
    !file.parse(db).errors().is_empty()
}
