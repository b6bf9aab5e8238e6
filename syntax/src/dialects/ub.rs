//! `ub`: undefined behaviour as a value or a place.

use crate::ods::{OpText, Semantics, op};

pub(super) const OPERATIONS: &[OpText<'static>] = &[
    op(&["poison"])
        .computes(&[Semantics::Poison])
        .ins("DefaultValuedAttr<PoisonAttrInterface>:$value")
        .outs("AnyType:$result")
        .traits("ConstantLike, Pure")
        .format("attr-dict ($value^)? `:` type($result)"),
    op(&["unreachable"]).traits("Terminator").format("attr-dict"),
];
