//! `affine`: loops, conditions and accesses in terms of affine maps. Its forms are written by hand.

use crate::ods::{OpText, Semantics, op};

pub(super) const OPERATIONS: &[OpText<'static>] = &[
    op(&["apply"])
        .frequency(&[21])
        .summary("Evaluates an affine map with one result on index values.")
        .description("The operands in parentheses are the map's dimensions, those in brackets its symbols; the result is an index.")
        .snippet("affine.apply ${1:affine_map<(d0) -> (d0)>}(${2:%i})")
        .ins("AffineMapAttr:$map, Variadic<Index>:$mapOperands")
        .outs("Index:$result")
        .traits("Pure"),
    op(&["max"])
        .frequency(&[13])
        .summary("The greatest of the results of an affine map.")
        .description("Operands are the map's dimensions and symbols; the result is an index.")
        .snippet("affine.max ${1:affine_map<(d0) -> (d0, 0)>}(${2:%i})")
        .ins("AffineMapAttr:$map, Variadic<Index>:$operands")
        .outs("Index:$result")
        .traits("Pure"),
    op(&["min"])
        .frequency(&[13])
        .summary("The least of the results of an affine map.")
        .description("Operands are the map's dimensions and symbols; the result is an index.")
        .snippet("affine.min ${1:affine_map<(d0) -> (d0, 8)>}(${2:%i})")
        .ins("AffineMapAttr:$map, Variadic<Index>:$operands")
        .outs("Index:$result")
        .traits("Pure"),
    op(&["delinearize_index"])
        .frequency(&[5])
        .summary("Splits a linear index into digits by a basis of sizes, the outermost digit first.")
        .description("The product of the inner sizes tells how much one step of a digit is worth; a basis without its outermost size leaves that digit unbounded.")
        .snippet("affine.delinearize_index ${1:%i} into (${2:4}, ${3:8}) : index, index")
        .ins("Index:$linear_index, Variadic<Index>:$dynamic_basis, DenseI64ArrayAttr:$static_basis")
        .outs("Variadic<Index>:$multi_index")
        .traits("Pure"),
    op(&["linearize_index"])
        .frequency(&[5])
        .summary("Joins digits to a linear index by a basis of sizes, the outermost digit first.")
        .description("`disjoint` promises that every digit lies within its size.")
        .snippet("affine.linearize_index [${1:%i}, ${2:%j}] by (${3:4}, ${4:8}) : index")
        .ins(
            "Variadic<Index>:$multi_index, Variadic<Index>:$dynamic_basis, DenseI64ArrayAttr:$static_basis, \
             UnitProp:$disjoint",
        )
        .outs("Index:$linear_index")
        .traits("Pure, AttrSizedOperandSegments"),
    // Control flow.
    op(&["for"])
        .frequency(&[30])
        .summary("Runs its body once for each value from the lower bound, included, to the upper bound, excluded.")
        .description("Bounds are constants, symbols or maps over values of the loops around; of several results the greatest is the lower bound and the least the upper one. `iter_args` hands values from one iteration to the next.")
        .snippet("affine.for ${1:%i} = ${2:0} to ${3:8} {\n  $0\n}")
        .ins(
            "Variadic<Index>:$lowerBoundOperands, Variadic<Index>:$upperBoundOperands, Variadic<AnyType>:$inits, \
             AffineMapAttr:$lowerBoundMap, AffineMapAttr:$upperBoundMap, IndexAttr:$step",
        )
        .outs("Variadic<AnyType>:$results")
        .regions("SizedRegion<1>:$region")
        .traits(
            "AttrSizedOperandSegments, AutomaticAllocationScope, SingleBlockImplicitTerminator<affine.yield>, \
             ConditionallySpeculatable, RecursiveMemoryEffects, LoopLikeOpInterface, RegionBranchOpInterface",
        ),
    op(&["if"])
        .frequency(&[20])
        .summary("Runs its first region where an integer set holds, else its second.")
        .description("The operands in parentheses are the set's dimensions, those in brackets its symbols. With results both regions end in `affine.yield`.")
        .snippet("affine.if ${1:#set}(${2:%i}) {\n  $0\n}")
        .ins("Variadic<AnyType>:$operands, IntegerSetAttr:$condition")
        .outs("Variadic<AnyType>:$results")
        .regions("SizedRegion<1>:$thenRegion, AnyRegion:$elseRegion")
        .traits(
            "SingleBlockImplicitTerminator<affine.yield>, RecursivelySpeculatable, RecursiveMemoryEffects, \
             NoRegionArguments, RegionBranchOpInterface",
        ),
    op(&["parallel"])
        .frequency(&[19])
        .summary("Runs its body for every point of a box, in any order; results are folded by reductions.")
        .description("Each dimension has its bounds and step; `reduce` names how the values of the iterations are folded to the results.")
        .snippet("affine.parallel (${1:%i}) = (${2:0}) to (${3:8}) {\n  $0\n}")
        .ins(
            "AffineMapAttr:$lowerBoundsMap, I32ElementsAttr:$lowerBoundsGroups, AffineMapAttr:$upperBoundsMap, \
             I32ElementsAttr:$upperBoundsGroups, I64SmallVectorArrayAttr:$steps, \
             TypedArrayAttrBase<AtomicRMWKindAttr>:$reductions, Variadic<Index>:$mapOperands",
        )
        .outs("Variadic<AnyType>:$results")
        .regions("SizedRegion<1>:$region")
        .traits(
            "AutomaticAllocationScope, SingleBlockImplicitTerminator<affine.yield>, RecursivelySpeculatable, \
             RecursiveMemoryEffects, LoopLikeOpInterface",
        ),
    op(&["yield"])
        .frequency(&[16])
        .summary("Ends the body of an affine operation and hands values to it.")
        .description("One value per result of the operation around, or per iteration argument of a loop.")
        .snippet("affine.yield ${1:%value} : ${2:f32}")
        .ins("Variadic<AnyType>:$operands")
        .traits("Pure, Terminator, ReturnLike, ParentOneOf<[affine.for, affine.if, affine.parallel]>"),
    // Access.
    op(&["load"])
        .frequency(&[28])
        .computes(&[Semantics::Load])
        .summary("Reads one element, at subscripts that are affine in loop variables and symbols.")
        .description("A subscript is an expression in loop variables, constants and symbols, one for each dimension of the memref.")
        .snippet("affine.load ${1:%memref}[${2:%i}] : ${3:memref<8xf32>}")
        .ins("Arg<AnyMemRef, \"\", [MemRead]>:$memref, Variadic<Index>:$indices, AffineMapAttr:$map")
        .outs("AnyType:$result"),
    op(&["store"])
        .frequency(&[27])
        .computes(&[Semantics::Store])
        .summary("Writes one element, at subscripts that are affine in loop variables and symbols.")
        .description("The value comes first and has the memref's element type; subscripts are as those of `affine.load`.")
        .snippet("affine.store ${1:%value}, ${2:%memref}[${3:%i}] : ${4:memref<8xf32>}").ins(
        "AnyType:$value, Arg<AnyMemRef, \"\", [MemWrite]>:$memref, Variadic<Index>:$indices, AffineMapAttr:$map",
    ),
    op(&["vector_load"])
        .frequency(&[12])
        .computes(&[Semantics::Load])
        .summary("Reads consecutive elements into a vector, from affine subscripts on.")
        .description("The subscripts are those of the first element; the vector's shape says how many follow.")
        .snippet("affine.vector_load ${1:%memref}[${2:%i}] : ${3:memref<8xf32>}, ${4:vector<4xf32>}")
        .ins("Arg<AnyMemRef, \"\", [MemRead]>:$memref, Variadic<Index>:$indices, AffineMapAttr:$map")
        .outs("AnyVectorOfNonZeroRank:$result"),
    op(&["vector_store"])
        .frequency(&[12])
        .computes(&[Semantics::Store])
        .summary("Writes a vector to consecutive elements, from affine subscripts on.")
        .description("The subscripts are those of the first element; the vector's shape says how many follow.")
        .snippet("affine.vector_store ${1:%value}, ${2:%memref}[${3:%i}] : ${4:memref<8xf32>}, ${5:vector<4xf32>}").ins(
        "AnyVectorOfNonZeroRank:$value, Arg<AnyMemRef, \"\", [MemWrite]>:$memref, Variadic<Index>:$indices, \
         AffineMapAttr:$map",
    ),
    op(&["prefetch"])
        .frequency(&[4])
        .computes(&[Semantics::Prefetch])
        .summary("Advises that the element will soon be read or written.")
        .description("`locality` goes from 0, used once, to 3, kept in all caches.")
        .snippet("affine.prefetch ${1:%memref}[${2:%i}], ${3|read,write|}, locality<${4:3}>, ${5|data,instr|} : ${6:memref<8xf32>}").ins(
        "AnyMemRef:$memref, Variadic<Index>:$indices, AffineMapAttr:$map, BoolAttr:$isWrite, BoolAttr:$isDataCache, \
         ConfinedAttr<I32Attr, [IntMinValue<0>, IntMaxValue<3>]>:$localityHint",
    ),
    // ODS has no arguments of these: each reads one list of operands.
    op(&["dma_start"])
        .frequency(&[3])
        .summary("Begins a transfer between memrefs that runs beside the program; `affine.dma_wait` ends it.")
        .description("Source, destination and tag are memrefs with subscripts; the count of elements follows, then a stride and the elements per stride where the transfer has gaps.")
        .snippet("affine.dma_start ${1:%source}[${2:%i}], ${3:%target}[${4:%j}], ${5:%tag}[${6:%k}], ${7:%count} : ${8:memref<8xf32>}, ${9:memref<8xf32, 1>}, ${10:memref<1xi32>}").ins(
        "Variadic<AnyType>:$operands, AffineMapAttr:$src_map, AffineMapAttr:$dst_map, AffineMapAttr:$tag_map",
    ),
    op(&["dma_wait"])
        .frequency(&[3])
        .summary("Waits for the transfer that was begun with the same tag element.")
        .description("The count of elements is that of the transfer.")
        .snippet("affine.dma_wait ${1:%tag}[${2:%i}], ${3:%count} : ${4:memref<1xi32>}").ins("Variadic<AnyType>:$operands, AffineMapAttr:$tag_map"),
];
