//! The machine that a nest is to run on, as far as the model of its cost asks.

/// A level of the memory hierarchy.
#[derive(Debug, Clone, PartialEq)]
pub struct Cache {
    /// As a reader calls it.
    pub name: &'static str,
    pub bytes: f64,
    /// Of a line, or of a page where it is the addresses of pages that are kept.
    pub line_bytes: f64,
    /// Cycles per line that is fetched from the next level.
    pub line_cycles: f64,
    /// Cycles until a line is there that nothing has fetched ahead.
    pub latency: f64,
    /// The number of such lines that can be in flight at once.
    pub most_at_once: f64,
}

/// How lines are fetched before they are asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Prefetcher {
    /// Lines of a row that come one by one before the rest is fetched ahead.
    pub lines_to_see_a_row: f64,
    /// The share of a row that counts as the whole of it, from which it goes on to the next one.
    pub whole_row: f64,
    /// Lines after which it stops.
    pub lines_of_a_page: f64,
    /// Rows that are fetched ahead at once.
    pub most_rows_at_once: f64,
}

/// How the compiler vectorizes and unrolls loops.
#[derive(Debug, Clone, PartialEq)]
pub struct Compiler {
    /// Bits of its vectors.
    pub vector_bits: f64,
    /// Fewer iterations are not vectorized.
    pub least_trips: f64,
    /// Cycles of a vectorized loop for checks that memory is distinct.
    pub check_cycles: f64,
    /// The share of a vector's iterations that run one by one at the end.
    pub remainder: f64,
    /// Operations of a loop with constant bounds that is unrolled wholly, at most.
    pub most_unrolled: f64,
}

/// Operations that are not additions and multiplications, in cycles.
#[derive(Debug, Clone, PartialEq)]
pub struct SlowOperations {
    /// Of a division of two numbers of 64 bits, until the next can begin.
    pub division: f64,
    /// The share of that which a division in a lane takes.
    pub vector_division: f64,
    /// From the operands of a division to its result, in latencies of an addition.
    pub division_latency: f64,
    /// Of a function of a library, for each lane, until the next can begin.
    pub library: f64,
    pub library_latency: f64,
    pub call: f64,
    /// From lane to lane, or from a register of one kind to another.
    pub move_latency: f64,
    /// Other operations that fold a vector's lanes by half.
    pub fold: f64,
}

/// The throughput of a core, the latencies of operations, and the sizes of the caches.
#[derive(Debug, Clone, PartialEq)]
pub struct Target {
    /// Bits of a vector register.
    pub vector_bits: f64,
    pub vector_registers: f64,
    /// Registers of these that an iteration needs for what it computes.
    pub working_registers: f64,
    /// Loads, and stores, of a value that finds no register.
    pub spills: f64,
    /// Operations per cycle.
    pub arithmetic_per_cycle: f64,
    pub loads_per_cycle: f64,
    pub stores_per_cycle: f64,
    pub operations_per_cycle: f64,
    /// Operations that a core has begun and not ended.
    pub operations_under_way: f64,
    /// Loads, and stores, that wait for their lines.
    pub loads_under_way: f64,
    pub stores_under_way: f64,
    /// Cycles from the operands of an addition or multiplication to its result.
    pub arithmetic_latency: f64,
    pub slow: SlowOperations,
    /// Cycles from a store to the result of a load of the same element.
    pub forwarding_latency: f64,
    /// Operations of an iteration for the variable and the branch, and of a condition.
    pub branch_operations: f64,
    /// Cycles that the end of a loop costs, which is not foreseen.
    pub exit_cycles: f64,
    pub line_bytes: f64,
    /// Lines that an access of a whole line touches: few are aligned.
    pub unaligned: f64,
    /// Operations for each lane of a vector whose elements are not side by side.
    pub scattered: f64,
    /// The share of stores of whole lines, across the border of two, that are waited for.
    pub split_stores: f64,
    /// The share of a cache that a loop's data may take.
    pub cache_share: f64,
    pub prefetcher: Prefetcher,
    pub caches: Vec<Cache>,
    /// The share of the smaller costs that the greatest cost does not hide.
    pub exposed: f64,
    pub compiler: Compiler,
    /// The value that is assumed for an unknown size.
    pub size: f64,
    /// The cores that one nest may run on.
    pub cores: f64,
}

impl Target {
    /// Sets the size of the cache of a name, in whatever letters.
    pub(crate) fn set_cache(&mut self, name: &str, bytes: f64) {
        if let Some(cache) = self.caches.iter_mut().find(|it| it.name.eq_ignore_ascii_case(name)) {
            cache.bytes = bytes;
        }
    }
}
