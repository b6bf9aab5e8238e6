//! `vector`: vectors of one or more dimensions.

use crate::ods::Semantics::{Function, Load, Store};
use crate::ods::semantics::Function::Fma;
use crate::ods::{OpText, op};

pub(super) const OPERATIONS: &[OpText<'static>] = &[
    // Memory.
    op(&["load"])
        .computes(&[Load])
        .ins(
            "Arg<AnyMemRef, \"\", [MemRead]>:$base, Variadic<Index>:$indices, \
             DefaultValuedAttr<BoolAttr>:$nontemporal, OptionalAttr<IntValidAlignment<I64Attr>>:$alignment",
        )
        .outs("AnyVectorOfAnyRank:$result")
        .format("$base `[` $indices `]` attr-dict `:` type($base) `,` type($result)"),
    op(&["store"])
        .computes(&[Store])
        .ins(
            "AnyVectorOfAnyRank:$valueToStore, Arg<AnyMemRef, \"\", [MemWrite]>:$base, Variadic<Index>:$indices, \
             DefaultValuedAttr<BoolAttr>:$nontemporal, OptionalAttr<IntValidAlignment<I64Attr>>:$alignment",
        )
        .format("$valueToStore `,` $base `[` $indices `]` attr-dict `:` type($base) `,` type($valueToStore)"),
    op(&["maskedload"])
        .ins(
            "Arg<AnyMemRef, \"\", [MemRead]>:$base, Variadic<Index>:$indices, \
             VectorOfNonZeroRankOf<[I1]>:$mask, AnyVectorOfNonZeroRank:$pass_thru, \
             OptionalAttr<IntValidAlignment<I64Attr>>:$alignment",
        )
        .outs("AnyVectorOfNonZeroRank:$result")
        .format(MASKED_LOAD),
    op(&["expandload"])
        .ins(
            "Arg<AnyMemRef, \"\", [MemRead]>:$base, Variadic<Index>:$indices, \
             FixedVectorOfNonZeroRankOf<[I1]>:$mask, AnyVectorOfNonZeroRank:$pass_thru, \
             OptionalAttr<IntValidAlignment<I64Attr>>:$alignment",
        )
        .outs("AnyVectorOfNonZeroRank:$result")
        .format(MASKED_LOAD),
    op(&["maskedstore"])
        .ins(
            "Arg<AnyMemRef, \"\", [MemWrite]>:$base, Variadic<Index>:$indices, \
             VectorOfNonZeroRankOf<[I1]>:$mask, AnyVectorOfNonZeroRank:$valueToStore, \
             OptionalAttr<IntValidAlignment<I64Attr>>:$alignment",
        )
        .format(MASKED_STORE),
    op(&["compressstore"])
        .ins(
            "Arg<AnyMemRef, \"\", [MemWrite]>:$base, Variadic<Index>:$indices, \
             FixedVectorOfNonZeroRankOf<[I1]>:$mask, AnyVectorOfNonZeroRank:$valueToStore, \
             OptionalAttr<IntValidAlignment<I64Attr>>:$alignment",
        )
        .format(MASKED_STORE),
    op(&["gather"])
        .ins(
            "Arg<TensorOrMemRef<[AnyType]>, \"\", [MemRead]>:$base, Variadic<Index>:$offsets, \
             VectorOfNonZeroRankOf<[AnyInteger, Index]>:$indices, VectorOfNonZeroRankOf<[I1]>:$mask, \
             AnyVectorOfNonZeroRank:$pass_thru, OptionalAttr<IntValidAlignment<I64Attr>>:$alignment",
        )
        .outs("AnyVectorOfNonZeroRank:$result")
        .format(
            "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $pass_thru attr-dict \
             `:` type($base) `,` type($indices) `,` type($mask) `,` type($pass_thru) `into` type($result)",
        ),
    op(&["scatter"])
        .ins(
            "Arg<TensorOrMemRef<[AnyType]>, \"\", [MemWrite]>:$base, Variadic<Index>:$offsets, \
             VectorOfNonZeroRankOf<[AnyInteger, Index]>:$indices, VectorOfNonZeroRankOf<[I1]>:$mask, \
             AnyVectorOfNonZeroRank:$valueToStore, OptionalAttr<IntValidAlignment<I64Attr>>:$alignment",
        )
        .outs("Optional<AnyRankedTensor>:$result")
        .traits("TypesMatchWith<\"\", \"base\", \"result\", \"$_self\">")
        .format(
            "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $valueToStore attr-dict \
             `:` type($base) `,` type($indices) `,` type($mask) `,` type($valueToStore) (`->` type($result)^)?",
        ),
    op(&["transfer_read"])
        .frequency(&[8])
        .ins(
            "Arg<AnyShaped, \"\", [MemRead]>:$base, Variadic<Index>:$indices, AffineMapAttr:$permutation_map, \
             AnyType:$padding, Optional<VectorOfNonZeroRankOf<[I1]>>:$mask, BoolArrayAttr:$in_bounds",
        )
        .outs("AnyVectorOfAnyRank:$vector")
        .traits("AttrSizedOperandSegments, ConditionallySpeculatable, VectorTransferOpInterface")
        .format(
            "$base `[` $indices `]` `,` $padding (`,` custom<Operand>($mask)^)? attr-dict \
             `:` type($base) `,` type($vector)",
        ),
    op(&["transfer_write"])
        .frequency(&[8])
        .ins(
            "AnyVectorOfAnyRank:$valueToStore, Arg<AnyShaped, \"\", [MemWrite]>:$base, Variadic<Index>:$indices, \
             AffineMapAttr:$permutation_map, Optional<VectorOfNonZeroRankOf<[I1]>>:$mask, \
             BoolArrayAttr:$in_bounds",
        )
        .outs("Optional<AnyRankedTensor>:$result")
        .traits(
            "AttrSizedOperandSegments, ConditionallySpeculatable, VectorTransferOpInterface, \
             TypesMatchWith<\"\", \"base\", \"result\", \"$_self\">",
        )
        .format(
            "$valueToStore `,` $base `[` $indices `]` (`,` custom<Operand>($mask)^)? attr-dict \
             `:` type($valueToStore) `,` type($base)",
        ),
    op(&["type_cast"])
        .ins("StaticShapeMemRefOf<[AnyType]>:$memref")
        .outs("AnyMemRef:$result")
        .traits("Pure, ViewLikeOpInterface")
        .format("$memref attr-dict `:` type($memref) `to` type($result)"),
    // Elements and slices.
    op(&["extract"])
        .ins(
            "AnyVectorOfAnyRank:$source, Variadic<Index>:$dynamic_position, DenseI64ArrayAttr:$static_position",
        )
        .outs("AnyType:$result")
        .traits("Pure")
        .format(
            "$source custom<DynamicIndexList>($dynamic_position, $static_position) attr-dict \
             `:` type($result) `from` type($source)",
        ),
    op(&["insert"])
        .ins(
            "AnyType:$valueToStore, AnyVectorOfAnyRank:$dest, Variadic<Index>:$dynamic_position, \
             DenseI64ArrayAttr:$static_position",
        )
        .outs("AnyVectorOfAnyRank:$result")
        .traits("Pure, AllTypesMatch<[\"dest\", \"result\"]>")
        .format(
            "$valueToStore `,` $dest custom<DynamicIndexList>($dynamic_position, $static_position) attr-dict \
             `:` type($valueToStore) `into` type($dest)",
        ),
    op(&["scalable.extract"])
        .ins("ScalableVectorOfRank<[1]>:$source, I64Attr:$pos")
        .outs("VectorOfRank<[1]>:$res")
        .traits("Pure, AllElementTypesMatch<[\"source\", \"res\"]>")
        .format("$source `[` $pos `]` attr-dict `:` type($res) `from` type($source)"),
    op(&["scalable.insert"])
        .ins("VectorOfRank<[1]>:$valueToStore, ScalableVectorOfRank<[1]>:$dest, I64Attr:$pos")
        .outs("ScalableVectorOfRank<[1]>:$res")
        .traits("Pure, AllElementTypesMatch<[\"valueToStore\", \"dest\"]>, AllTypesMatch<[\"dest\", \"res\"]>")
        .format("$valueToStore `,` $dest `[` $pos `]` attr-dict `:` type($valueToStore) `into` type($dest)"),
    op(&["extract_strided_slice"])
        .ins(
            "AnyVectorOfNonZeroRank:$source, I64ArrayAttr:$offsets, I64ArrayAttr:$sizes, I64ArrayAttr:$strides",
        )
        .outs("AnyVectorOfNonZeroRank:$result")
        .traits("Pure")
        .format("$source attr-dict `:` type($source) `to` type($result)"),
    op(&["insert_strided_slice"])
        .ins(
            "AnyVectorOfNonZeroRank:$valueToStore, AnyVectorOfNonZeroRank:$dest, I64ArrayAttr:$offsets, \
             I64ArrayAttr:$strides",
        )
        .outs("AnyVectorOfNonZeroRank:$res")
        .traits("Pure, AllTypesMatch<[\"dest\", \"res\"]>")
        .format("$valueToStore `,` $dest attr-dict `:` type($valueToStore) `into` type($dest)"),
    op(&["from_elements"])
        .ins("Variadic<AnyType>:$elements")
        .outs("AnyFixedVectorOfAnyRank:$dest")
        .traits("Pure, TypesMatchWith<\"\", \"dest\", \"elements\", \"getElementType\">")
        .format("$elements attr-dict `:` type($dest)"),
    op(&["to_elements"])
        .ins("AnyVectorOfAnyRank:$source")
        .outs("Variadic<AnyType>:$elements")
        .traits("Pure, TypesMatchWith<\"\", \"source\", \"elements\", \"getElementType\">")
        .format("$source attr-dict `:` type($source)"),
    // Shape.
    op(&["bitcast"])
        .ins("AnyVectorOfAnyRank:$source")
        .outs("AnyVectorOfAnyRank:$result")
        .traits("Pure, AllRanksMatch<[\"source\", \"result\"]>")
        .format("$source attr-dict `:` type($source) `to` type($result)"),
    op(&["broadcast"])
        .ins("AnyType:$source")
        .outs("AnyVectorOfAnyRank:$result")
        .traits("Pure")
        .format("$source attr-dict `:` type($source) `to` type($result)"),
    op(&["shape_cast"])
        .ins("AnyVectorOfAnyRank:$source")
        .outs("AnyVectorOfAnyRank:$result")
        .traits("Pure")
        .format("$source attr-dict `:` type($source) `to` type($result)"),
    op(&["transpose"])
        .ins("AnyVectorOfAnyRank:$vector, DenseI64ArrayAttr:$permutation")
        .outs("AnyVectorOfAnyRank:$result")
        .traits("Pure, AllElementTypesMatch<[\"vector\", \"result\"]>")
        .format("$vector `,` $permutation attr-dict `:` type($vector) `to` type($result)"),
    op(&["shuffle"])
        .ins("AnyFixedVectorOfAnyRank:$v1, AnyFixedVectorOfAnyRank:$v2, DenseI64ArrayAttr:$mask")
        .outs("AnyVectorOfNonZeroRank:$vector")
        .traits("Pure, AllElementTypesMatch<[\"v1\", \"v2\"]>, InferTypeOpInterface")
        .format("operands $mask attr-dict `:` type(operands)"),
    op(&["interleave"])
        .ins("AnyVectorOfAnyRank:$lhs, AnyVectorOfAnyRank:$rhs")
        .outs("AnyVectorOfNonZeroRank:$result")
        .traits("Pure, AllTypesMatch<[\"lhs\", \"rhs\"]>")
        .format("$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)"),
    op(&["deinterleave"])
        .ins("AnyVectorOfNonZeroRank:$source")
        .outs("AnyVectorOfNonZeroRank:$res1, AnyVectorOfNonZeroRank:$res2")
        .traits("Pure, AllTypesMatch<[\"res1\", \"res2\"]>")
        .format("$source attr-dict `:` type($source) `->` type($res1)"),
    // Masks and constants.
    op(&["constant_mask"])
        .ins("DenseI64ArrayAttr:$mask_dim_sizes")
        .outs("VectorOfAnyRankOf<[I1]>:$result")
        .traits("Pure")
        .format("$mask_dim_sizes attr-dict `:` type($result)"),
    op(&["create_mask"])
        .ins("Variadic<Index>:$operands")
        .outs("VectorOfAnyRankOf<[I1]>:$result")
        .traits("Pure")
        .format("$operands attr-dict `:` type($result)"),
    op(&["mask"])
        .ins("VectorOfNonZeroRankOf<[I1]>:$mask, Optional<AnyType>:$passthru")
        .outs("Variadic<AnyType>:$results")
        .regions("SizedRegion<1>:$maskRegion")
        .traits(
            "SingleBlockImplicitTerminator<vector.yield>, RecursiveMemoryEffects, NoRegionArguments, \
             TypesMatchWith<\"\", \"results\", \"passthru\", \"$_self\">",
        )
        .format(
            "$mask (`,` custom<Operand>($passthru)^)? $maskRegion attr-dict `:` type($mask) \
             (custom<ArrowTypeList>(type($results))^)?",
        ),
    op(&["step"])
        .outs("VectorOfRankAndType<[1], [Index, AnySignlessInteger]>:$result")
        .traits("Pure")
        .format("attr-dict `:` type($result)"),
    op(&["vscale"]).outs("Index:$res").traits("Pure").format("attr-dict"),
    // Arithmetic.
    op(&["fma"])
        .computes(&[Function(Fma)])
        .ins(
            "VectorOfAnyRankOf<[AnyFloat]>:$lhs, VectorOfAnyRankOf<[AnyFloat]>:$rhs, \
             VectorOfAnyRankOf<[AnyFloat]>:$acc",
        )
        .outs("VectorOfAnyRankOf<[AnyFloat]>:$result")
        .traits("Pure, AllTypesMatch<[\"lhs\", \"rhs\", \"acc\", \"result\"]>, Elementwise")
        .format("$lhs `,` $rhs `,` $acc attr-dict `:` type($lhs)"),
    // Its attributes are in one dictionary, after which once was types of masks.
    op(&["contract"])
        .ins("AnyVectorOfNonZeroRank:$lhs, AnyVectorOfNonZeroRank:$rhs, AnyType:$acc, DictionaryAttr:$trait")
        .outs("AnyType:$result")
        .traits(
            "Pure, AllElementTypesMatch<[\"lhs\", \"rhs\"]>, TypesMatchWith<\"\", \"result\", \"acc\", \"$_self\">",
        )
        .format(
            "$trait $lhs `,` $rhs `,` $acc attr-dict `:` type($lhs) `,` type($rhs) \
             (`,` custom<TypeGroup>(type($ignored)))? `into` type($result)",
        ),
    op(&["outerproduct"])
        .ins(
            "AnyVectorOfNonZeroRank:$lhs, AnyType:$rhs, Optional<AnyVectorOfNonZeroRank>:$acc, \
             DefaultValuedAttr<Vector_CombiningKindAttr>:$kind",
        )
        .outs("AnyVectorOfNonZeroRank:$result")
        .traits("Pure, TypesMatchWith<\"\", \"result\", \"acc\", \"$_self\">")
        .format(
            "$lhs `,` $rhs (`,` custom<Operand>($acc)^ custom<IgnoredOperands>())? attr-dict \
             `:` type($lhs) `,` type($rhs)",
        ),
    op(&["reduction"])
        .ins(
            "Vector_CombiningKindAttr:$kind, AnyVectorOfAnyRank:$vector, Optional<AnyType>:$acc, \
             DefaultValuedAttr<Arith_FastMathAttr>:$fastmath",
        )
        .outs("AnyType:$dest")
        .traits("Pure, TypesMatchWith<\"\", \"dest\", \"acc\", \"$_self\">")
        .format(
            "$kind `,` $vector (`,` $acc^)? (`fastmath` `` $fastmath^)? attr-dict \
             `:` type($vector) `into` type($dest)",
        ),
    op(&["multi_reduction"])
        .ins(
            "Vector_CombiningKindAttr:$kind, AnyVectorOfNonZeroRank:$source, AnyType:$acc, \
             DenseI64ArrayAttr:$reduction_dims",
        )
        .outs("AnyType:$dest")
        .traits("Pure, AllTypesMatch<[\"dest\", \"acc\"]>")
        .format("$kind `,` $source `,` $acc attr-dict $reduction_dims `:` type($source) `to` type($dest)"),
    op(&["scan"])
        .ins(
            "Vector_CombiningKindAttr:$kind, AnyVectorOfNonZeroRank:$source, AnyVectorOfAnyRank:$initial_value, \
             I64Attr:$reduction_dim, BoolAttr:$inclusive",
        )
        .outs("AnyVectorOfNonZeroRank:$dest, AnyVectorOfAnyRank:$accumulated_value")
        .traits(
            "Pure, AllTypesMatch<[\"source\", \"dest\"]>, \
             AllTypesMatch<[\"initial_value\", \"accumulated_value\"]>",
        )
        .format("$kind `,` $source `,` $initial_value attr-dict `:` type($source) `,` type($initial_value)"),
    // The rest.
    op(&["print"])
        .ins(
            "Optional<AnyType>:$source, DefaultValuedAttr<Vector_PrintPunctuationAttr>:$punctuation, \
             OptionalAttr<StrAttr>:$stringLiteral",
        )
        .format(
            "($source^ `:` type($source))? oilist(`str` $stringLiteral | `punctuation` $punctuation) attr-dict",
        ),
    op(&["yield"])
        .ins("Variadic<AnyType>:$operands")
        .traits("Pure, Terminator, ReturnLike")
        .format("attr-dict ($operands^ `:` type($operands))?"),
];

const MASKED_LOAD: &str = "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict \
     `:` type($base) `,` type($mask) `,` type($pass_thru) `into` type($result)";
const MASKED_STORE: &str = "$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict \
     `:` type($base) `,` type($mask) `,` type($valueToStore)";
