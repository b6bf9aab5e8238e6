//! `tensor`: tensors as values.

use crate::ods::{OpText, op};

pub(super) const OPERATIONS: &[OpText<'static>] = &[
    op(&["cast"])
        .ins("AnyTensor:$source")
        .outs("AnyTensor:$dest")
        .traits("CastOpInterface, Pure")
        .format("$source attr-dict `:` type($source) `to` type($dest)"),
    op(&["bitcast"])
        .ins("TensorOf<[AnyInteger, AnyFloat]>:$source")
        .outs("TensorOf<[AnyInteger, AnyFloat]>:$dest")
        .traits("CastOpInterface, Pure")
        .format("$source attr-dict `:` type($source) `to` type($dest)"),
    op(&["concat"])
        .ins("I64Attr:$dim, Variadic<AnyRankedTensor>:$inputs")
        .outs("AnyRankedTensor:$result")
        .traits("Pure")
        .format("`dim` `(` $dim `)` $inputs attr-dict `:` functional-type(operands, results)"),
    op(&["dim"])
        .ins("AnyNon0RankedOrUnrankedTensor:$source, Index:$index")
        .outs("Index:$result")
        .traits("ConditionallySpeculatable, NoMemoryEffect, ShapedDimOpInterface")
        .format("attr-dict $source `,` $index `:` type($source)"),
    op(&["rank"])
        .ins("AnyTensor:$tensor")
        .outs("Index:$result")
        .traits("Pure")
        .format("$tensor attr-dict `:` type($tensor)"),
    op(&["empty"])
        .ins("Variadic<Index>:$dynamicSizes")
        .outs("AnyRankedTensor:$result")
        .traits("Pure")
        .format("`(` $dynamicSizes `)` attr-dict `:` type($result)"),
    op(&["splat"])
        .ins("AnyType:$input, Variadic<Index>:$dynamicSizes")
        .outs("AnyRankedTensor:$aggregate")
        .traits("Pure, TypesMatchWith<\"\", \"aggregate\", \"input\", \"getElementType\">")
        .format("$input (`[` $dynamicSizes^ `]`)? attr-dict `:` type($aggregate)"),
    op(&["from_elements"])
        .ins("Variadic<AnyType>:$elements")
        .outs("AnyStaticShapeTensor:$result")
        .traits("Pure, TypesMatchWith<\"\", \"result\", \"elements\", \"getElementType\">")
        .format("$elements attr-dict `:` type($result)"),
    op(&["generate"])
        .ins("Variadic<Index>:$dynamicExtents")
        .outs("AnyRankedTensor:$result")
        .regions("SizedRegion<1>:$body")
        .traits("RecursiveMemoryEffects, SingleBlockImplicitTerminator<tensor.yield>")
        .format("$dynamicExtents $body attr-dict `:` type($result)"),
    // Elements.
    op(&["extract"])
        .ins("AnyRankedTensor:$tensor, Variadic<Index>:$indices")
        .outs("AnyType:$result")
        .traits("Pure, TypesMatchWith<\"\", \"tensor\", \"result\", \"getElementType\">")
        .format("$tensor `[` $indices `]` attr-dict `:` type($tensor)"),
    op(&["insert"])
        .ins("AnyType:$scalar, AnyRankedTensor:$dest, Variadic<Index>:$indices")
        .outs("AnyRankedTensor:$result")
        .traits(
            "Pure, DestinationStyleOpInterface, TypesMatchWith<\"\", \"dest\", \"scalar\", \"getElementType\">, \
             AllTypesMatch<[\"dest\", \"result\"]>",
        )
        .format("$scalar `into` $dest `[` $indices `]` attr-dict `:` type($dest)"),
    op(&["gather"])
        .ins(
            "AnyRankedTensor:$source, RankedTensorOf<[AnySignlessIntegerOrIndex]>:$indices, \
             DenseI64ArrayAttr:$gather_dims, UnitAttr:$unique",
        )
        .outs("AnyRankedTensor:$result")
        .traits("Pure")
        .format(
            "$source `[` $indices `]` `gather_dims` `(` $gather_dims `)` (`unique` $unique^)? attr-dict \
             `:` functional-type(operands, results)",
        ),
    op(&["scatter"])
        .ins(
            "AnyRankedTensor:$source, AnyRankedTensor:$dest, \
             RankedTensorOf<[AnySignlessIntegerOrIndex]>:$indices, DenseI64ArrayAttr:$scatter_dims, \
             UnitAttr:$unique",
        )
        .outs("AnyRankedTensor:$result")
        .traits("Pure")
        .format(
            "$source `into` $dest `[` $indices `]` `scatter_dims` `(` $scatter_dims `)` (`unique` $unique^)? \
             attr-dict `:` functional-type(operands, results)",
        ),
    // Slices.
    op(&["extract_slice"])
        .ins(
            "AnyRankedTensor:$source, Variadic<Index>:$offsets, Variadic<Index>:$sizes, \
             Variadic<Index>:$strides, DenseI64ArrayAttr:$static_offsets, DenseI64ArrayAttr:$static_sizes, \
             DenseI64ArrayAttr:$static_strides",
        )
        .outs("AnyRankedTensor:$result")
        .traits("AttrSizedOperandSegments, Pure, OffsetSizeAndStrideOpInterface")
        .format(
            "$source custom<DynamicIndexList>($offsets, $static_offsets) \
             custom<DynamicIndexList>($sizes, $static_sizes) \
             custom<DynamicIndexList>($strides, $static_strides) attr-dict `:` type($source) `to` type($result)",
        ),
    op(&["insert_slice"])
        .ins(INSERTED)
        .outs("AnyRankedTensor:$result")
        .traits(
            "AttrSizedOperandSegments, DestinationStyleOpInterface, Pure, OffsetSizeAndStrideOpInterface, \
             AllTypesMatch<[\"dest\", \"result\"]>",
        )
        .format(INSERT),
    op(&["parallel_insert_slice"])
        .ins(INSERTED)
        .traits("AttrSizedOperandSegments, OffsetSizeAndStrideOpInterface")
        .format(INSERT),
    op(&["pad"])
        .ins(
            "AnyRankedTensor:$source, Variadic<Index>:$low, Variadic<Index>:$high, \
             DenseI64ArrayAttr:$static_low, DenseI64ArrayAttr:$static_high, UnitAttr:$nofold",
        )
        .outs("AnyRankedTensor:$result")
        .regions("SizedRegion<1>:$region")
        .traits("AttrSizedOperandSegments, Pure, SingleBlockImplicitTerminator<tensor.yield>")
        .format(
            "$source (`nofold` $nofold^)? `low` custom<DynamicIndexList>($low, $static_low) \
             `high` custom<DynamicIndexList>($high, $static_high) $region attr-dict \
             `:` type($source) `to` type($result)",
        ),
    // Shape.
    op(&["reshape"])
        .ins("AnyTensor:$source, TensorRankOf<[AnySignlessInteger, Index], [1]>:$shape")
        .outs("AnyTensor:$result")
        .traits("Pure")
        .format("$source `(` $shape `)` attr-dict `:` functional-type(operands, results)"),
    op(&["expand_shape"])
        .ins(
            "AnyTensor:$src, IndexListArrayAttr:$reassociation, Variadic<Index>:$output_shape, \
             DenseI64ArrayAttr:$static_output_shape",
        )
        .outs("AnyTensor:$result")
        .traits("Pure")
        .format(
            "$src $reassociation `output_shape` custom<DynamicIndexList>($output_shape, $static_output_shape) \
             attr-dict `:` type($src) `into` type($result)",
        ),
    op(&["collapse_shape"])
        .ins("AnyTensor:$src, IndexListArrayAttr:$reassociation")
        .outs("AnyTensor:$result")
        .traits("Pure")
        .format("$src $reassociation attr-dict `:` type($src) `into` type($result)"),
    op(&["yield"])
        .ins("AnyType:$value")
        .traits("Pure, Terminator, ReturnLike, ParentOneOf<[tensor.generate, tensor.pad]>")
        .format("$value attr-dict `:` type($value)"),
];

const INSERTED: &str = "AnyRankedTensor:$source, AnyRankedTensor:$dest, Variadic<Index>:$offsets, \
     Variadic<Index>:$sizes, Variadic<Index>:$strides, DenseI64ArrayAttr:$static_offsets, \
     DenseI64ArrayAttr:$static_sizes, DenseI64ArrayAttr:$static_strides";
const INSERT: &str = "$source `into` $dest custom<DynamicIndexList>($offsets, $static_offsets) \
     custom<DynamicIndexList>($sizes, $static_sizes) custom<DynamicIndexList>($strides, $static_strides) \
     attr-dict `:` type($source) `into` type($dest)";
