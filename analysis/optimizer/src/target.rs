//! The machine that a nest is to run on, as far as the model of its cost asks.

/// A level of the memory hierarchy.
#[derive(Debug, Clone, PartialEq)]
pub struct Cache {
    /// As a reader calls it.
    pub name: &'static str,
    pub bytes: f64,
    /// Of a line, or of a page where it is the addresses of pages that are kept.
    pub line_bytes: f64,
    /// Cycles that a line takes that comes from the level behind it, where neighbours follow each other.
    pub line_cycles: f64,
    /// The same where they do not, so that nothing is fetched ahead.
    pub far_line_cycles: f64,
}

/// What a core does in a cycle, how long operations take, and what the caches hold.
#[derive(Debug, Clone, PartialEq)]
pub struct Target {
    /// Bits of a vector register.
    pub vector_bits: f64,
    /// Bits of the vectors that the compiler behind makes of scalar loops.
    pub compiler_vector_bits: f64,
    pub vector_registers: f64,
    /// Operations per cycle.
    pub arithmetic_per_cycle: f64,
    pub loads_per_cycle: f64,
    pub stores_per_cycle: f64,
    pub operations_per_cycle: f64,
    /// Cycles from the operands of an addition or multiplication to its result.
    pub arithmetic_latency: f64,
    /// Cycles from a store to the result of a load of the same element.
    pub forwarding_latency: f64,
    pub line_bytes: f64,
    pub caches: Vec<Cache>,
    /// What a size is taken for that is not known.
    pub size: f64,
}

impl Target {
    /// The machine that this runs on.
    pub fn of_host() -> Target {
        Self::with_vectors(host_vector_bits())
    }

    /// A core with vectors of so many bits, as those of the last ten years are.
    pub fn with_vectors(bits: u32) -> Target {
        let bits = f64::from(bits.max(64));
        let cache = |name, kilobytes: f64, line_cycles, far_line_cycles| Cache {
            name,
            bytes: kilobytes * 1024.0,
            line_bytes: 64.0,
            line_cycles,
            far_line_cycles,
        };
        let pages = |name, entries: f64, cycles| Cache {
            name,
            bytes: entries * 4096.0,
            line_bytes: 4096.0,
            line_cycles: cycles,
            far_line_cycles: cycles,
        };
        Target {
            vector_bits: bits,
            compiler_vector_bits: bits.min(256.0),
            vector_registers: if bits > 256.0 { 32.0 } else { 16.0 },
            arithmetic_per_cycle: if bits > 256.0 { 1.5 } else { 2.0 },
            loads_per_cycle: 2.0,
            stores_per_cycle: 1.0,
            operations_per_cycle: 4.0,
            arithmetic_latency: 4.0,
            forwarding_latency: 5.0,
            line_bytes: 64.0,
            caches: vec![
                cache("L1", 32.0, 2.0, 5.0),
                cache("L2", 1024.0, 5.0, 25.0),
                cache("L3", 16.0 * 1024.0, 12.0, 90.0),
                pages("the first TLB", 64.0, 7.0),
                pages("the second TLB", 1536.0, 30.0),
            ],
            size: 1000.0,
        }
    }
}

fn host_vector_bits() -> u32 {
    #[cfg(target_arch = "x86_64")]
    {
        if std::arch::is_x86_feature_detected!("avx512f") {
            return 512;
        }
        if std::arch::is_x86_feature_detected!("avx2") {
            return 256;
        }
    }
    128
}
