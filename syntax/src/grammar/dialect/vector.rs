//! `vector`: vectors of one or more dimensions.

use super::format::{Entry, entry};

pub(super) const ENTRIES: &[Entry] = &[
    // Memory.
    entry(
        &["load"],
        "$base [ $indices* ] attr-dict : type($base) , type($result)",
        "base, indices*: index -> result",
    ),
    entry(
        &["store"],
        "$valueToStore , $base [ $indices* ] attr-dict : type($base) , type($valueToStore)",
        "valueToStore, base, indices*: index",
    ),
    entry(
        &["maskedload", "expandload"],
        "$base [ $indices* ] , $mask , $pass_thru attr-dict \
         : type($base) , type($mask) , type($pass_thru) into type($result)",
        "base, indices*: index, mask, pass_thru -> result",
    ),
    entry(
        &["maskedstore", "compressstore"],
        "$base [ $indices* ] , $mask , $valueToStore attr-dict : type($base) , type($mask) , type($valueToStore)",
        "base, indices*: index, mask, valueToStore",
    ),
    entry(
        &["gather"],
        "$base [ $offsets* ] [ $indices ] , $mask , $pass_thru attr-dict \
         : type($base) , type($indices) , type($mask) , type($pass_thru) into type($result)",
        "base, offsets*: index, indices, mask, pass_thru -> result",
    ),
    entry(
        &["scatter"],
        "$base [ $offsets* ] [ $indices ] , $mask , $valueToStore attr-dict \
         : type($base) , type($indices) , type($mask) , type($valueToStore) { -> type($result) }?",
        "base, offsets*: index, indices, mask, valueToStore -> result?: =base",
    ),
    entry(
        &["transfer_read"],
        "$base [ $indices* ] , $padding { , $mask }? attr-dict : type($base) , type($vector)",
        "base, indices*: index, padding: ?, mask?: ? -> vector",
    ),
    entry(
        &["transfer_write"],
        "$valueToStore , $base [ $indices* ] { , $mask }? attr-dict : type($valueToStore) , type($base)",
        "valueToStore, base, indices*: index, mask?: ? -> result?: =base",
    ),
    entry(&["type_cast"], "$memref attr-dict : type($memref) to type($result)", "memref -> result"),
    // Elements and slices.
    entry(
        &["extract"],
        "$source mixed($dynamic_position*) attr-dict : type($result) from type($source)",
        "source, dynamic_position*: index -> result",
    ),
    entry(
        &["insert"],
        "$valueToStore , $dest mixed($dynamic_position*) attr-dict : type($valueToStore) into type($dest)",
        "valueToStore, dest, dynamic_position*: index -> result: =dest",
    ),
    entry(
        &["scalable.extract"],
        "$source [ integer(pos) ] attr-dict : type($res) from type($source)",
        "source -> res",
    ),
    entry(
        &["scalable.insert"],
        "$valueToStore , $dest [ integer(pos) ] attr-dict : type($valueToStore) into type($dest)",
        "valueToStore, dest -> res: =dest",
    ),
    entry(
        &["extract_strided_slice"],
        "$source attr-dict : type($source) to type($result)",
        "source -> result",
    ),
    entry(
        &["insert_strided_slice"],
        "$valueToStore , $dest attr-dict : type($valueToStore) into type($dest)",
        "valueToStore, dest -> res: =dest",
    ),
    entry(&["from_elements"], "$elements* attr-dict : type($dest)", "elements*: element(dest) -> dest"),
    entry(&["to_elements"], "$source attr-dict : type($source)", "source -> elements*: element(source)"),
    // Shape.
    entry(
        &["bitcast", "broadcast", "shape_cast"],
        "$source attr-dict : type($source) to type($result)",
        "source -> result",
    ),
    entry(
        &["transpose"],
        "$vector , attr(permutation) attr-dict : type($vector) to type($result)",
        "vector -> result",
    ),
    entry(&["shuffle"], "$v1 , $v2 attr(mask) attr-dict : type($v1) , type($v2)", "v1, v2 -> vector: ?"),
    entry(&["interleave"], "$lhs , $rhs attr-dict : type($lhs) -> type($result)", "lhs, rhs: =lhs -> result"),
    entry(
        &["deinterleave"],
        "$source attr-dict : type($source) -> type($res1)",
        "source -> res1, res2: =res1",
    ),
    // Masks and constants.
    entry(&["constant_mask"], "attr(mask_dim_sizes) attr-dict : type($result)", " -> result"),
    entry(&["create_mask"], "$operands* attr-dict : type($result)", "operands*: index -> result"),
    entry(
        &["mask"],
        "$mask { , $passthru }? region(maskRegion) attr-dict : type($mask) { arrow-types($results*) }?",
        "mask, passthru?: =results -> results*",
    ),
    entry(&["step"], "attr-dict : type($result)", " -> result"),
    entry(&["vscale"], "attr-dict", " -> res: index"),
    // Arithmetic.
    entry(&["fma"], "$lhs , $rhs , $acc attr-dict : type($lhs)", "lhs, rhs: =lhs, acc: =lhs -> result: =lhs"),
    entry(
        &["contract"],
        "attr(trait) $lhs , $rhs , $acc attr-dict : type($lhs) , type($rhs) { , types(ignored*) }? into type($result)",
        "lhs, rhs, acc: =result -> result",
    ),
    entry(
        &["outerproduct"],
        "$lhs , $rhs { , $acc }? attr-dict : type($lhs) , type($rhs)",
        "lhs, rhs, acc?: =result -> result: ?",
    ),
    entry(
        &["reduction"],
        "<kind:add|mul|minui|minsi|minnumf|maxui|maxsi|maxnumf|and|or|xor|maximumf|minimumf> \
         , $vector { , $acc? }? { fastmath <fastmath> }? attr-dict : type($vector) into type($dest)",
        "vector, acc?: =dest -> dest",
    ),
    entry(
        &["multi_reduction"],
        "<kind:add|mul|minui|minsi|minnumf|maxui|maxsi|maxnumf|and|or|xor|maximumf|minimumf> \
         , $source , $acc attr-dict attr(reduction_dims) : type($source) to type($dest)",
        "source, acc: =dest -> dest",
    ),
    entry(
        &["scan"],
        "<kind:add|mul|minui|minsi|minnumf|maxui|maxsi|maxnumf|and|or|xor|maximumf|minimumf> \
         , $source , $initial_value attr-dict : type($source) , type($initial_value)",
        "source, initial_value -> dest: =source, accumulated_value: =initial_value",
    ),
    // The rest.
    entry(
        &["print"],
        "{ $source : type($source) }? { str string(stringLiteral) }? { punctuation <punctuation:no_punctuation|newline|comma|open|close> }? attr-dict",
        "source?",
    ),
    entry(&["yield"], "attr-dict { $operands* : types($operands*) }?", "operands*"),
];
