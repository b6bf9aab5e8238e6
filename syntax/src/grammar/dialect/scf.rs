//! `scf`: structured control flow over values.

use super::format::{Entry, entry};

pub(super) const ENTRIES: &[Entry] = &[
    entry(
        &["for"],
        "{ unsigned }? argument($iv) = $lowerBound to $upperBound step $step \
         { iter-args(iter_args,$regionIterArgs*,$initArgs*) arrow-types($results*) }? { : type($iv) }? \
         region(region) attr-dict",
        "lowerBound: =iv, upperBound: =iv, step: =iv, initArgs*: =results -> results*; \
         iv: index, regionIterArgs*: =results",
    ),
    entry(
        &["if"],
        "$condition { arrow-types($results*) }? region(thenRegion) { else region(elseRegion) }? attr-dict",
        "condition: i1 -> results*",
    ),
    entry(
        &["parallel"],
        "arguments($ivs*) = ( $lowerBound* ) to ( $upperBound* ) step ( $step* ) { init ( $initVals* ) }? \
         { arrow-types($results*) }? region(region) attr-dict",
        "lowerBound*: index, upperBound*: index, step*: index, initVals*: =results -> results*; ivs*: index",
    ),
    entry(
        &["reduce"],
        "{ ( $operands* { : types($operands*) }? ) }? regions(reductions) attr-dict",
        "operands*",
    ),
    entry(&["reduce.return"], "$result attr-dict : type($result)", "result"),
    entry(
        &["forall"],
        "arguments($ivs*) { in mixed-parens($dynamicUpperBound*) \
         | = mixed-parens($dynamicLowerBound*) to mixed-parens($dynamicUpperBound*) step mixed-parens($dynamicStep*) } \
         { iter-args(shared_outs,$regionOutArgs*,$outputs*) arrow-types($results*) }? region(region) attr-dict",
        "dynamicLowerBound*: index, dynamicUpperBound*: index, dynamicStep*: index, outputs*: =results -> results*; \
         ivs*: index, regionOutArgs*: =results",
    ),
    entry(&["forall.in_parallel"], "region(region) attr-dict", ""),
    entry(
        &["while"],
        "{ iter-args(-,$beforeArgs*,$inits*) }? : function-type($inits*;$results*) region(before) do region(after) \
         { attributes attr-dict }?",
        "inits* -> results*; beforeArgs*: =inits",
    ),
    entry(&["condition"], "( $condition ) attr-dict { $args* : types($args*) }?", "condition: i1, args*"),
    entry(
        &["execute_region"],
        "{ arrow-types($results*) }? { no_inline }? region(region) attr-dict",
        " -> results*",
    ),
    entry(
        &["index_switch"],
        "$arg attr-dict { -> types($results*) }? { case integer(cases) region(caseRegions) }* \
         default region(defaultRegion)",
        "arg: index -> results*",
    ),
    entry(&["yield"], "attr-dict { $results* : types($results*) }?", "results*"),
];
