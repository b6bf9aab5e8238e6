//! `affine`: loops, conditions and accesses in terms of affine maps. Its forms are written by hand.

use crate::ods::{OpText, op};

pub(super) const OPERATIONS: &[OpText<'static>] = &[
    op(&["apply"])
        .ins("AffineMapAttr:$map, Variadic<Index>:$mapOperands")
        .outs("Index:$result")
        .traits("Pure"),
    op(&["max", "min"])
        .ins("AffineMapAttr:$map, Variadic<Index>:$operands")
        .outs("Index:$result")
        .traits("Pure"),
    op(&["delinearize_index"])
        .ins("Index:$linear_index, Variadic<Index>:$dynamic_basis, DenseI64ArrayAttr:$static_basis")
        .outs("Variadic<Index>:$multi_index")
        .traits("Pure"),
    op(&["linearize_index"])
        .ins(
            "Variadic<Index>:$multi_index, Variadic<Index>:$dynamic_basis, DenseI64ArrayAttr:$static_basis, \
             UnitProp:$disjoint",
        )
        .outs("Index:$linear_index")
        .traits("Pure, AttrSizedOperandSegments"),
    // Control flow.
    op(&["for"])
        .ins(
            "Variadic<Index>:$lowerBoundOperands, Variadic<Index>:$upperBoundOperands, Variadic<AnyType>:$inits, \
             AffineMapAttr:$lowerBoundMap, AffineMapAttr:$upperBoundMap, IndexAttr:$step",
        )
        .outs("Variadic<AnyType>:$results")
        .regions("SizedRegion<1>:$region")
        .traits(
            "AttrSizedOperandSegments, AutomaticAllocationScope, SingleBlockImplicitTerminator<affine.yield>, \
             ConditionallySpeculatable, RecursiveMemoryEffects, LoopLikeOpInterface",
        ),
    op(&["if"])
        .ins("Variadic<AnyType>:$operands, IntegerSetAttr:$condition")
        .outs("Variadic<AnyType>:$results")
        .regions("SizedRegion<1>:$thenRegion, AnyRegion:$elseRegion")
        .traits(
            "SingleBlockImplicitTerminator<affine.yield>, RecursivelySpeculatable, RecursiveMemoryEffects, \
             NoRegionArguments",
        ),
    op(&["parallel"])
        .ins(
            "TypedArrayAttrBase<AtomicRMWKindAttr>:$reductions, AffineMapAttr:$lowerBoundsMap, \
             I32ElementsAttr:$lowerBoundsGroups, AffineMapAttr:$upperBoundsMap, \
             I32ElementsAttr:$upperBoundsGroups, I64SmallVectorArrayAttr:$steps, Variadic<Index>:$mapOperands",
        )
        .outs("Variadic<AnyType>:$results")
        .regions("SizedRegion<1>:$region")
        .traits(
            "AutomaticAllocationScope, SingleBlockImplicitTerminator<affine.yield>, RecursivelySpeculatable, \
             RecursiveMemoryEffects, LoopLikeOpInterface",
        ),
    op(&["yield"])
        .ins("Variadic<AnyType>:$operands")
        .traits("Pure, Terminator, ReturnLike, ParentOneOf<[affine.for, affine.if, affine.parallel]>"),
    // Access.
    op(&["load"])
        .ins("Arg<AnyMemRef, \"\", [MemRead]>:$memref, Variadic<Index>:$indices, AffineMapAttr:$map")
        .outs("AnyType:$result"),
    op(&["store"]).ins(
        "AnyType:$value, Arg<AnyMemRef, \"\", [MemWrite]>:$memref, Variadic<Index>:$indices, AffineMapAttr:$map",
    ),
    op(&["vector_load"])
        .ins("Arg<AnyMemRef, \"\", [MemRead]>:$memref, Variadic<Index>:$indices, AffineMapAttr:$map")
        .outs("AnyVectorOfNonZeroRank:$result"),
    op(&["vector_store"]).ins(
        "AnyVectorOfNonZeroRank:$value, Arg<AnyMemRef, \"\", [MemWrite]>:$memref, Variadic<Index>:$indices, \
         AffineMapAttr:$map",
    ),
    op(&["prefetch"]).ins(
        "AnyMemRef:$memref, Variadic<Index>:$indices, BoolAttr:$isWrite, \
         ConfinedAttr<I32Attr, [IntMinValue<0>, IntMaxValue<3>]>:$localityHint, BoolAttr:$isDataCache, \
         AffineMapAttr:$map",
    ),
    // ODS has no arguments of these: each reads one list of operands.
    op(&["dma_start", "dma_wait"]).ins("Variadic<AnyType>:$operands"),
];
