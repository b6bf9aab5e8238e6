//! `scf`: structured control flow over values. MLIR parses most of it in C++.

use crate::ods::{OpText, op};

pub(super) const OPERATIONS: &[OpText<'static>] = &[
    op(&["for"])
        .frequency(&[9])
        .ins(
            "AnySignlessIntegerOrIndex:$lowerBound, AnySignlessIntegerOrIndex:$upperBound, \
             AnySignlessIntegerOrIndex:$step, Variadic<AnyType>:$initArgs, UnitAttr:$unsignedCmp",
        )
        .outs("Variadic<AnyType>:$results")
        .block_arguments(
            "DefaultValuedType<AnySignlessIntegerOrIndex, Index>:$iv, Variadic<AnyType>:$regionIterArgs",
        )
        .regions("SizedRegion<1>:$region")
        .traits(
            "AutomaticAllocationScope, LoopLikeOpInterface, RegionBranchOpInterface, ConditionallySpeculatable, \
             SingleBlockImplicitTerminator<scf.yield>, RecursiveMemoryEffects, \
             AllTypesMatch<[\"lowerBound\", \"upperBound\", \"step\", \"iv\"]>, \
             TypesMatchWith<\"\", \"results\", \"initArgs\", \"$_self\">, \
             TypesMatchWith<\"\", \"results\", \"regionIterArgs\", \"$_self\">",
        )
        .format(
            "(`unsigned` $unsignedCmp^)? custom<BlockArgument>($iv) `=` $lowerBound `to` $upperBound `step` $step \
             (custom<IterArgs>(\"iter_args\", $regionIterArgs, $initArgs)^ \
             custom<ArrowTypeList>(type($results)))? (`:` type($iv)^)? $region attr-dict",
        ),
    op(&["if"])
        .frequency(&[9])
        .ins("I1:$condition")
        .outs("Variadic<AnyType>:$results")
        .regions("SizedRegion<1>:$thenRegion, MaxSizedRegion<1>:$elseRegion")
        .traits(
            "SingleBlockImplicitTerminator<scf.yield>, RecursiveMemoryEffects, RecursivelySpeculatable, \
             NoRegionArguments, RegionBranchOpInterface",
        )
        .format(
            "$condition (custom<ArrowTypeList>(type($results))^)? $thenRegion (`else` $elseRegion^)? attr-dict",
        ),
    op(&["parallel"])
        .ins(
            "Variadic<Index>:$lowerBound, Variadic<Index>:$upperBound, Variadic<Index>:$step, \
             Variadic<AnyType>:$initVals",
        )
        .outs("Variadic<AnyType>:$results")
        .block_arguments("Variadic<Index>:$ivs")
        .regions("SizedRegion<1>:$region")
        .traits(
            "AutomaticAllocationScope, AttrSizedOperandSegments, LoopLikeOpInterface, RegionBranchOpInterface, RecursiveMemoryEffects, \
             SingleBlockImplicitTerminator<scf.reduce>, HasParallelRegion, \
             TypesMatchWith<\"\", \"results\", \"initVals\", \"$_self\">",
        )
        .format(
            "custom<BlockArguments>($ivs) `=` `(` $lowerBound `)` `to` `(` $upperBound `)` `step` `(` $step `)` \
             (`init` `(` $initVals^ `)`)? (custom<ArrowTypeList>(type($results))^)? $region attr-dict",
        ),
    op(&["reduce"])
        .ins("Variadic<AnyType>:$operands")
        .regions("VariadicRegion<SizedRegion<1>>:$reductions")
        .traits("Terminator, HasParent<scf.parallel>, RecursiveMemoryEffects")
        .format("(`(` $operands^ (`:` type($operands))? `)`)? $reductions attr-dict"),
    op(&["reduce.return"])
        .ins("AnyType:$result")
        .traits("HasParent<scf.reduce>, Pure, Terminator")
        .format("$result attr-dict `:` type($result)"),
    op(&["forall"])
        .ins(
            "Variadic<Index>:$dynamicLowerBound, Variadic<Index>:$dynamicUpperBound, \
             Variadic<Index>:$dynamicStep, DenseI64ArrayAttr:$staticLowerBound, \
             DenseI64ArrayAttr:$staticUpperBound, DenseI64ArrayAttr:$staticStep, \
             Variadic<AnyRankedTensor>:$outputs, OptionalAttr<DeviceMappingArrayAttr>:$mapping",
        )
        .outs("Variadic<AnyType>:$results")
        .block_arguments("Variadic<Index>:$ivs, Variadic<AnyType>:$regionOutArgs")
        .regions("SizedRegion<1>:$region")
        .traits(
            "AttrSizedOperandSegments, AutomaticAllocationScope, LoopLikeOpInterface, RegionBranchOpInterface, RecursiveMemoryEffects, \
             SingleBlockImplicitTerminator<scf.forall.in_parallel>, HasParallelRegion, \
             TypesMatchWith<\"\", \"results\", \"outputs\", \"$_self\">, \
             TypesMatchWith<\"\", \"results\", \"regionOutArgs\", \"$_self\">",
        )
        .format(
            "custom<BlockArguments>($ivs) \
             (`in` custom<DynamicIndexList>($dynamicUpperBound, $staticUpperBound, \"Paren\")):\
             (`=` custom<DynamicIndexList>($dynamicLowerBound, $staticLowerBound, \"Paren\") \
             `to` custom<DynamicIndexList>($dynamicUpperBound, $staticUpperBound, \"Paren\") \
             `step` custom<DynamicIndexList>($dynamicStep, $staticStep, \"Paren\"))? \
             (custom<IterArgs>(\"shared_outs\", $regionOutArgs, $outputs)^ \
             custom<ArrowTypeList>(type($results)))? $region attr-dict",
        ),
    op(&["forall.in_parallel"])
        .regions("SizedRegion<1>:$region")
        .traits("Pure, Terminator, HasParent<scf.forall>, NoTerminator, SingleBlock, HasOnlyGraphRegion")
        .format("$region attr-dict"),
    op(&["while"])
        .ins("Variadic<AnyType>:$inits")
        .outs("Variadic<AnyType>:$results")
        .block_arguments("Variadic<AnyType>:$beforeArgs")
        .regions("SizedRegion<1>:$before, SizedRegion<1>:$after")
        .traits(
            "LoopLikeOpInterface, RegionBranchOpInterface, RecursiveMemoryEffects, SingleBlock, \
             TypesMatchWith<\"\", \"inits\", \"beforeArgs\", \"$_self\">",
        )
        .format(
            "(custom<IterArgs>($beforeArgs, $inits)^)? `:` functional-type($inits, $results) $before `do` $after \
             attr-dict-with-keyword",
        ),
    op(&["condition"])
        .ins("I1:$condition, Variadic<AnyType>:$args")
        .traits("HasParent<scf.while>, Pure, Terminator")
        .format("`(` $condition `)` attr-dict ($args^ `:` type($args))?"),
    op(&["execute_region"])
        .ins("UnitAttr:$no_inline")
        .outs("Variadic<AnyType>:$results")
        .regions("AnyRegion:$region")
        .traits("RecursiveMemoryEffects, RegionBranchOpInterface")
        .format("(custom<ArrowTypeList>(type($results))^)? (`no_inline` $no_inline^)? $region attr-dict"),
    op(&["index_switch"])
        .ins("Index:$arg, DenseI64ArrayAttr:$cases")
        .outs("Variadic<AnyType>:$results")
        .regions("SizedRegion<1>:$defaultRegion, VariadicRegion<SizedRegion<1>>:$caseRegions")
        .traits("RecursiveMemoryEffects, RegionBranchOpInterface, SingleBlockImplicitTerminator<scf.yield>")
        .format(
            "$arg attr-dict (`->` type($results)^)? custom<SwitchCases>($cases, $caseRegions) \
             `default` $defaultRegion",
        ),
    op(&["yield"])
        .frequency(&[8])
        .ins("Variadic<AnyType>:$results")
        .traits(
            "Pure, Terminator, ReturnLike, \
             ParentOneOf<[scf.execute_region, scf.for, scf.if, scf.index_switch, scf.while]>",
        )
        .format("attr-dict ($results^ `:` type($results))?"),
];
