//! What operations ask of the types of their operands and results, as data.

use super::class::*;

/// What has to hold between types. Names are those of operands and results.
#[derive(Clone, Copy)]
pub(super) enum Relation {
    /// All have one type.
    SameType(&'static [&'static str]),
    /// All have shapes that agree where sizes are known, or none has a shape.
    SameShape(&'static [&'static str]),
    /// All have one element type.
    SameElement(&'static [&'static str]),
    /// All have as many dimensions.
    SameRank(&'static [&'static str]),
    /// Two tensors have the same sizes, unknown ones included.
    SameTensorSizes(&'static str, &'static str),
    /// Vectors and tensors have one shape and are of one kind, and results are such if an operand is.
    Elementwise,
    /// The first has the shape of the second, with `i1` as its elements.
    BoolOf(&'static str, &'static str),
    /// The first is of the element type of the second.
    ElementOf(&'static str, &'static str),
}

use Relation::*;

/// Operations that ask the same.
pub(super) struct Constraints {
    pub(super) names: &'static [&'static str],
    pub(super) classes: &'static [(&'static str, TypeClass)],
    pub(super) relations: &'static [Relation],
}

const fn ops(
    names: &'static [&'static str],
    classes: &'static [(&'static str, TypeClass)],
    relations: &'static [Relation],
) -> Constraints {
    Constraints { names, classes, relations }
}

const BINARY: &[Relation] = &[SameType(&["lhs", "rhs", "result"])];

