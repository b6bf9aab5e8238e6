//! `complex`: constants and changes of type; its arithmetic is read without a table.

use crate::ods::{OpText, op};

pub(super) const OPERATIONS: &[OpText<'static>] = &[
    op(&["bitcast"])
        .ins("AnyType:$operand")
        .outs("AnyType:$result")
        .traits("Pure")
        .format("$operand attr-dict `:` type($operand) `to` type($result)"),
    op(&["constant"])
        .ins("ArrayAttr:$value")
        .outs("AnyComplex:$complex")
        .traits("ConstantLike, Pure")
        .format("$value attr-dict `:` type($complex)"),
];
