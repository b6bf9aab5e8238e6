//! The forms of the `tosa` dialect.

use super::Table;

pub(super) const FORMS: Table = &[
    ("tosa.clamp", "operands custom<KeywordDict>() `:` functional-type(operands, results)"),
    ("tosa.resize", "operands custom<KeywordDict>() `:` functional-type(operands, results)"),
    ("tosa.max_pool2d", "operands custom<KeywordDict>() `:` functional-type(operands, results)"),
    ("tosa.rescale", "operands custom<KeywordDict>() `:` functional-type(operands, results)"),
    ("tosa.argmax", "operands custom<KeywordDict>() `:` functional-type(operands, results)"),
    ("tosa.reduce_min", "operands custom<KeywordDict>() `:` functional-type(operands, results)"),
    ("tosa.reduce_max", "operands custom<KeywordDict>() `:` functional-type(operands, results)"),
    ("tosa.maximum", "operands custom<KeywordDict>() `:` functional-type(operands, results)"),
    ("tosa.minimum", "operands custom<KeywordDict>() `:` functional-type(operands, results)"),
    ("tosa.apply_scale", "operands custom<KeywordDict>() `:` functional-type(operands, results)"),
    ("tosa.avg_pool2d", "operands custom<KeywordDict>() `:` functional-type(operands, results)"),
    ("tosa.matmul_t_block_scaled", "operands custom<KeywordDict>() `:` functional-type(operands, results)"),
    ("tosa.cast_to_block_scaled", "operands custom<KeywordDict>() `:` functional-type(operands, results)"),
    ("tosa.cast_from_block_scaled", "operands custom<KeywordDict>() `:` functional-type(operands, results)"),
];
