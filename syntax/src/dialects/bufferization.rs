//! `bufferization`: between tensors and the buffers that they become.

use crate::ods::{OpText, op};

pub(super) const OPERATIONS: &[OpText<'static>] = &[
    op(&["alloc_tensor"])
        .ins(
            "Variadic<Index>:$dynamic_sizes, Optional<AnyTensor>:$copy, Optional<Index>:$size_hint, \
             OptionalAttr<AnyAttr>:$memory_space",
        )
        .outs("AnyTensor:$result")
        .traits("AttrSizedOperandSegments")
        .format(
            "`(` $dynamic_sizes `)` (`copy` `(` $copy^ `)`)? (`size_hint` `=` $size_hint^)? attr-dict `:` \
             type($result)",
        ),
    op(&["clone"])
        .ins("Arg<AnyRankedOrUnrankedMemRef, \"\", [MemRead]>:$input")
        .outs("Res<AnyRankedOrUnrankedMemRef, \"\", [MemWrite, MemAlloc]>:$output")
        .traits("MemoryEffectsOpInterface")
        .format("$input attr-dict `:` type($input) `to` type($output)"),
    op(&["dealloc"])
        .ins(
            "Variadic<AnyRankedOrUnrankedMemRef>:$memrefs, Variadic<I1>:$conditions, \
             Variadic<AnyRankedOrUnrankedMemRef>:$retained",
        )
        .outs("Variadic<I1>:$updatedConditions")
        .traits("AttrSizedOperandSegments")
        .format(
            "(` ``(` $memrefs^ `:` type($memrefs) `)` `if` ` ` `(` $conditions `)` )? (`retain` ` ` `(` \
             $retained^ `:` type($retained) `)` )? attr-dict",
        ),
    op(&["dealloc_tensor"]).ins("AnyTensor:$tensor").format("$tensor attr-dict `:` type($tensor)"),
    op(&["materialize_in_destination"])
        .ins("AnyTensor:$source, AnyShaped:$dest, UnitAttr:$restrict, UnitAttr:$writable")
        .outs("Optional<AnyTensor>:$result")
        .traits("AllElementTypesMatch<[\"source\", \"dest\"]>, MemoryEffectsOpInterface")
        .format(
            "$source `in` (`restrict` $restrict^)? (`writable` $writable^)? $dest attr-dict `:` \
             functional-type(operands, results)",
        ),
    op(&["to_buffer"])
        .ins("Bufferization_TensorLikeTypeInterface:$tensor, UnitAttr:$read_only")
        .outs("Bufferization_BufferLikeTypeInterface:$buffer")
        .traits("Pure, SameOperandsAndResultElementType, SameOperandsAndResultShape")
        .format("$tensor (`read_only` $read_only^)? attr-dict `:` type($tensor) `to` type($buffer)"),
    op(&["to_tensor"])
        .ins(
            "Arg<Bufferization_BufferLikeTypeInterface, \"\", [MemRead]>:$buffer, UnitAttr:$restrict, \
             UnitAttr:$writable",
        )
        .outs("Bufferization_TensorLikeTypeInterface:$result")
        .traits("SameOperandsAndResultElementType, SameOperandsAndResultShape")
        .format(
            "$buffer (`restrict` $restrict^)? (`writable` $writable^)? attr-dict `:` type($buffer) `to` \
             type($result)",
        ),
];
