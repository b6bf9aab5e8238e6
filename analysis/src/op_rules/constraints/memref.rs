//! `memref`.

use super::{Constraints, Relation::*, ops};
use crate::op_rules::class::*;

pub(super) const TABLE: &[Constraints] = &[
    ops(
        &["memref.alloc", "memref.alloca"],
        &[("dynamicSizes", INDEX), ("symbolOperands", INDEX), ("memref", RANKED_MEMREF)],
        &[],
    ),
    ops(
        &["memref.realloc"],
        &[("source", MEMREF_RANK_1), ("dynamicResultSize", INDEX), ("result", MEMREF_RANK_1)],
        &[],
    ),
    ops(&["memref.dealloc", "memref.rank"], &[("result", INDEX), ("memref", MEMREF)], &[]),
    ops(&["memref.load"], &[("memref", RANKED_MEMREF), ("indices", INDEX)], &[ElementOf("result", "memref")]),
    ops(&["memref.store"], &[("memref", RANKED_MEMREF), ("indices", INDEX)], &[ElementOf("value", "memref")]),
    ops(&["memref.prefetch"], &[("memref", RANKED_MEMREF), ("indices", INDEX)], &[]),
    ops(
        &["memref.atomic_rmw"],
        &[("memref", RANKED_MEMREF), ("indices", INDEX)],
        &[SameType(&["value", "result"]), ElementOf("value", "memref")],
    ),
    ops(
        &["memref.generic_atomic_rmw"],
        &[("memref", RANKED_MEMREF), ("indices", INDEX)],
        &[ElementOf("result", "memref")],
    ),
    ops(&["memref.copy"], &[("source", MEMREF), ("target", MEMREF)], &[]),
    ops(&["memref.cast", "memref.memory_space_cast"], &[("source", MEMREF), ("dest", MEMREF)], &[]),
    ops(&["memref.dim"], &[("result", INDEX), ("source", MEMREF), ("index", INDEX)], &[]),
    ops(&["memref.extract_aligned_pointer_as_index"], &[("source", MEMREF), ("aligned_pointer", INDEX)], &[]),
    ops(&["memref.extract_strided_metadata"], &[("source", RANKED_MEMREF)], &[]),
    ops(&["memref.assume_alignment"], &[("memref", MEMREF)], &[SameType(&["memref", "result"])]),
    ops(
        &["memref.reinterpret_cast"],
        &[
            ("offsets", INDEX),
            ("sizes", INDEX),
            ("strides", INDEX),
            ("source", MEMREF),
            ("result", RANKED_MEMREF),
        ],
        &[],
    ),
    ops(
        &["memref.subview", "memref.transpose"],
        &[
            ("offsets", INDEX),
            ("sizes", INDEX),
            ("strides", INDEX),
            ("source", RANKED_MEMREF),
            ("in", RANKED_MEMREF),
            ("result", RANKED_MEMREF),
        ],
        &[],
    ),
    ops(
        &["memref.view"],
        &[("source", MEMREF_RANK_1), ("byte_shift", INDEX), ("sizes", INDEX), ("result", RANKED_MEMREF)],
        &[],
    ),
    ops(&["memref.reshape"], &[("source", MEMREF), ("shape", SHAPE_MEMREF), ("result", MEMREF)], &[]),
    ops(
        &["memref.expand_shape", "memref.collapse_shape"],
        &[("output_shape", INDEX), ("src", RANKED_MEMREF), ("result", RANKED_MEMREF)],
        &[],
    ),
];
