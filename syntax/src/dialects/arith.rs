//! `arith`: arithmetic on integers, floats and vectors and tensors of them.

use crate::ods::Semantics::{self, CompareFloats, CompareIntegers, Constant, Negate, Select};
use crate::ods::semantics::Cast::*;
use crate::ods::semantics::{Float, Integer};
use crate::ods::{OpText, op};

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
        .computes(&[Semantics::Integer(Integer::Add), Semantics::Integer(Integer::Mul)])
        .ins(INTEGERS_WITH_FLAGS)
        .outs("SignlessIntegerOrIndexLike:$result")
        .traits("Commutative, Pure, SameOperandsAndResultType, Elementwise")
        .format(WITH_OVERFLOW),
    op(&["subi", "shli"])
        .frequency(&[11, 0])
        .computes(&[Semantics::Integer(Integer::Sub), Semantics::Integer(Integer::ShiftLeft)])
        .ins(INTEGERS_WITH_FLAGS)
        .outs("SignlessIntegerOrIndexLike:$result")
        .traits("Pure, SameOperandsAndResultType, Elementwise")
        .format(WITH_OVERFLOW),
    op(&["divsi", "divui"])
        .computes(&[Semantics::Integer(Integer::DivSigned), Semantics::Integer(Integer::DivUnsigned)])
        .ins("SignlessIntegerOrIndexLike:$lhs, SignlessIntegerOrIndexLike:$rhs, UnitAttr:$isExact")
        .outs("SignlessIntegerOrIndexLike:$result")
        .traits("ConditionallySpeculatable, NoMemoryEffect, SameOperandsAndResultType, Elementwise")
        .format(WITH_EXACT),
    op(&["shrsi", "shrui"])
        .computes(&[Semantics::Integer(Integer::ShiftRightSigned), Semantics::Integer(Integer::ShiftRightUnsigned)])
        .ins("SignlessIntegerOrIndexLike:$lhs, SignlessIntegerOrIndexLike:$rhs, UnitAttr:$isExact")
        .outs("SignlessIntegerOrIndexLike:$result")
        .traits("Pure, SameOperandsAndResultType, Elementwise")
        .format(WITH_EXACT),
    op(&["andi", "maxsi", "maxui", "minsi", "minui", "ori", "xori"])
        .computes(&[Semantics::Integer(Integer::And), Semantics::Integer(Integer::MaxSigned), Semantics::Integer(Integer::MaxUnsigned), Semantics::Integer(Integer::MinSigned), Semantics::Integer(Integer::MinUnsigned), Semantics::Integer(Integer::Or), Semantics::Integer(Integer::Xor)])
        .ins(INTEGERS)
        .outs("SignlessIntegerOrIndexLike:$result")
        .traits("Commutative, Pure, SameOperandsAndResultType, Elementwise")
        .format(BINARY),
    op(&["floordivsi", "remsi", "remui"])
        .computes(&[Semantics::Integer(Integer::FloorDivSigned), Semantics::Integer(Integer::RemSigned), Semantics::Integer(Integer::RemUnsigned)])
        .ins(INTEGERS)
        .outs("SignlessIntegerOrIndexLike:$result")
        .traits("Pure, SameOperandsAndResultType, Elementwise")
        .format(BINARY),
    op(&["ceildivsi", "ceildivui"])
        .computes(&[Semantics::Integer(Integer::CeilDivSigned), Semantics::Integer(Integer::CeilDivUnsigned)])
        .ins(INTEGERS)
        .outs("SignlessIntegerOrIndexLike:$result")
        .traits("ConditionallySpeculatable, NoMemoryEffect, SameOperandsAndResultType, Elementwise")
        .format(BINARY),
    op(&["addf", "maximumf", "maxnumf", "minimumf", "minnumf", "mulf"])
        .frequency(&[23, 0, 0, 0, 0, 22])
        .computes(&[Semantics::Float(Float::Add), Semantics::Float(Float::Maximum), Semantics::Float(Float::MaxNum), Semantics::Float(Float::Minimum), Semantics::Float(Float::MinNum), Semantics::Float(Float::Mul)])
        .ins(FLOATS)
        .outs("FloatLike:$result")
        .traits("Commutative, Pure, SameOperandsAndResultType, Elementwise")
        .format(WITH_FASTMATH),
    op(&["divf", "remf", "subf"])
        .frequency(&[14, 0, 14])
        .computes(&[Semantics::Float(Float::Div), Semantics::Float(Float::Rem), Semantics::Float(Float::Sub)])
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
    // Two results.
    op(&["addui_extended"])
        .ins(INTEGERS)
        .outs("SignlessIntegerOrIndexLike:$sum, BoolLike:$overflow")
        .traits("Commutative, Pure, AllTypesMatch<[\"lhs\", \"rhs\", \"sum\"]>, Elementwise")
        .format("$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)"),
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
        .computes(&[Semantics::Cast(ExtendSigned)])
        .ins("SignlessFixedWidthIntegerLike:$in")
        .outs("SignlessFixedWidthIntegerLike:$out")
        .traits(CAST)
        .format(TO),
    op(&["extui"])
        .computes(&[Semantics::Cast(ExtendUnsigned)])
        .ins("SignlessFixedWidthIntegerLike:$in, UnitAttr:$nonNeg")
        .outs("SignlessFixedWidthIntegerLike:$out")
        .traits(CAST)
        .format(WITH_NNEG),
    op(&["trunci"])
        .computes(&[Semantics::Cast(Truncate)])
        .ins("SignlessFixedWidthIntegerLike:$in, DefaultValuedAttr<Arith_IntegerOverflowAttr>:$overflowFlags")
        .outs("SignlessFixedWidthIntegerLike:$out")
        .traits(CAST)
        .format("$in (`overflow` `` $overflowFlags^)? attr-dict `:` type($in) `to` type($out)"),
    op(&["extf"])
        .computes(&[Semantics::Cast(ExtendFloat)])
        .ins("FloatLike:$in, OptionalAttr<Arith_FastMathAttr>:$fastmath")
        .outs("FloatLike:$out")
        .traits(CAST)
        .format("$in (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)"),
    op(&["truncf"])
        .computes(&[Semantics::Cast(TruncateFloat)])
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
        .computes(&[Semantics::Cast(FloatToSigned), Semantics::Cast(FloatToUnsigned)])
        .ins("FloatLike:$in")
        .outs("SignlessFixedWidthIntegerLike:$out")
        .traits(CAST)
        .format(TO),
    op(&["sitofp"])
        .computes(&[Semantics::Cast(SignedToFloat)]).ins("SignlessFixedWidthIntegerLike:$in").outs("FloatLike:$out").traits(CAST).format(TO),
    op(&["uitofp"])
        .computes(&[Semantics::Cast(UnsignedToFloat)])
        .ins("SignlessFixedWidthIntegerLike:$in, UnitAttr:$nonNeg")
        .outs("FloatLike:$out")
        .traits(CAST)
        .format(WITH_NNEG),
    op(&["index_cast"])
        .frequency(&[11])
        .computes(&[Semantics::Cast(IndexSigned)])
        .ins("IndexCastTypeConstraint:$in")
        .outs("IndexCastTypeConstraint:$out")
        .traits(CAST)
        .format(TO),
    op(&["index_castui"])
        .computes(&[Semantics::Cast(IndexUnsigned)])
        .ins("IndexCastTypeConstraint:$in, UnitAttr:$nonNeg")
        .outs("IndexCastTypeConstraint:$out")
        .traits(CAST)
        .format(WITH_NNEG),
    op(&["bitcast"])
        .computes(&[Semantics::Cast(Bits)])
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
