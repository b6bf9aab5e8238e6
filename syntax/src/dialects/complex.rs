//! `complex`: arithmetic on complex numbers.

use crate::ods::{OpText, op};

pub(super) const OPERATIONS: &[OpText<'static>] = &[
    op(&["constant"])
        .ins("ArrayAttr:$value")
        .outs("AnyComplex:$complex")
        .traits("ConstantLike, Pure")
        .format("$value attr-dict `:` type($complex)"),
    op(&["create"])
        .ins("AnyFloat:$real, AnyFloat:$imaginary")
        .outs("Complex<AnyFloat>:$complex")
        .traits(
            "Pure, TypesMatchWith<\"\", \"complex\", \"real\", \"getElementType\">, \
             TypesMatchWith<\"\", \"complex\", \"imaginary\", \"getElementType\">",
        )
        .format("$real `,` $imaginary attr-dict `:` type($complex)"),
    op(&["bitcast"])
        .ins("AnyType:$operand")
        .outs("AnyType:$result")
        .traits("Pure")
        .format("$operand attr-dict `:` type($operand) `to` type($result)"),
    // Of two numbers, or a number and an exponent.
    op(&["add", "atan2", "div", "mul", "pow", "sub"])
        .ins(
            "Complex<AnyFloat>:$lhs, Complex<AnyFloat>:$rhs, DefaultValuedAttr<Arith_FastMathAttr>:$fastmath",
        )
        .outs("Complex<AnyFloat>:$result")
        .traits("Pure, SameOperandsAndResultType, Elementwise")
        .format("$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"),
    op(&["powi"])
        .ins("Complex<AnyFloat>:$lhs, AnySignlessInteger:$rhs, OptionalAttr<Arith_FastMathAttr>:$fastmath")
        .outs("Complex<AnyFloat>:$result")
        .traits("Pure, AllTypesMatch<[\"lhs\", \"result\"]>, Elementwise")
        .format("$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result) `,` type($rhs)"),
    op(&["eq", "neq"])
        .ins("Complex<AnyFloat>:$lhs, Complex<AnyFloat>:$rhs")
        .outs("I1:$result")
        .traits("Pure, AllTypesMatch<[\"lhs\", \"rhs\"]>, Elementwise")
        .format("$lhs `,` $rhs attr-dict `:` type($lhs)"),
    // Of one number.
    op(&[
        "conj", "cos", "exp", "expm1", "log", "log1p", "neg", "rsqrt", "sign", "sin", "sqrt", "tan", "tanh",
    ])
    .ins("Complex<AnyFloat>:$complex, DefaultValuedAttr<Arith_FastMathAttr>:$fastmath")
    .outs("Complex<AnyFloat>:$result")
    .traits("Pure, SameOperandsAndResultType, Elementwise")
    .format("$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)"),
    op(&["abs", "angle", "im", "re"])
        .ins("Complex<AnyFloat>:$complex, DefaultValuedAttr<Arith_FastMathAttr>:$fastmath")
        .outs("AnyFloat:$result")
        .traits("Pure, TypesMatchWith<\"\", \"complex\", \"result\", \"getElementType\">, Elementwise")
        .format("$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)"),
];
