//! Cores of x86-64.

use super::parts::{WIDEST_OF_LLVM, cache, llvm, pages};
use crate::target::{Prefetcher, SlowOperations, Target};

/// A core of x86-64 with vectors of this many bits: what cores of the last ten years have about in common. Where no other
/// source is named, after Fog, *Instruction tables*, and Abel and Reineke, uops.info, for Skylake to Zen 4.
pub(super) fn x86_64(bits: u32) -> Target {
    let bits = f64::from(bits.max(64));
    Target {
        vector_bits: bits,
        // 32 from AVX-512 on (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 1).
        vector_registers: if bits > 256.0 { 32.0 } else { 16.0 },
        // Fitted.
        working_registers: 4.0,
        spills: 2.0,
        // Two ports; cores with AVX-512 fuse ports or clock lower.
        arithmetic_per_cycle: if bits > 256.0 { 1.5 } else { 2.0 },
        loads_per_cycle: 2.0,
        stores_per_cycle: 1.0,
        // Four to six are renamed in a cycle.
        operations_per_cycle: 5.0,
        // The reorder buffer, and the queues of loads and stores: 224, 72 and 56 in Skylake, 512, 192 and 114 in Golden Cove,
        // 256, 72 and 64 in Zen 3 (WikiChip).
        operations_under_way: 350.0,
        loads_under_way: 72.0,
        stores_under_way: 60.0,
        // Three in Zen 2 to 4, four in Skylake, two to four in Golden Cove.
        arithmetic_latency: 3.0,
        slow: SlowOperations {
            // vdivsd begins every 4 to 5 cycles, a lane of vdivpd in less than half of that.
            division: 4.5,
            vector_division: 0.4,
            // 13 cycles.
            division_latency: 4.0,
            // Calls of libm: 20 to 50 cycles for exp, log and sine (fitted).
            library: 20.0,
            library_latency: 40.0,
            call: 50.0,
            // Shuffles across the halves of a vector, and loads from the first cache less what is hidden of them.
            move_latency: 3.0,
            // A shuffle and a move for each halving.
            fold: 2.0,
        },
        // Memory renaming; without it, as before Zen 2 and Golden Cove, four to five.
        forwarding_latency: 2.0,
        // An addition, and a comparison that is fused with its branch.
        branch_operations: 2.0,
        // A mispredicted branch costs 15 to 20 cycles, half of them hidden (fitted).
        exit_cycles: 8.0,
        line_bytes: 64.0,
        // Fitted.
        unaligned: 1.5,
        // vgatherdps takes two operations or more for a lane.
        scattered: 2.0,
        split_stores: 0.6,
        // The share of a cache with few ways that stays usable (fitted).
        cache_share: 0.75,
        // Streams end at pages of 4 kB, 64 lines (Intel 64 and IA-32 Architectures Optimization Reference Manual); all
        // else is fitted.
        prefetcher: Prefetcher {
            lines_to_see_a_row: 2.0,
            whole_row: 0.9,
            lines_of_a_page: 64.0,
            most_rows_at_once: 12.0,
        },
        // Sizes of servers since Skylake; what moves in a cycle is fitted.
        caches: vec![
            cache("L1", 32.0, 1.5, 14.0, 24.0),
            cache("L2", 1024.0, 2.0, 50.0, 16.0),
            cache("L3", 32.0 * 1024.0, 4.0, 300.0, 24.0),
            pages("the first TLB", 64.0, 1.0, 7.0, 4.0),
            pages("the second TLB", 1536.0, 2.0, 40.0, 6.0),
        ],
        // Fitted.
        exposed: 0.3,
        compiler: llvm(bits.min(WIDEST_OF_LLVM)),
        size: 1000.0,
        cores: 1.0,
    }
}
