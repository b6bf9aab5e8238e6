//! The machine that this runs on, as far as CPUID describes it.

use super::x86_64::x86_64;
use crate::target::Target;

pub(super) fn target() -> Target {
    with_vectors(vector_bits())
}

/// The same with other vectors.
pub(super) fn with_vectors(bits: u32) -> Target {
    let mut target = x86_64(bits);
    for (cache, bytes) in caches() {
        target.set_cache(&cache, bytes);
    }
    target
}

fn vector_bits() -> u32 {
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

/// The data caches that CPUID describes, by name, and their bytes.
#[cfg(target_arch = "x86_64")]
fn caches() -> Vec<(String, f64)> {
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
fn caches() -> Vec<(String, f64)> {
    Vec::new()
}
