//! The machine that a nest is to run on, as far as the model of its cost asks.

use std::collections::BTreeMap;

/// A level of the memory hierarchy.
#[derive(Debug, Clone, PartialEq)]
pub struct Cache {
    /// As a reader calls it.
    pub name: &'static str,
    pub bytes: f64,
    /// Of a line, or of a page where it is the addresses of pages that are kept.
    pub line_bytes: f64,
    /// Cycles from one line to the next of those that come from the level behind it.
    pub line_cycles: f64,
    /// Cycles until a line is there that nothing has fetched ahead.
    pub latency: f64,
    /// So many such lines are waited for at once.
    pub most_at_once: f64,
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
    /// Operations that a core has begun and not ended.
    pub operations_under_way: f64,
    /// Loads, and stores, that wait for their lines.
    pub loads_under_way: f64,
    pub stores_under_way: f64,
    /// Cycles from the operands of an addition or multiplication to its result.
    pub arithmetic_latency: f64,
    /// Cycles from a store to the result of a load of the same element.
    pub forwarding_latency: f64,
    pub line_bytes: f64,
    pub caches: Vec<Cache>,
    /// What a size is taken for that is not known.
    pub size: f64,
    /// The cores that one nest may run on.
    pub cores: f64,
}

/// What a user says of the machine; the rest is as on the machine that this runs on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Machine {
    properties: BTreeMap<&'static str, u32>,
}

/// What may be said of a machine: bits of a vector register, how many of these there are, cycles of an addition or
/// multiplication, kilobytes of the caches; what a size is taken for that is not known; and on how many cores a nest may run.
pub const PROPERTIES: [&str; 8] = ["bits", "registers", "latency", "l1", "l2", "l3", "size", "cores"];

impl Machine {
    /// Sets one of [`PROPERTIES`] to a number from 1; whether it is one of them.
    pub fn set(&mut self, property: &str, value: u32) -> bool {
        let known = PROPERTIES.iter().find(|it| **it == property);
        known.is_some_and(|it| {
            self.properties.insert(it, value.max(1));
            true
        })
    }

    pub fn target(&self) -> Target {
        let bits = self.properties.get("bits").copied();
        let mut target = Target::with_vectors(bits.unwrap_or_else(host_vector_bits));
        for (cache, bytes) in host_caches() {
            target.set_cache(&cache, bytes);
        }
        for (property, value) in &self.properties {
            let value = f64::from(*value);
            match *property {
                "registers" => target.vector_registers = value,
                "latency" => target.arithmetic_latency = value,
                "size" => target.size = value,
                "cores" => target.cores = value,
                cache => target.set_cache(cache, value * 1024.0),
            }
        }
        target
    }
}

impl Target {
    /// The machine that this runs on.
    pub fn of_host() -> Target {
        Machine::default().target()
    }

    fn set_cache(&mut self, name: &str, bytes: f64) {
        if let Some(cache) = self.caches.iter_mut().find(|it| it.name.eq_ignore_ascii_case(name)) {
            cache.bytes = bytes;
        }
    }

    /// A core with vectors of so many bits, as those of the last ten years are.
    pub fn with_vectors(bits: u32) -> Target {
        let bits = f64::from(bits.max(64));
        let cache = |name, kilobytes: f64, line_cycles, latency, most_at_once| Cache {
            name,
            bytes: kilobytes * 1024.0,
            line_bytes: 64.0,
            line_cycles,
            latency,
            most_at_once,
        };
        let pages = |name, entries: f64, line_cycles, latency, most_at_once| Cache {
            name,
            bytes: entries * 4096.0,
            line_bytes: 4096.0,
            line_cycles,
            latency,
            most_at_once,
        };
        Target {
            vector_bits: bits,
            compiler_vector_bits: bits.min(256.0),
            vector_registers: if bits > 256.0 { 32.0 } else { 16.0 },
            arithmetic_per_cycle: if bits > 256.0 { 1.5 } else { 2.0 },
            loads_per_cycle: 2.0,
            stores_per_cycle: 1.0,
            operations_per_cycle: 5.0,
            operations_under_way: 350.0,
            loads_under_way: 72.0,
            stores_under_way: 60.0,
            arithmetic_latency: 3.0,
            forwarding_latency: 2.0,
            line_bytes: 64.0,
            caches: vec![
                cache("L1", 32.0, 1.5, 14.0, 24.0),
                cache("L2", 1024.0, 2.0, 50.0, 16.0),
                cache("L3", 32.0 * 1024.0, 4.0, 300.0, 24.0),
                pages("the first TLB", 64.0, 1.0, 7.0, 4.0),
                pages("the second TLB", 1536.0, 2.0, 40.0, 6.0),
            ],
            size: 1000.0,
            cores: 1.0,
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

/// The caches for data that the processor tells of, by name, and their bytes.
#[cfg(target_arch = "x86_64")]
fn host_caches() -> Vec<(String, f64)> {
    let parameters = raw_cpuid::CpuId::new().get_cache_parameters();
    let is_for_data = |it: &raw_cpuid::CacheParameter| it.cache_type() != raw_cpuid::CacheType::Instruction;
    let bytes = |it: &raw_cpuid::CacheParameter| {
        let ways = it.associativity() as f64 * it.physical_line_partitions() as f64;
        ways * it.coherency_line_size() as f64 * it.sets() as f64
    };
    let caches = parameters.into_iter().flatten().filter(is_for_data);
    caches.map(|it| (format!("L{}", it.level()), bytes(&it))).filter(|it| it.1 > 0.0).collect()
}

#[cfg(not(target_arch = "x86_64"))]
fn host_caches() -> Vec<(String, f64)> {
    Vec::new()
}