pub(super) const CONSTRAINTS: &[Constraints] = &[
    // arith
    ops(
        &[
            "arith.addi",
            "arith.andi",
            "arith.ceildivsi",
            "arith.ceildivui",
            "arith.divsi",
            "arith.divui",
            "arith.floordivsi",
            "arith.maxsi",
            "arith.maxui",
            "arith.minsi",
            "arith.minui",
            "arith.muli",
            "arith.ori",
            "arith.remsi",
            "arith.remui",
            "arith.shli",
            "arith.shrsi",
            "arith.shrui",
            "arith.subi",
            "arith.xori",
            "math.ipowi",
        ],
        &[("lhs", INTEGER_OR_INDEX_LIKE), ("rhs", INTEGER_OR_INDEX_LIKE), ("result", INTEGER_OR_INDEX_LIKE)],
        BINARY,
    ),
    ops(
        &[
            "arith.addf",
            "arith.divf",
            "arith.maximumf",
            "arith.maxnumf",
            "arith.minimumf",
            "arith.minnumf",
            "arith.mulf",
            "arith.remf",
            "arith.subf",
            "math.atan2",
            "math.copysign",
            "math.powf",
        ],
        &[("lhs", FLOAT_LIKE), ("rhs", FLOAT_LIKE), ("result", FLOAT_LIKE)],
        BINARY,
    ),
    ops(
        &[
            "arith.negf",
            "math.absf",
            "math.acos",
            "math.acosh",
            "math.asin",
            "math.asinh",
            "math.atan",
            "math.atanh",
            "math.cbrt",
            "math.ceil",
            "math.cos",
            "math.cosh",
            "math.erf",
            "math.erfc",
            "math.exp",
            "math.exp2",
            "math.expm1",
            "math.floor",
            "math.log",
            "math.log10",
            "math.log1p",
            "math.log2",
            "math.round",
            "math.roundeven",
            "math.rsqrt",
            "math.sin",
            "math.sinh",
            "math.sqrt",
            "math.tan",
            "math.tanh",
            "math.trunc",
        ],
        &[("operand", FLOAT_LIKE), ("result", FLOAT_LIKE)],
        &[SameType(&["operand", "result"])],
    ),
    ops(
        &["math.absi", "math.ctlz", "math.ctpop", "math.cttz"],
        &[("operand", INTEGER_OR_INDEX_LIKE), ("result", INTEGER_OR_INDEX_LIKE)],
        &[SameType(&["operand", "result"])],
    ),
    ops(
        &["math.isfinite", "math.isinf", "math.isnan", "math.isnormal"],
        &[("operand", FLOAT_LIKE), ("result", BOOL_LIKE)],
        &[SameShape(&["operand", "result"])],
    ),
    ops(
        &["math.fpowi"],
        &[("lhs", FLOAT_LIKE), ("rhs", INTEGER_LIKE), ("result", FLOAT_LIKE)],
        &[SameType(&["lhs", "result"]), Elementwise],
    ),
    ops(
        &["math.fma"],
        &[("a", FLOAT_LIKE), ("b", FLOAT_LIKE), ("c", FLOAT_LIKE), ("result", FLOAT_LIKE)],
        &[SameType(&["a", "b", "c", "result"])],
    ),
    ops(
        &["math.clampf"],
        &[("value", FLOAT_LIKE), ("min", FLOAT_LIKE), ("max", FLOAT_LIKE), ("result", FLOAT_LIKE)],
        &[SameType(&["value", "min", "max", "result"])],
    ),
    ops(
        &["math.sincos"],
        &[("operand", FLOAT_LIKE), ("sin", FLOAT_LIKE), ("cos", FLOAT_LIKE)],
        &[SameType(&["operand", "sin", "cos"])],
    ),
    ops(
        &["arith.addui_extended"],
        &[
            ("lhs", INTEGER_OR_INDEX_LIKE),
            ("rhs", INTEGER_OR_INDEX_LIKE),
            ("sum", INTEGER_OR_INDEX_LIKE),
            ("overflow", BOOL_LIKE),
        ],
        &[SameType(&["lhs", "rhs", "sum"]), Elementwise],
    ),
    ops(
        &["arith.mulsi_extended", "arith.mului_extended"],
        &[
            ("lhs", INTEGER_OR_INDEX_LIKE),
            ("rhs", INTEGER_OR_INDEX_LIKE),
            ("low", INTEGER_OR_INDEX_LIKE),
            ("high", INTEGER_OR_INDEX_LIKE),
        ],
        &[SameType(&["lhs", "rhs", "low", "high"])],
    ),
    ops(
        &["arith.cmpi"],
        &[("lhs", INTEGER_OR_INDEX_LIKE), ("rhs", INTEGER_OR_INDEX_LIKE), ("result", BOOL_LIKE)],
        &[SameType(&["lhs", "rhs"]), BoolOf("result", "lhs")],
    ),
    ops(
        &["arith.cmpf"],
        &[("lhs", FLOAT_LIKE), ("rhs", FLOAT_LIKE), ("result", BOOL_LIKE)],
        &[SameType(&["lhs", "rhs"]), BoolOf("result", "lhs")],
    ),
    ops(
        &["arith.select"],
        &[("condition", BOOL_LIKE)],
        &[SameType(&["true_value", "false_value", "result"])],
    ),
    ops(
        &["arith.extsi", "arith.extui", "arith.trunci"],
        &[("in", INTEGER_LIKE), ("out", INTEGER_LIKE)],
        &[SameShape(&["in", "out"]), SameTensorSizes("in", "out")],
    ),
    ops(
        &["arith.extf", "arith.truncf"],
        &[("in", FLOAT_LIKE), ("out", FLOAT_LIKE)],
        &[SameShape(&["in", "out"]), SameTensorSizes("in", "out")],
    ),
    ops(
        &["arith.scaling_extf", "arith.scaling_truncf"],
        &[("in", FLOAT_LIKE), ("scale", FLOAT_LIKE), ("out", FLOAT_LIKE)],
        &[SameTensorSizes("in", "out"), Elementwise],
    ),
    ops(
        &["arith.fptosi", "arith.fptoui"],
        &[("in", FLOAT_LIKE), ("out", INTEGER_LIKE)],
        &[SameShape(&["in", "out"]), SameTensorSizes("in", "out")],
    ),
    ops(
        &["arith.sitofp", "arith.uitofp"],
        &[("in", INTEGER_LIKE), ("out", FLOAT_LIKE)],
        &[SameShape(&["in", "out"]), SameTensorSizes("in", "out")],
    ),
    ops(
        &["arith.index_cast", "arith.index_castui"],
        &[("in", INDEX_CAST), ("out", INDEX_CAST)],
        &[SameShape(&["in", "out"]), SameTensorSizes("in", "out")],
    ),
    ops(
        &["arith.bitcast"],
        &[("in", INTEGER_OR_FLOAT_LIKE_OR_MEMREF), ("out", INTEGER_OR_FLOAT_LIKE_OR_MEMREF)],
        &[SameShape(&["in", "out"]), SameTensorSizes("in", "out")],
    ),
    // cf, index, scf
    ops(&["cf.assert"], &[("arg", BOOL)], &[]),
    ops(&["cf.cond_br"], &[("condition", BOOL)], &[]),
    ops(&["cf.switch"], &[("flag", INTEGER_OR_INDEX)], &[]),
    ops(
        &[
            "index.add",
            "index.and",
            "index.ceildivs",
            "index.ceildivu",
            "index.divs",
            "index.divu",
            "index.floordivs",
            "index.maxs",
            "index.maxu",
            "index.mins",
            "index.minu",
            "index.mul",
            "index.or",
            "index.rems",
            "index.remu",
            "index.shl",
            "index.shrs",
            "index.shru",
            "index.sub",
            "index.xor",
        ],
        &[("lhs", INDEX), ("rhs", INDEX), ("result", INDEX)],
        &[],
    ),
    ops(&["index.cmp"], &[("lhs", INDEX), ("rhs", INDEX), ("result", BOOL)], &[]),
    ops(
        &["index.casts", "index.castu"],
        &[("input", ANY_INTEGER_OR_INDEX), ("output", ANY_INTEGER_OR_INDEX)],
        &[],
    ),
    ops(&["index.constant", "index.sizeof"], &[("result", INDEX)], &[]),
    ops(&["index.bool.constant"], &[("result", BOOL)], &[]),
    ops(
        &["scf.for"],
        &[("lowerBound", INTEGER_OR_INDEX), ("upperBound", INTEGER_OR_INDEX), ("step", INTEGER_OR_INDEX)],
        &[SameType(&["lowerBound", "upperBound", "step"])],
    ),
    ops(&["scf.if", "scf.condition"], &[("condition", BOOL)], &[]),
    ops(&["scf.parallel"], &[("lowerBound", INDEX), ("upperBound", INDEX), ("step", INDEX)], &[]),
    ops(&["scf.index_switch"], &[("arg", INDEX)], &[]),
    // memref
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
    // tensor
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
    // vector
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use syntax::format::op_format;

    /// A name that no form has would silence its constraint.
    #[test]
    fn names_are_those_of_the_forms() {
        let mut seen = BTreeSet::new();
        for constraints in CONSTRAINTS {
            let formats: Vec<_> = constraints.names.iter().map(|it| op_format(it).expect(it)).collect();
            let relations = constraints.relations.iter().flat_map(|it| match it {
                SameType(names) | SameShape(names) | SameElement(names) | SameRank(names) => names.to_vec(),
                SameTensorSizes(a, b) | BoolOf(a, b) | ElementOf(a, b) => vec![*a, *b],
                Elementwise => Vec::new(),
            });
            for name in constraints.classes.iter().map(|it| it.0).chain(relations) {
                let is_known =
                    formats.iter().any(|it| it.operand(name).or_else(|| it.result(name)).is_some());
                assert!(is_known, "{:?} have no {name}", constraints.names);
            }
            for name in constraints.names {
                assert!(seen.insert(name), "{name} stands twice");
            }
        }
    }
}
