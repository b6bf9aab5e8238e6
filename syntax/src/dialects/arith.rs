//! `arith`: arithmetic on integers, floats and vectors and tensors of them.

use crate::ods::Semantics::*;
use crate::ods::semantics::{Cast as C, Float as F, Integer as I};
use crate::ods::{OpText, Version, op};

pub(super) const OPERATIONS: &[OpText<'static>] = &[
    op(&["constant"])
        .frequency(&[24])
        .computes(&[Constant])
        .ins("TypedAttrInterface:$value")
        .outs("AnyType:$result")
        .traits("ConstantLike, Pure, AllTypesMatch<[\"value\", \"result\"]>")
        .format("attr-dict $value"),
    // Two operands and a result of one type.
    op(&["addi", "muli"])
        .frequency(&[14, 11])
        .computes(&[Integer(I::Add), Integer(I::Mul)])
        .ins(INTEGERS_WITH_FLAGS)
        .outs("SignlessIntegerOrIndexLike:$result")
        .traits("Commutative, Pure, SameOperandsAndResultType, Elementwise")
        .format(WITH_OVERFLOW),
    op(&["subi", "shli"])
        .frequency(&[11, 0])
        .computes(&[Integer(I::Sub), Integer(I::ShiftLeft)])
        .ins(INTEGERS_WITH_FLAGS)
        .outs("SignlessIntegerOrIndexLike:$result")
        .traits("Pure, SameOperandsAndResultType, Elementwise")
        .format(WITH_OVERFLOW),
    op(&["divsi", "divui"])
        .computes(&[Integer(I::DivSigned), Integer(I::DivUnsigned)])
        .ins("SignlessIntegerOrIndexLike:$lhs, SignlessIntegerOrIndexLike:$rhs, UnitAttr:$isExact")
        .outs("SignlessIntegerOrIndexLike:$result")
        .traits("ConditionallySpeculatable, NoMemoryEffect, SameOperandsAndResultType, Elementwise")
        .format(WITH_EXACT),
    op(&["shrsi", "shrui"])
        .computes(&[Integer(I::ShiftRightSigned), Integer(I::ShiftRightUnsigned)])
        .ins("SignlessIntegerOrIndexLike:$lhs, SignlessIntegerOrIndexLike:$rhs, UnitAttr:$isExact")
        .outs("SignlessIntegerOrIndexLike:$result")
        .traits("Pure, SameOperandsAndResultType, Elementwise")
        .format(WITH_EXACT),
    op(&["andi", "maxsi", "maxui", "minsi", "minui", "ori", "xori"])
        .computes(&[Integer(I::And), Integer(I::MaxSigned), Integer(I::MaxUnsigned), Integer(I::MinSigned), Integer(I::MinUnsigned), Integer(I::Or), Integer(I::Xor)])
        .ins(INTEGERS)
        .outs("SignlessIntegerOrIndexLike:$result")
        .traits("Commutative, Pure, SameOperandsAndResultType, Elementwise")
        .format(BINARY),
    op(&["floordivsi", "remsi", "remui"])
        .computes(&[Integer(I::FloorDivSigned), Integer(I::RemSigned), Integer(I::RemUnsigned)])
        .ins(INTEGERS)
        .outs("SignlessIntegerOrIndexLike:$result")
        .traits("Pure, SameOperandsAndResultType, Elementwise")
        .format(BINARY),
    op(&["ceildivsi", "ceildivui"])
        .computes(&[Integer(I::CeilDivSigned), Integer(I::CeilDivUnsigned)])
        .ins(INTEGERS)
        .outs("SignlessIntegerOrIndexLike:$result")
        .traits("ConditionallySpeculatable, NoMemoryEffect, SameOperandsAndResultType, Elementwise")
        .format(BINARY),
    op(&["addf", "maximumf", "maxnumf", "minimumf", "minnumf", "mulf"])
        .frequency(&[23, 0, 0, 0, 0, 22])
        .computes(&[Float(F::Add), Float(F::Maximum), Float(F::MaxNum), Float(F::Minimum), Float(F::MinNum), Float(F::Mul)])
        .ins(FLOATS)
        .outs("FloatLike:$result")
        .traits("Commutative, Pure, SameOperandsAndResultType, Elementwise")
        .format(WITH_FASTMATH),
    op(&["divf", "remf", "subf"])
        .frequency(&[14, 0, 14])
        .computes(&[Float(F::Div), Float(F::Rem), Float(F::Sub)])
        .ins(FLOATS)
        .outs("FloatLike:$result")
        .traits("Pure, SameOperandsAndResultType, Elementwise")
        .format(WITH_FASTMATH),
    op(&["negf"])
        .computes(&[Negate])
        .ins("FloatLike:$operand, DefaultValuedAttr<Arith_FastMathAttr>:$fastmath")
        .outs("FloatLike:$result")
        .traits("Pure, SameOperandsAndResultType, Elementwise")
        .format("$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"),
    op(&["flush_denormals"])
        .since(Version::V23)
        .ins("FloatLike:$operand, DefaultValuedAttr<Arith_FastMathAttr>:$fastmath")
        .outs("FloatLike:$result")
        .traits("Pure, SameOperandsAndResultType, Elementwise")
        .format("$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"),
    // Two results.
    op(&["addui_extended"])
        .ins(INTEGERS)
        .outs("SignlessIntegerOrIndexLike:$sum, BoolLike:$overflow")
        .traits("Commutative, Pure, AllTypesMatch<[\"lhs\", \"rhs\", \"sum\"]>, Elementwise")
        .format("$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)"),
    op(&["subui_extended"])
        .since(Version::V23)
        .ins(INTEGERS)
        .outs("SignlessIntegerOrIndexLike:$diff, BoolLike:$borrow")
        .traits("Pure, AllTypesMatch<[\"lhs\", \"rhs\", \"diff\"]>, Elementwise")
        .format("$lhs `,` $rhs attr-dict `:` type($diff) `,` type($borrow)"),
    op(&["mulsi_extended", "mului_extended"])
        .ins(INTEGERS)
        .outs("SignlessIntegerOrIndexLike:$low, SignlessIntegerOrIndexLike:$high")
        .traits("Commutative, Pure, AllTypesMatch<[\"lhs\", \"rhs\", \"low\", \"high\"]>, Elementwise")
        .format("$lhs `,` $rhs attr-dict `:` type($low)"),
    // Comparisons and choice.
    op(&["cmpi"])
        .frequency(&[11])
        .computes(&[CompareIntegers])
        .ins("Arith_CmpIPredicateAttr:$predicate, SignlessIntegerOrIndexLike:$lhs, SignlessIntegerOrIndexLike:$rhs")
        .outs("BoolLike:$result")
        .traits(COMPARISON)
        .format("$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)"),
    op(&["cmpf"])
        .frequency(&[11])
        .computes(&[CompareFloats])
        .ins(
            "Arith_CmpFPredicateAttr:$predicate, FloatLike:$lhs, FloatLike:$rhs, \
             DefaultValuedAttr<Arith_FastMathAttr>:$fastmath",
        )
        .outs("BoolLike:$result")
        .traits(COMPARISON)
        .format("$predicate `,` $lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs)"),
    op(&["select"])
        .frequency(&[11])
        .computes(&[Select])
        .ins("DefaultValuedType<BoolLike, I1>:$condition, AnyType:$true_value, AnyType:$false_value")
        .outs("AnyType:$result")
        .traits("Pure, AllTypesMatch<[\"true_value\", \"false_value\", \"result\"]>, Elementwise")
        .format(
            "$condition `,` $true_value `,` $false_value attr-dict `:` \
             custom<TypePair>(type($condition), type($result))",
        ),
    // Conversions.
    op(&["extsi"])
        .computes(&[Cast(C::ExtendSigned)])
        .ins("SignlessFixedWidthIntegerLike:$in")
        .outs("SignlessFixedWidthIntegerLike:$out")
        .traits(CAST)
        .format(TO),
    op(&["extui"])
        .computes(&[Cast(C::ExtendUnsigned)])
        .ins("SignlessFixedWidthIntegerLike:$in, UnitAttr:$nonNeg")
        .outs("SignlessFixedWidthIntegerLike:$out")
        .traits(CAST)
        .format(WITH_NNEG),
    op(&["trunci"])
        .computes(&[Cast(C::Truncate)])
        .ins("SignlessFixedWidthIntegerLike:$in, DefaultValuedAttr<Arith_IntegerOverflowAttr>:$overflowFlags")
        .outs("SignlessFixedWidthIntegerLike:$out")
        .traits(CAST)
        .format("$in (`overflow` `` $overflowFlags^)? attr-dict `:` type($in) `to` type($out)"),
    op(&["extf"])
        .computes(&[Cast(C::ExtendFloat)])
        .ins("FloatLike:$in, OptionalAttr<Arith_FastMathAttr>:$fastmath")
        .outs("FloatLike:$out")
        .traits(CAST)
        .format("$in (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)"),
    op(&["truncf"])
        .computes(&[Cast(C::TruncateFloat)])
        .ins(
            "FloatLike:$in, OptionalAttr<Arith_RoundingModeAttr>:$roundingmode, \
             OptionalAttr<Arith_FastMathAttr>:$fastmath",
        )
        .outs("FloatLike:$out")
        .traits(CAST)
        .format("$in ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)"),
    op(&["convertf"])
        .since(Version::V23)
        .computes(&[Cast(C::ConvertFloat)])
        .ins(
            "FloatLike:$in, OptionalAttr<Arith_RoundingModeAttr>:$roundingmode, \
             OptionalAttr<Arith_FastMathAttr>:$fastmath",
        )
        .outs("FloatLike:$out")
        .traits(CAST)
        .format("$in ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)"),
    op(&["scaling_extf"])
        .ins("FloatLike:$in, FloatLike:$scale, OptionalAttr<Arith_FastMathAttr>:$fastmath")
        .outs("FloatLike:$out")
        .traits("Pure, SameInputOutputTensorDims, Elementwise")
        .format(
            "$in `,` $scale (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `,` type($scale) `to` type($out)",
        ),
    op(&["scaling_truncf"])
        .ins(
            "FloatLike:$in, FloatLike:$scale, OptionalAttr<Arith_RoundingModeAttr>:$roundingmode, \
             OptionalAttr<Arith_FastMathAttr>:$fastmath",
        )
        .outs("FloatLike:$out")
        .traits("Pure, SameInputOutputTensorDims, Elementwise")
        .format(
            "$in `,` $scale ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict \
             `:` type($in) `,` type($scale) `to` type($out)",
        ),
    op(&["fptosi", "fptoui"])
        .computes(&[Cast(C::FloatToSigned), Cast(C::FloatToUnsigned)])
        .ins("FloatLike:$in")
        .outs("SignlessFixedWidthIntegerLike:$out")
        .traits(CAST)
        .format(TO),
    op(&["sitofp"])
        .computes(&[Cast(C::SignedToFloat)]).ins("SignlessFixedWidthIntegerLike:$in").outs("FloatLike:$out").traits(CAST).format(TO),
    op(&["uitofp"])
        .computes(&[Cast(C::UnsignedToFloat)])
        .ins("SignlessFixedWidthIntegerLike:$in, UnitAttr:$nonNeg")
        .outs("FloatLike:$out")
        .traits(CAST)
        .format(WITH_NNEG),
    op(&["index_cast"])
        .frequency(&[11])
        .computes(&[Cast(C::IndexSigned)])
        .ins("IndexCastTypeConstraint:$in")
        .outs("IndexCastTypeConstraint:$out")
        .traits(CAST)
        .format(TO),
    op(&["index_castui"])
        .computes(&[Cast(C::IndexUnsigned)])
        .ins("IndexCastTypeConstraint:$in, UnitAttr:$nonNeg")
        .outs("IndexCastTypeConstraint:$out")
        .traits(CAST)
        .format(WITH_NNEG),
    op(&["bitcast"])
        .computes(&[Cast(C::Bits)])
        .ins("BitcastTypeConstraint:$in")
        .outs("BitcastTypeConstraint:$out")
        .traits(CAST)
        .format(TO),
];

