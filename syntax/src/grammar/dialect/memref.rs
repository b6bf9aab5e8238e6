//! `memref`: memory, and views of it.

use super::format::{Entry, entry};

pub(super) const ENTRIES: &[Entry] = &[
    entry(
        &["alloc", "alloca"],
        "( $dynamicSizes* ) { [ $symbolOperands* ] }? attr-dict : type($memref)",
        "dynamicSizes*: index, symbolOperands*: index -> memref",
    ),
    entry(
        &["realloc"],
        "$source { ( $dynamicResultSize? ) }? attr-dict : type($source) to type($result)",
        "source, dynamicResultSize?: index -> result",
    ),
    entry(&["dealloc"], "$memref attr-dict : type($memref)", "memref"),
    entry(&["alloca_scope"], "{ arrow-types($results*) }? region(bodyRegion) attr-dict", " -> results*"),
    entry(&["alloca_scope.return"], "attr-dict { $results* : types($results*) }?", "results*"),
    // Access.
    entry(
        &["load"],
        "$memref [ $indices* ] attr-dict : type($memref)",
        "memref, indices*: index -> result: element(memref)",
    ),
    entry(
        &["store"],
        "$value , $memref [ $indices* ] attr-dict : type($memref)",
        "value: element(memref), memref, indices*: index",
    ),
    entry(
        &["prefetch"],
        "$memref [ $indices* ] , keyword(isWrite:read|write) , locality <localityHint> , keyword(isDataCache:data|instr) attr-dict \
         : type($memref)",
        "memref, indices*: index",
    ),
    entry(&["copy"], "$source , $target attr-dict : type($source) to type($target)", "source, target"),
    entry(
        &["atomic_rmw"],
        "keyword(kind:addf|addi|andi|assign|maximumf|maxnumf|maxs|maxu|minimumf|minnumf|mins|minu|mulf|muli|ori|xori) \
         $value , $memref [ $indices* ] attr-dict : function-type($value,$memref;$result)",
        "value, memref, indices*: index -> result",
    ),
    entry(
        &["generic_atomic_rmw"],
        "$memref [ $indices* ] : type($memref) region(atomic_body) attr-dict",
        "memref, indices*: index -> result: element(memref)",
    ),
    entry(&["atomic_yield"], "$result attr-dict : type($result)", "result"),
    entry(
        &["dma_start"],
        "$src [ $srcIndices* ] , $dst [ $dstIndices* ] , $numElements , $tag [ $tagIndices* ] \
         { , { $stride , $numElementsPerStride }? }? : type($src) , type($dst) , type($tag)",
        "src, srcIndices*: index, dst, dstIndices*: index, numElements: index, tag, tagIndices*: index, \
         stride?: index, numElementsPerStride?: index",
    ),
    entry(
        &["dma_wait"],
        "$tag [ $tagIndices* ] , $numElements attr-dict : type($tag)",
        "tag, tagIndices*: index, numElements: index",
    ),
    // Shape and metadata.
    entry(&["dim"], "attr-dict $source , $index : type($source)", "source, index: index -> result: index"),
    entry(&["rank"], "$memref attr-dict : type($memref)", "memref -> result: index"),
    entry(
        &["extract_aligned_pointer_as_index"],
        "$source : type($source) -> type($aligned_pointer) attr-dict",
        "source -> aligned_pointer",
    ),
    entry(
        &["extract_strided_metadata"],
        "$source : type($source) -> types($results*) attr-dict",
        "source -> results*: ?",
    ),
    entry(
        &["assume_alignment"],
        "$memref , integer(alignment) attr-dict : type($memref)",
        "memref -> result: =memref",
    ),
    entry(
        &["distinct_objects"],
        "$operands* attr-dict : types($operands*)",
        "operands* -> results*: =operands",
    ),
    // Views.
    entry(
        &["cast", "memory_space_cast"],
        "$source attr-dict : type($source) to type($dest)",
        "source -> dest",
    ),
    entry(
        &["reinterpret_cast"],
        "$source to offset : mixed($offsets*) , sizes : mixed($sizes*) , strides : mixed($strides*) attr-dict \
         : type($source) to type($result)",
        "source, offsets*: index, sizes*: index, strides*: index -> result",
    ),
    entry(
        &["subview"],
        "$source mixed($offsets*) mixed($sizes*) mixed($strides*) attr-dict : type($source) to type($result)",
        "source, offsets*: index, sizes*: index, strides*: index -> result",
    ),
    entry(
        &["view"],
        "$source [ $byte_shift ] [ $sizes* ] attr-dict : type($source) to type($result)",
        "source, byte_shift: index, sizes*: index -> result",
    ),
    entry(&["transpose"], "$in map(permutation) attr-dict : type($in) to type($result)", "in -> result"),
    entry(
        &["reshape"],
        "$source ( $shape ) attr-dict : function-type($source,$shape;$result)",
        "source, shape -> result",
    ),
    entry(
        &["expand_shape"],
        "$src attr(reassociation) output_shape mixed($output_shape*) attr-dict : type($src) into type($result)",
        "src, output_shape*: index -> result",
    ),
    entry(
        &["collapse_shape"],
        "$src attr(reassociation) attr-dict : type($src) into type($result)",
        "src -> result",
    ),
    // Globals.
    entry(
        &["global"],
        "{ string(sym_visibility) }? { constant }? symbol-name(sym_name) : type(type) \
         { = { uninitialized | attr(initial_value) } }? attr-dict",
        "",
    ),
    entry(&["get_global"], "symbol(name) : type($result) attr-dict", " -> result"),
];
