//! `tensor`: tensors as values.

use super::format::{Entry, entry};

pub(super) const ENTRIES: &[Entry] = &[
    entry(&["bitcast", "cast"], "$source attr-dict : type($source) to type($dest)", "source -> dest"),
    entry(
        &["concat"],
        "dim ( integer(dim) ) $inputs* attr-dict : function-type($inputs*;$result)",
        "inputs* -> result",
    ),
    entry(&["dim"], "attr-dict $source , $index : type($source)", "source, index: index -> result: index"),
    entry(&["rank"], "$tensor attr-dict : type($tensor)", "tensor -> result: index"),
    entry(&["empty"], "( $dynamicSizes* ) attr-dict : type($result)", "dynamicSizes*: index -> result"),
    entry(
        &["splat"],
        "$input { [ $dynamicSizes* ] }? attr-dict : type($aggregate)",
        "input: element(aggregate), dynamicSizes*: index -> aggregate",
    ),
    entry(&["from_elements"], "$elements* attr-dict : type($result)", "elements*: element(result) -> result"),
    entry(
        &["generate"],
        "$dynamicExtents* region(body) attr-dict : type($result)",
        "dynamicExtents*: index -> result",
    ),
    // Elements.
    entry(
        &["extract"],
        "$tensor [ $indices* ] attr-dict : type($tensor)",
        "tensor, indices*: index -> result: element(tensor)",
    ),
    entry(
        &["insert"],
        "$scalar into $dest [ $indices* ] attr-dict : type($dest)",
        "scalar: element(dest), dest, indices*: index -> result: =dest",
    ),
    entry(
        &["gather"],
        "$source [ $indices ] gather_dims ( attr(gather_dims) ) { unique }? attr-dict \
         : function-type($source,$indices;$result)",
        "source, indices -> result",
    ),
    entry(
        &["scatter"],
        "$source into $dest [ $indices ] scatter_dims ( attr(scatter_dims) ) { unique }? attr-dict \
         : function-type($source,$dest,$indices;$result)",
        "source, dest, indices -> result",
    ),
    // Slices.
    entry(
        &["extract_slice"],
        "$source mixed($offsets*) mixed($sizes*) mixed($strides*) attr-dict : type($source) to type($result)",
        "source, offsets*: index, sizes*: index, strides*: index -> result",
    ),
    entry(
        &["insert_slice"],
        "$source into $dest mixed($offsets*) mixed($sizes*) mixed($strides*) attr-dict \
         : type($source) into type($dest)",
        "source, dest, offsets*: index, sizes*: index, strides*: index -> result: =dest",
    ),
    entry(
        &["parallel_insert_slice"],
        "$source into $dest mixed($offsets*) mixed($sizes*) mixed($strides*) attr-dict \
         : type($source) into type($dest)",
        "source, dest, offsets*: index, sizes*: index, strides*: index",
    ),
    entry(
        &["pad"],
        "$source { nofold }? low mixed($low*) high mixed($high*) region(region) attr-dict \
         : type($source) to type($result)",
        "source, low*: index, high*: index -> result",
    ),
    // Shape.
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
    entry(&["yield"], "$value attr-dict : type($value)", "value"),
];
