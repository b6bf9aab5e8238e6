//! `index`: arithmetic on `index` alone.

use crate::ods::Semantics::{Cast, Constant, Integer};
use crate::ods::semantics::Cast::{IndexSigned, IndexUnsigned};
use crate::ods::semantics::Integer::*;
use crate::ods::{OpText, op};

pub(super) const OPERATIONS: &[OpText<'static>] = &[
    op(&["constant"])
        .computes(&[Constant])
        .ins("IndexAttr:$value")
        .outs("Index:$result")
        .traits("ConstantLike, Pure")
        .format("attr-dict $value"),
    op(&["bool.constant"])
        .ins("BoolAttr:$value")
        .outs("I1:$result")
        .traits("ConstantLike, Pure")
        .format("attr-dict $value"),
    op(&["add", "and", "maxs", "maxu", "mins", "minu", "mul", "or", "xor"])
        .computes(&[
            Integer(Add),
            Integer(And),
            Integer(MaxSigned),
            Integer(MaxUnsigned),
            Integer(MinSigned),
            Integer(MinUnsigned),
            Integer(Mul),
            Integer(Or),
            Integer(Xor),
        ])
        .ins("Index:$lhs, Index:$rhs")
        .outs("Index:$result")
        .traits("Commutative, Pure")
        .format("$lhs `,` $rhs attr-dict"),
    op(&["shl", "shrs", "shru", "sub"])
        .computes(&[Integer(ShiftLeft), Integer(ShiftRightSigned), Integer(ShiftRightUnsigned), Integer(Sub)])
        .ins("Index:$lhs, Index:$rhs")
        .outs("Index:$result")
        .traits("Pure")
        .format("$lhs `,` $rhs attr-dict"),
    // They trap on zero.
    op(&["ceildivs", "ceildivu", "divs", "divu", "floordivs", "rems", "remu"])
        .computes(&[
            Integer(CeilDivSigned),
            Integer(CeilDivUnsigned),
            Integer(DivSigned),
            Integer(DivUnsigned),
            Integer(FloorDivSigned),
            Integer(RemSigned),
            Integer(RemUnsigned),
        ])
        .ins("Index:$lhs, Index:$rhs")
        .outs("Index:$result")
        .traits("NoMemoryEffect")
        .format("$lhs `,` $rhs attr-dict"),
    op(&["cmp"])
        .ins("IndexCmpPredicateAttr:$pred, Index:$lhs, Index:$rhs")
        .outs("I1:$result")
        .traits("Pure")
        .format("`` $pred `(` $lhs `,` $rhs `)` attr-dict"),
    op(&["casts", "castu"])
        .computes(&[Cast(IndexSigned), Cast(IndexUnsigned)])
        .ins("AnyTypeOf<[AnyInteger, Index]>:$input")
        .outs("AnyTypeOf<[AnyInteger, Index]>:$output")
        .traits("Pure, CastOpInterface")
        .format("$input attr-dict `:` type($input) `to` type($output)"),
    op(&["sizeof"]).outs("Index:$result").traits("Pure").format("attr-dict"),
];
