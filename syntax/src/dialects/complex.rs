//! `complex`: constants and changes of type; of its arithmetic the traits are known.

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
    op(&[
        "abs", "add", "angle", "atan2", "conj", "cos", "create", "div", "eq", "exp", "expm1", "im", "log",
        "log1p", "mul", "neg", "neq", "pow", "powi", "re", "rsqrt", "sign", "sin", "sqrt", "sub", "tan",
        "tanh",
    ])
    .traits("Pure"),
];
