//! `vector`.

use super::{Constraints, Relation::*, ops};
use crate::op_rules::class::*;

pub(super) const TABLE: &[Constraints] = &[
    ops(&["vector.load"], &[("base", RANKED_MEMREF), ("indices", INDEX), ("result", VECTOR)], &[]),
    ops(&["vector.store"], &[("base", RANKED_MEMREF), ("indices", INDEX), ("valueToStore", VECTOR)], &[]),
    ops(
        &["vector.maskedload", "vector.expandload"],
        &[
            ("base", RANKED_MEMREF),
            ("indices", INDEX),
            ("mask", BOOL_VECTOR),
            ("pass_thru", VECTOR),
            ("result", VECTOR),
        ],
        &[],
    ),
    ops(
        &["vector.maskedstore", "vector.compressstore"],
        &[("base", RANKED_MEMREF), ("indices", INDEX), ("mask", BOOL_VECTOR), ("valueToStore", VECTOR)],
        &[],
    ),
    ops(
        &["vector.gather"],
        &[
            ("base", SHAPED),
            ("offsets", INDEX),
            ("indices", INTEGER_OR_INDEX_VECTOR),
            ("mask", BOOL_VECTOR),
            ("pass_thru", VECTOR),
            ("result", VECTOR),
        ],
        &[],
    ),
    ops(
        &["vector.scatter"],
        &[
            ("base", SHAPED),
            ("offsets", INDEX),
            ("indices", INTEGER_OR_INDEX_VECTOR),
            ("mask", BOOL_VECTOR),
            ("valueToStore", VECTOR),
        ],
        &[],
    ),
    ops(
        &["vector.transfer_read"],
        &[("base", SHAPED), ("indices", INDEX), ("mask", BOOL_VECTOR), ("vector", VECTOR)],
        &[],
    ),
    ops(
        &["vector.transfer_write"],
        &[("base", SHAPED), ("indices", INDEX), ("mask", BOOL_VECTOR), ("valueToStore", VECTOR)],
        &[SameType(&["base", "result"])],
    ),
    ops(&["vector.extract"], &[("source", VECTOR), ("dynamic_position", INDEX)], &[]),
    ops(
        &["vector.insert"],
        &[("dest", VECTOR), ("dynamic_position", INDEX)],
        &[SameType(&["dest", "result"])],
    ),
    ops(
        &["vector.scalable.extract"],
        &[("source", VECTOR_RANK_1), ("res", VECTOR_RANK_1)],
        &[SameElement(&["source", "res"])],
    ),
    ops(
        &["vector.scalable.insert"],
        &[("valueToStore", VECTOR_RANK_1), ("dest", VECTOR_RANK_1)],
        &[SameElement(&["valueToStore", "dest"]), SameType(&["dest", "res"])],
    ),
    ops(&["vector.extract_strided_slice"], &[("source", VECTOR), ("result", VECTOR)], &[]),
    ops(
        &["vector.insert_strided_slice"],
        &[("valueToStore", VECTOR_NON_ZERO_RANK), ("dest", VECTOR_NON_ZERO_RANK)],
        &[SameType(&["dest", "res"])],
    ),
    ops(&["vector.from_elements"], &[("dest", FIXED_VECTOR)], &[]),
    ops(&["vector.to_elements"], &[("source", FIXED_VECTOR)], &[]),
    ops(&["vector.bitcast"], &[("source", VECTOR), ("result", VECTOR)], &[SameRank(&["source", "result"])]),
    ops(&["vector.broadcast"], &[("result", VECTOR)], &[]),
    ops(&["vector.shape_cast"], &[("source", VECTOR), ("result", VECTOR)], &[]),
    ops(
        &["vector.transpose"],
        &[("vector", VECTOR), ("result", VECTOR)],
        &[SameElement(&["vector", "result"])],
    ),
    ops(&["vector.shuffle"], &[("v1", FIXED_VECTOR), ("v2", FIXED_VECTOR)], &[SameElement(&["v1", "v2"])]),
    ops(
        &["vector.interleave"],
        &[("lhs", VECTOR), ("rhs", VECTOR), ("result", VECTOR_NON_ZERO_RANK)],
        &[SameType(&["lhs", "rhs"])],
    ),
    ops(
        &["vector.deinterleave"],
        &[("source", VECTOR_NON_ZERO_RANK), ("res1", VECTOR_NON_ZERO_RANK), ("res2", VECTOR_NON_ZERO_RANK)],
        &[SameType(&["res1", "res2"])],
    ),
    ops(
        &["vector.constant_mask", "vector.create_mask"],
        &[("operands", INDEX), ("result", BOOL_VECTOR)],
        &[],
    ),
    ops(&["vector.vscale"], &[("res", INDEX)], &[]),
    ops(&["vector.step"], &[("result", INDEX_VECTOR_RANK_1)], &[]),
    ops(&["vector.mask"], &[("mask", BOOL_VECTOR)], &[]),
    ops(
        &["vector.fma"],
        &[("lhs", FLOAT_VECTOR), ("rhs", FLOAT_VECTOR), ("acc", FLOAT_VECTOR), ("result", FLOAT_VECTOR)],
        &[SameType(&["lhs", "rhs", "acc", "result"])],
    ),
    ops(&["vector.contract"], &[("lhs", VECTOR), ("rhs", VECTOR)], &[SameElement(&["lhs", "rhs"])]),
    ops(&["vector.outerproduct"], &[("lhs", VECTOR)], &[]),
    ops(&["vector.reduction"], &[("vector", VECTOR)], &[]),
    ops(&["vector.multi_reduction"], &[("source", VECTOR)], &[]),
    ops(
        &["vector.scan"],
        &[("source", VECTOR), ("initial_value", VECTOR)],
        &[SameType(&["source", "dest"]), SameType(&["initial_value", "accumulated_value"])],
    ),
    ops(&["vector.type_cast"], &[("memref", RANKED_MEMREF), ("result", RANKED_MEMREF)], &[]),
];
