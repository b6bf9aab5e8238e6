//! `memref`: memory, and views of it.

use crate::ods::{OpText, Semantics, op};

pub(super) const OPERATIONS: &[OpText<'static>] = &[
    op(&["alloc"])
        .frequency(&[18])
        .ins(SIZES)
        .outs("Res<AnyMemRef, \"\", [MemAlloc]>:$memref")
        .traits("AttrSizedOperandSegments")
        .format(ALLOC),
    op(&["alloca"])
        .ins(SIZES)
        .outs("Res<AnyMemRef, \"\", [MemAlloc]>:$memref")
        .traits("AttrSizedOperandSegments, AutomaticAllocation")
        .format(ALLOC),
    op(&["realloc"])
        .ins(
            "Arg<MemRefRankOf<[AnyType], [1]>, \"\", [MemFree]>:$source, Optional<Index>:$dynamicResultSize, \
             OptionalAttr<IntValidAlignment<I64Attr>>:$alignment",
        )
        .outs("Res<MemRefRankOf<[AnyType], [1]>, \"\", [MemAlloc]>:$result")
        .format("$source (`(` $dynamicResultSize^ `)`)? attr-dict `:` type($source) `to` type($result)"),
    op(&["dealloc"])
        .frequency(&[10])
        .ins("Arg<AnyRankedOrUnrankedMemRef, \"\", [MemFree]>:$memref")
        .format("$memref attr-dict `:` type($memref)"),
    op(&["alloca_scope"])
        .outs("Variadic<AnyType>:$results")
        .regions("SizedRegion<1>:$bodyRegion")
        .traits(
            "AutomaticAllocationScope, SingleBlockImplicitTerminator<memref.alloca_scope.return>, \
             RecursiveMemoryEffects, RegionBranchOpInterface, NoRegionArguments",
        )
        .format("(custom<ArrowTypeList>(type($results))^)? $bodyRegion attr-dict"),
    op(&["alloca_scope.return"])
        .ins("Variadic<AnyType>:$results")
        .traits("HasParent<memref.alloca_scope>, Pure, Terminator, ReturnLike")
        .format("attr-dict ($results^ `:` type($results))?"),
    // Access.
    op(&["load"])
        .frequency(&[10])
        .computes(&[Semantics::Load])
        .ins(
            "Arg<AnyMemRef, \"\", [MemRead]>:$memref, Variadic<Index>:$indices, \
             DefaultValuedAttr<BoolAttr>:$nontemporal, OptionalAttr<IntValidAlignment<I64Attr>>:$alignment",
        )
        .outs("AnyType:$result")
        .traits("TypesMatchWith<\"\", \"memref\", \"result\", \"getElementType\">")
        .format("$memref `[` $indices `]` attr-dict `:` type($memref)"),
    op(&["store"])
        .frequency(&[10])
        .computes(&[Semantics::Store])
        .ins(
            "AnyType:$value, Arg<AnyMemRef, \"\", [MemWrite]>:$memref, Variadic<Index>:$indices, \
             DefaultValuedAttr<BoolAttr>:$nontemporal, OptionalAttr<IntValidAlignment<I64Attr>>:$alignment",
        )
        .traits("TypesMatchWith<\"\", \"memref\", \"value\", \"getElementType\">")
        .format("$value `,` $memref `[` $indices `]` attr-dict `:` type($memref)"),
    op(&["prefetch"])
        .computes(&[Semantics::Prefetch])
        .ins(
            "Arg<AnyMemRef, \"\", [MemWrite]>:$memref, Variadic<Index>:$indices, BoolAttr:$isWrite, \
             ConfinedAttr<I32Attr, [IntMinValue<0>, IntMaxValue<3>]>:$localityHint, BoolAttr:$isDataCache",
        )
        .format(
            "$memref `[` $indices `]` `,` custom<Keyword>($isWrite, \"read\", \"write\") \
             `,` `locality` custom<Angles>($localityHint) `,` custom<Keyword>($isDataCache, \"data\", \"instr\") \
             attr-dict `:` type($memref)",
        ),
    op(&["copy"])
        .ins(
            "Arg<AnyRankedOrUnrankedMemRef, \"\", [MemRead]>:$source, \
             Arg<AnyRankedOrUnrankedMemRef, \"\", [MemWrite]>:$target",
        )
        .traits("SameOperandsElementType, SameOperandsShape")
        .format("$source `,` $target attr-dict `:` type($source) `to` type($target)"),
    op(&["atomic_rmw"])
        .ins(
            "AtomicRMWKindAttr:$kind, AnyTypeOf<[AnySignlessInteger, AnyFloat]>:$value, \
             Arg<MemRefOf<[AnySignlessInteger, AnyFloat]>, \"\", [MemRead, MemWrite]>:$memref, \
             Variadic<Index>:$indices",
        )
        .outs("AnyTypeOf<[AnySignlessInteger, AnyFloat]>:$result")
        .traits(
            "AllTypesMatch<[\"value\", \"result\"]>, TypesMatchWith<\"\", \"memref\", \"value\", \"getElementType\">",
        )
        .format(
            "$kind $value `,` $memref `[` $indices `]` attr-dict `:` \
             custom<FunctionalType>(type($value), type($memref), type($result))",
        ),
    op(&["generic_atomic_rmw"])
        .ins(
            "Arg<MemRefOf<[AnySignlessInteger, AnyFloat]>, \"\", [MemRead, MemWrite]>:$memref, \
             Variadic<Index>:$indices",
        )
        .outs("AnyTypeOf<[AnySignlessInteger, AnyFloat]>:$result")
        .regions("AnyRegion:$atomic_body")
        .traits(
            "SingleBlockImplicitTerminator<memref.atomic_yield>, \
             TypesMatchWith<\"\", \"memref\", \"result\", \"getElementType\">",
        )
        .format("$memref `[` $indices `]` `:` type($memref) $atomic_body attr-dict"),
    op(&["atomic_yield"])
        .ins("AnyType:$result")
        .traits("HasParent<memref.generic_atomic_rmw>, Pure, Terminator, ReturnLike")
        .format("$result attr-dict `:` type($result)"),
    // In ODS its operands are one list.
    op(&["dma_start"])
        .ins(
            "AnyMemRef:$src, Variadic<Index>:$srcIndices, AnyMemRef:$dst, Variadic<Index>:$dstIndices, \
             Index:$numElements, AnyMemRef:$tag, Variadic<Index>:$tagIndices, Optional<Index>:$stride, \
             Optional<Index>:$numElementsPerStride",
        )
        .format(
            "$src `[` $srcIndices `]` `,` $dst `[` $dstIndices `]` `,` $numElements `,` $tag `[` $tagIndices `]` \
             (`,` (custom<Operand>($stride)^ `,` custom<Operand>($numElementsPerStride))?)? \
             `:` type($src) `,` type($dst) `,` type($tag)",
        ),
    op(&["dma_wait"])
        .ins("AnyMemRef:$tag, Variadic<Index>:$tagIndices, Index:$numElements")
        .format("$tag `[` $tagIndices `]` `,` $numElements attr-dict `:` type($tag)"),
    // Shape and metadata.
    op(&["dim"])
        .frequency(&[10])
        .ins("AnyNon0RankedOrUnrankedMemRef:$source, Index:$index")
        .outs("Index:$result")
        .traits("ConditionallySpeculatable, NoMemoryEffect, ShapedDimOpInterface")
        .format("attr-dict $source `,` $index `:` type($source)"),
    op(&["rank"])
        .ins("AnyRankedOrUnrankedMemRef:$memref")
        .outs("Index:$result")
        .traits("Pure")
        .format("$memref attr-dict `:` type($memref)"),
    op(&["extract_aligned_pointer_as_index"])
        .ins("AnyRankedOrUnrankedMemRef:$source")
        .outs("Index:$aligned_pointer")
        .traits("Pure")
        .format("$source `:` type($source) `->` type($aligned_pointer) attr-dict"),
    // In ODS its results have four names.
    op(&["extract_strided_metadata"])
        .ins("AnyStridedMemRef:$source")
        .outs("Variadic<AnyType>:$results")
        .traits("Pure, ViewLikeOpInterface, InferTypeOpInterface")
        .format("$source `:` type($source) `->` type($results) attr-dict"),
    op(&["assume_alignment"])
        .ins("AnyMemRef:$memref, ConfinedAttr<I32Attr, [IntPositive]>:$alignment")
        .outs("AnyMemRef:$result")
        .traits("Pure, ViewLikeOpInterface, SameOperandsAndResultType")
        .format("$memref `,` $alignment attr-dict `:` type($memref)"),
    op(&["distinct_objects"])
        .ins("Variadic<AnyMemRef>:$operands")
        .outs("Variadic<AnyMemRef>:$results")
        .traits("Pure, TypesMatchWith<\"\", \"operands\", \"results\", \"$_self\">")
        .format("$operands attr-dict `:` type($operands)"),
    // Views.
    op(&["cast"])
        .ins("AnyRankedOrUnrankedMemRef:$source")
        .outs("AnyRankedOrUnrankedMemRef:$dest")
        .traits("CastOpInterface, Pure, SameOperandsAndResultShape, ViewLikeOpInterface")
        .format("$source attr-dict `:` type($source) `to` type($dest)"),
    op(&["memory_space_cast"])
        .ins("AnyRankedOrUnrankedMemRef:$source")
        .outs("AnyRankedOrUnrankedMemRef:$dest")
        .traits(
            "CastOpInterface, Pure, SameOperandsAndResultElementType, SameOperandsAndResultShape, \
             ViewLikeOpInterface",
        )
        .format("$source attr-dict `:` type($source) `to` type($dest)"),
    op(&["reinterpret_cast"])
        .ins(
            "AnyRankedOrUnrankedMemRef:$source, Variadic<Index>:$offsets, Variadic<Index>:$sizes, \
             Variadic<Index>:$strides, DenseI64ArrayAttr:$static_offsets, DenseI64ArrayAttr:$static_sizes, \
             DenseI64ArrayAttr:$static_strides",
        )
        .outs("AnyStridedMemRef:$result")
        .traits("AttrSizedOperandSegments, Pure, ViewLikeOpInterface, OffsetSizeAndStrideOpInterface")
        .format(
            "$source `to` `offset` `:` custom<DynamicIndexList>($offsets, $static_offsets) \
             `,` `sizes` `:` custom<DynamicIndexList>($sizes, $static_sizes) \
             `,` `strides` `:` custom<DynamicIndexList>($strides, $static_strides) \
             attr-dict `:` type($source) `to` type($result)",
        ),
    op(&["subview"])
        .ins(
            "AnyMemRef:$source, Variadic<Index>:$offsets, Variadic<Index>:$sizes, Variadic<Index>:$strides, \
             DenseI64ArrayAttr:$static_offsets, DenseI64ArrayAttr:$static_sizes, \
             DenseI64ArrayAttr:$static_strides",
        )
        .outs("AnyMemRef:$result")
        .traits("AttrSizedOperandSegments, Pure, ViewLikeOpInterface, OffsetSizeAndStrideOpInterface")
        .format(
            "$source custom<DynamicIndexList>($offsets, $static_offsets) \
             custom<DynamicIndexList>($sizes, $static_sizes) \
             custom<DynamicIndexList>($strides, $static_strides) attr-dict `:` type($source) `to` type($result)",
        ),
    op(&["view"])
        .ins("MemRefRankOf<[I8], [1]>:$source, Index:$byte_shift, Variadic<Index>:$sizes")
        .outs("AnyMemRef:$result")
        .traits("Pure, ViewLikeOpInterface")
        .format("$source `[` $byte_shift `]` `` `[` $sizes `]` attr-dict `:` type($source) `to` type($result)"),
    // A view, though ODS does not say so.
    op(&["transpose"])
        .ins("AnyStridedMemRef:$in, AffineMapAttr:$permutation")
        .outs("AnyStridedMemRef:$result")
        .traits("Pure, ViewLikeOpInterface")
        .format("$in custom<BareMap>($permutation) attr-dict `:` type($in) `to` type($result)"),
    op(&["reshape"])
        .ins(
            "AnyRankedOrUnrankedMemRef:$source, \
             Arg<MemRefRankOf<[AnySignlessInteger, Index], [1]>, \"\", [MemRead]>:$shape",
        )
        .outs("AnyRankedOrUnrankedMemRef:$result")
        .traits("Pure, ViewLikeOpInterface")
        .format("$source `(` $shape `)` attr-dict `:` functional-type(operands, results)"),
    op(&["expand_shape"])
        .ins(
            "AnyStridedMemRef:$src, IndexListArrayAttr:$reassociation, Variadic<Index>:$output_shape, \
             DenseI64ArrayAttr:$static_output_shape",
        )
        .outs("AnyStridedMemRef:$result")
        .traits("Pure, ViewLikeOpInterface")
        .format(
            "$src $reassociation `output_shape` custom<DynamicIndexList>($output_shape, $static_output_shape) \
             attr-dict `:` type($src) `into` type($result)",
        ),
    op(&["collapse_shape"])
        .ins("AnyStridedMemRef:$src, IndexListArrayAttr:$reassociation")
        .outs("AnyStridedMemRef:$result")
        .traits("Pure, ViewLikeOpInterface")
        .format("$src $reassociation attr-dict `:` type($src) `into` type($result)"),
    // Globals.
    op(&["global"])
        .ins(
            "SymbolNameAttr:$sym_name, OptionalAttr<StrAttr>:$sym_visibility, MemRefTypeAttr:$type, \
             OptionalAttr<AnyAttr>:$initial_value, UnitAttr:$constant, \
             OptionalAttr<IntValidAlignment<I64Attr>>:$alignment",
        )
        .traits("Symbol")
        .format(
            "($sym_visibility^)? (`constant` $constant^)? $sym_name `:` $type \
             (`=` (`uninitialized`):($initial_value)?)? attr-dict",
        ),
    op(&["get_global"])
        .ins("FlatSymbolRefAttr:$name")
        .outs("AnyStaticShapeMemRef:$result")
        .traits("Pure")
        .format("$name `:` type($result) attr-dict"),
];

const SIZES: &str = "Variadic<Index>:$dynamicSizes, Variadic<Index>:$symbolOperands, \
     OptionalAttr<IntValidAlignment<I64Attr>>:$alignment";
const ALLOC: &str = "`(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)";
