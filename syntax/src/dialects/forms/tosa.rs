//! The forms of the `tosa` dialect.

use super::Table;

pub(super) const FORMS: Table = &[
    ("tosa.clamp", "operands attr-dict `:` functional-type(operands, results)"),
    ("tosa.resize", "operands attr-dict `:` functional-type(operands, results)"),
    ("tosa.max_pool2d", "operands attr-dict `:` functional-type(operands, results)"),
    ("tosa.rescale", "operands attr-dict `:` functional-type(operands, results)"),
    ("tosa.argmax", "operands attr-dict `:` functional-type(operands, results)"),
    ("tosa.reduce_min", "operands attr-dict `:` functional-type(operands, results)"),
    ("tosa.reduce_max", "operands attr-dict `:` functional-type(operands, results)"),
    ("tosa.maximum", "operands attr-dict `:` functional-type(operands, results)"),
    ("tosa.minimum", "operands attr-dict `:` functional-type(operands, results)"),
    ("tosa.apply_scale", "operands attr-dict `:` functional-type(operands, results)"),
    ("tosa.avg_pool2d", "operands attr-dict `:` functional-type(operands, results)"),
    ("tosa.matmul_t_block_scaled", "operands attr-dict `:` functional-type(operands, results)"),
    ("tosa.cast_to_block_scaled", "operands attr-dict `:` functional-type(operands, results)"),
    ("tosa.cast_from_block_scaled", "operands attr-dict `:` functional-type(operands, results)"),
];
