//! Cores of Arm for servers.

use super::parts::{cache, llvm, pages};
use super::x86_64::x86_64;
use crate::target::Target;

/// Arm, *Neoverse V2 Core Technical Reference Manual* (sizes) and *Software Optimization Guide* (what begins in a cycle, and
/// latencies). What these do not say is as on x86-64.
pub(super) fn neoverse_v2() -> Target {
    let like = x86_64(128);
    Target {
        vector_bits: 128.0,
        // Of SVE2 and of Advanced SIMD.
        vector_registers: 32.0,
        // Pipelines V0 to V3.
        arithmetic_per_cycle: 4.0,
        loads_per_cycle: 3.0,
        stores_per_cycle: 2.0,
        operations_per_cycle: 8.0,
        operations_under_way: 320.0,
        // FADD takes two cycles, FMUL three, FMLA four.
        arithmetic_latency: 3.0,
        caches: vec![
            cache("L1", 64.0, 1.5, 11.0, 24.0),
            cache("L2", 2.0 * 1024.0, 2.0, 50.0, 16.0),
            cache("L3", 32.0 * 1024.0, 4.0, 300.0, 24.0),
            pages("the first TLB", 48.0, 1.0, 6.0, 4.0),
            pages("the second TLB", 2048.0, 2.0, 40.0, 6.0),
        ],
        compiler: llvm(128.0),
        ..like
    }
}
