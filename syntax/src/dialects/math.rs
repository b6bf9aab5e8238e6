//! `math`: functions on floats and integers, element by element.

use crate::ods::Semantics::Function;
use crate::ods::semantics::Function::*;
use crate::ods::{OpText, op};

pub(super) const OPERATIONS: &[OpText<'static>] = &[
    op(&[
        "absf",
        "acos",
        "acosh",
        "asin",
        "asinh",
        "atan",
        "atanh",
        "cbrt",
        "ceil",
        "cos",
        "cosh",
        "erf",
        "erfc",
        "exp",
        "exp2",
        "expm1",
        "floor",
        "log",
        "log10",
        "log1p",
        "log2",
        "round",
        "roundeven",
        "rsqrt",
        "sin",
        "sinh",
        "sqrt",
        "tan",
        "tanh",
        "trunc",
    ])
    .computes(&[Function(AbsFloat), Function(Acos), Function(Acosh), Function(Asin), Function(Asinh), Function(Atan), Function(Atanh), Function(Cbrt), Function(Ceil), Function(Cos), Function(Cosh), Function(Erf), Function(Erfc), Function(Exp), Function(Exp2), Function(ExpM1), Function(Floor), Function(Ln), Function(Log10), Function(Ln1p), Function(Log2), Function(Round), Function(RoundEven), Function(Rsqrt), Function(Sin), Function(Sinh), Function(Sqrt), Function(Tan), Function(Tanh), Function(Trunc)])
    .ins("FloatLike:$operand, DefaultValuedAttr<Arith_FastMathAttr>:$fastmath")
    .outs("FloatLike:$result")
    .traits(ALIKE)
    .format("$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"),
    op(&["absi", "ctlz", "ctpop", "cttz"])
        .computes(&[Function(AbsInteger), Function(LeadingZeros), Function(Ones), Function(TrailingZeros)])
        .ins("SignlessIntegerOrIndexLike:$operand")
        .outs("SignlessIntegerOrIndexLike:$result")
        .traits(ALIKE)
        .format("$operand attr-dict `:` type($result)"),
    op(&["isfinite", "isinf", "isnan", "isnormal"])
        .ins("FloatLike:$operand, DefaultValuedAttr<Arith_FastMathAttr>:$fastmath")
        .outs("BoolLike:$result")
        .traits("Pure, TypesMatchWith<\"\", \"operand\", \"result\", \"getI1SameShape\">, Elementwise")
        .format("$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($operand)"),
    op(&["atan2", "copysign", "powf"])
        .computes(&[Function(Atan2), Function(CopySign), Function(Pow)])
        .ins("FloatLike:$lhs, FloatLike:$rhs, DefaultValuedAttr<Arith_FastMathAttr>:$fastmath")
        .outs("FloatLike:$result")
        .traits(ALIKE)
        .format("$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"),
    op(&["ipowi"])
        .ins("SignlessIntegerOrIndexLike:$lhs, SignlessIntegerOrIndexLike:$rhs")
        .outs("SignlessIntegerOrIndexLike:$result")
        .traits(ALIKE)
        .format("$lhs `,` $rhs attr-dict `:` type($result)"),
    op(&["fpowi"])
        .ins(
            "FloatLike:$lhs, SignlessIntegerOrIndexLike:$rhs, DefaultValuedAttr<Arith_FastMathAttr>:$fastmath",
        )
        .outs("FloatLike:$result")
        .traits("Pure, SameOperandsAndResultShape, AllTypesMatch<[\"lhs\", \"result\"]>, Elementwise")
        .format("$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs) `,` type($rhs)"),
    op(&["fma"])
        .computes(&[Function(Fma)])
        .ins("FloatLike:$a, FloatLike:$b, FloatLike:$c, DefaultValuedAttr<Arith_FastMathAttr>:$fastmath")
        .outs("FloatLike:$result")
        .traits(ALIKE)
        .format("$a `,` $b `,` $c (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"),
    op(&["clampf"])
        .ins("FloatLike:$value, FloatLike:$min, FloatLike:$max, DefaultValuedAttr<Arith_FastMathAttr>:$fastmath")
        .outs("FloatLike:$result")
        .traits(ALIKE)
        .format("$value `to` `[` $min `,` $max `]` (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"),
    op(&["sincos"])
        .ins("FloatLike:$operand, DefaultValuedAttr<Arith_FastMathAttr>:$fastmath")
        .outs("FloatLike:$sin, FloatLike:$cos")
        .traits("Pure, AllTypesMatch<[\"operand\", \"sin\", \"cos\"]>, Elementwise")
        .format("$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($operand)"),
];

const ALIKE: &str = "Pure, SameOperandsAndResultType, Elementwise";
