//! What one version of MLIR has and another has not.
//!
//! The registry has the operations of MLIR 22. What another version adds is known by name, so that it is no error where
//! nobody has said which version a text is for.

use std::fmt::{Display, Formatter};
use std::str::FromStr;

/// A version whose operations are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Version {
    V22,
    V23,
}

impl Version {
    pub const ALL: [Self; 2] = [Self::V22, Self::V23];

    /// Its number.
    pub fn number(self) -> &'static str {
        match self {
            Self::V22 => "22",
            Self::V23 => "23",
        }
    }

    /// The version from which on MLIR has an operation of that full name, if it is none of those of MLIR 22.
    pub fn since(operation: &str) -> Option<Self> {
        let (dialect, name) = operation.split_once('.')?;
        let has = |it: &&(&str, &str)| it.0 == dialect && it.1.split(' ').any(|it| it == name);
        ADDED_IN_23.iter().any(|it| has(&it)).then_some(Self::V23)
    }

    /// The dialect that has the operations of another one from a version on.
    pub fn moved(dialect: &str) -> Option<(Self, &'static str)> {
        MOVED_IN_23.contains(&dialect).then_some((Self::V23, "x86"))
    }
}

impl Display for Version {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "MLIR {}", self.number())
    }
}

impl FromStr for Version {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|it| it.number() == text);
        known.ok_or_else(|| {
            format!("{text} is none of the versions {}", Self::ALL.map(Self::number).join(" and "))
        })
    }
}

/// The operations of MLIR 23 that MLIR 22 has not, by their dialects, but for LLVM's intrinsics.
const ADDED_IN_23: &[(&str, &str)] = &[
    (
        "acc",
        "gpu_shared_memory on_device par_width predicate_region private_local privatize reduction_accumulate reduction_accumulate_array reduction_combine reduction_combine_region reduction_init unwrap_private",
    ),
    (
        "amdgpu",
        "dot ds_async_barrier_arrive ds_barrier_arrive ds_barrier_init ds_barrier_poll_state ds_barrier_state_init_count ds_barrier_state_pending_count ds_barrier_state_phase ds_barrier_state_phase_parity global_load_async_to_lds global_prefetch global_transpose_load permlane_var sparse_wmma",
    ),
    ("arith", "convertf flush_denormals subui_extended"),
    ("emitc", "member_call_opaque"),
    ("gpu", "ballot initialize_named_barrier"),
    ("mpi", "allgather reduce_scatter_block"),
    ("nvgpu", "extf truncf"),
    (
        "omp",
        "affinity_entry alloc_shared_mem allocate_free atomic.compare declare_simd free_shared_mem fuse groupprivate iterator scope taskloop.context taskloop.wrapper unroll_partial",
    ),
    (
        "tosa",
        "assert_equal_shape avg_pool2d_adaptive conv2d_block_scaled matmul_t max_pool2d_adaptive reshape_block_scaled row_gather row_gather_block_scaled",
    ),
    (
        "transform",
        "affine.super_vectorize apply_patterns.linalg.data_layout_propagation apply_patterns.linalg.extract_slice_sinking apply_patterns.vector.flatten_vector_transfer_ops apply_patterns.vector.interleave_and_deinterleave_to_shuffle apply_patterns.vector.lower_step apply_patterns.vector.multi_reduction_flattening apply_patterns.vector.multi_reduction_unrolling apply_patterns.vector.reorder_multi_reduction_dims apply_patterns.x86.shuffle_vector_fma_ops apply_patterns.x86.sink_vector_producer_ops apply_patterns.x86.vector_contract_bf16_to_fma apply_patterns.x86.vector_contract_to_amx_dot_product apply_patterns.x86.vector_contract_to_fma apply_patterns.x86.vector_contract_to_packed_type_dot_product loop.coalesce_nested payload xegpu.get_load_op xegpu.set_anchor_layout",
    ),
    ("wasmssa", "nearest trunc_si trunc_ui"),
    (
        "x86",
        "amx.tile_load amx.tile_mulf amx.tile_muli amx.tile_store amx.tile_zero avx.bcst_to_f32.packed avx.cvt.packed.even.indexed_to_f32 avx.cvt.packed.odd.indexed_to_f32 avx.dot.i8 avx.intr.dot avx.rsqrt avx10.dot.i8 avx512.cvt.packed.f32_to_bf16 avx512.dot",
    ),
    ("xegpu", "dpas_mx truncf"),
    ("xevm", "mma_mx"),
];

/// The dialects that are one, `x86`, in MLIR 23.
const MOVED_IN_23: &[&str] = &["amx", "x86vector"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ods::Registry;

    #[test]
    fn what_is_new_is_not_in_the_registry() {
        for (dialect, names) in ADDED_IN_23 {
            for name in names.split(' ') {
                let name = format!("{dialect}.{name}");
                assert_eq!(Version::since(&name), Some(Version::V23));
                assert!(!Registry::builtin().has(&name), "{name}");
            }
        }
    }

    #[test]
    fn what_has_moved_is_in_the_registry() {
        assert!(MOVED_IN_23.iter().all(|it| Registry::builtin().has_dialect(it)));
    }

    #[test]
    fn versions_are_numbers() {
        assert_eq!("23".parse(), Ok(Version::V23));
        assert_eq!("24".parse::<Version>(), Err("24 is none of the versions 22 and 23".to_owned()));
    }
}
