//! `tensor`.

use super::{Constraints, Relation::*, ops};
use crate::op_rules::class::*;

pub(super) const TABLE: &[Constraints] = &[
    ops(&["tensor.cast"], &[("source", TENSOR), ("dest", TENSOR)], &[]),
    ops(&["tensor.bitcast"], &[("source", NUMBER_TENSOR), ("dest", NUMBER_TENSOR)], &[]),
    ops(&["tensor.concat"], &[("inputs", RANKED_TENSOR), ("result", RANKED_TENSOR)], &[]),
    ops(&["tensor.dim"], &[("result", INDEX), ("source", TENSOR), ("index", INDEX)], &[]),
    ops(&["tensor.rank"], &[("result", INDEX), ("tensor", TENSOR)], &[]),
    ops(
        &["tensor.empty", "tensor.generate"],
        &[("dynamicSizes", INDEX), ("dynamicExtents", INDEX), ("result", RANKED_TENSOR)],
        &[],
    ),
    ops(&["tensor.splat"], &[("dynamicSizes", INDEX), ("aggregate", RANKED_TENSOR)], &[]),
    ops(&["tensor.from_elements"], &[("result", STATIC_TENSOR)], &[]),
    ops(
        &["tensor.extract"],
        &[("tensor", RANKED_TENSOR), ("indices", INDEX)],
        &[ElementOf("result", "tensor")],
    ),
    ops(
        &["tensor.insert"],
        &[("dest", RANKED_TENSOR), ("indices", INDEX)],
        &[ElementOf("scalar", "dest"), SameType(&["dest", "result"])],
    ),
    ops(
        &["tensor.gather"],
        &[("source", RANKED_TENSOR), ("indices", INDEX_TENSOR), ("result", RANKED_TENSOR)],
        &[],
    ),
    ops(
        &["tensor.scatter"],
        &[
            ("source", RANKED_TENSOR),
            ("dest", RANKED_TENSOR),
            ("indices", INDEX_TENSOR),
            ("result", RANKED_TENSOR),
        ],
        &[],
    ),
    ops(
        &["tensor.extract_slice", "tensor.pad"],
        &[
            ("offsets", INDEX),
            ("sizes", INDEX),
            ("strides", INDEX),
            ("low", INDEX),
            ("high", INDEX),
            ("source", RANKED_TENSOR),
            ("result", RANKED_TENSOR),
        ],
        &[],
    ),
    ops(
        &["tensor.insert_slice"],
        &[
            ("offsets", INDEX),
            ("sizes", INDEX),
            ("strides", INDEX),
            ("source", RANKED_TENSOR),
            ("dest", RANKED_TENSOR),
        ],
        &[SameType(&["dest", "result"])],
    ),
    ops(
        &["tensor.parallel_insert_slice"],
        &[
            ("offsets", INDEX),
            ("sizes", INDEX),
            ("strides", INDEX),
            ("source", RANKED_TENSOR),
            ("dest", RANKED_TENSOR),
        ],
        &[],
    ),
    ops(&["tensor.reshape"], &[("source", TENSOR), ("shape", SHAPE_TENSOR), ("result", TENSOR)], &[]),
    ops(
        &["tensor.expand_shape", "tensor.collapse_shape"],
        &[("output_shape", INDEX), ("src", TENSOR), ("result", TENSOR)],
        &[],
    ),
];