const INTEGERS: &str = "SignlessIntegerOrIndexLike:$lhs, SignlessIntegerOrIndexLike:$rhs";
const INTEGERS_WITH_FLAGS: &str = "SignlessIntegerOrIndexLike:$lhs, SignlessIntegerOrIndexLike:$rhs, \
     DefaultValuedAttr<Arith_IntegerOverflowAttr>:$overflowFlags";
const FLOATS: &str = "FloatLike:$lhs, FloatLike:$rhs, DefaultValuedAttr<Arith_FastMathAttr>:$fastmath";

const BINARY: &str = "$lhs `,` $rhs attr-dict `:` type($result)";
const WITH_OVERFLOW: &str = "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)";
const WITH_EXACT: &str = "$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)";
const WITH_FASTMATH: &str = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)";
const TO: &str = "$in attr-dict `:` type($in) `to` type($out)";
const WITH_NNEG: &str = "$in (`nneg` $nonNeg^)? attr-dict `:` type($in) `to` type($out)";

const CAST: &str =
    "Pure, SameOperandsAndResultShape, SameInputOutputTensorDims, CastOpInterface, Elementwise";
const COMPARISON: &str =
    "Pure, SameTypeOperands, TypesMatchWith<\"\", \"lhs\", \"result\", \"getI1SameShape\">, Elementwise";
