//! `arith`: arithmetic on integers, floats and vectors and tensors of them.

use super::format::{Entry, entry};

pub(super) const ENTRIES: &[Entry] = &[
    entry(&["constant"], "attr-dict attr(value)", " -> result: attribute(value)"),
    // Two operands and a result of one type.
    entry(
        &["addi", "subi", "muli", "shli"],
        "$lhs , $rhs { overflow <overflow> }? attr-dict : type($result)",
        "lhs: =result, rhs: =result -> result",
    ),
    entry(
        &["divsi", "divui", "shrsi", "shrui"],
        "$lhs , $rhs { exact }? attr-dict : type($result)",
        "lhs: =result, rhs: =result -> result",
    ),
    entry(
        &[
            "andi",
            "ceildivsi",
            "ceildivui",
            "floordivsi",
            "maxsi",
            "maxui",
            "minsi",
            "minui",
            "ori",
            "remsi",
            "remui",
            "xori",
        ],
        "$lhs , $rhs attr-dict : type($result)",
        "lhs: =result, rhs: =result -> result",
    ),
    entry(
        &["addf", "divf", "maximumf", "maxnumf", "minimumf", "minnumf", "mulf", "remf", "subf"],
        "$lhs , $rhs { fastmath <fastmath> }? attr-dict : type($result)",
        "lhs: =result, rhs: =result -> result",
    ),
    entry(
        &["negf"],
        "$operand { fastmath <fastmath> }? attr-dict : type($result)",
        "operand: =result -> result",
    ),
    // Two results.
    entry(
        &["addui_extended"],
        "$lhs , $rhs attr-dict : type($sum) , type($overflow)",
        "lhs: =sum, rhs: =sum -> sum, overflow",
    ),
    entry(
        &["mulsi_extended", "mului_extended"],
        "$lhs , $rhs attr-dict : type($low)",
        "lhs: =low, rhs: =low -> low, high: =low",
    ),
    // Comparisons and choice.
    entry(
        &["cmpi"],
        "keyword(predicate:eq|ne|slt|sle|sgt|sge|ult|ule|ugt|uge) , $lhs , $rhs attr-dict : type($lhs)",
        "lhs, rhs: =lhs -> result: i1like(lhs)",
    ),
    entry(
        &["cmpf"],
        "keyword(predicate:false|oeq|ogt|oge|olt|ole|one|ord|ueq|ugt|uge|ult|ule|une|uno|true) \
         , $lhs , $rhs { fastmath <fastmath> }? attr-dict : type($lhs)",
        "lhs, rhs: =lhs -> result: i1like(lhs)",
    ),
    entry(
        &["select"],
        "$condition , $true_value , $false_value attr-dict : type-pair($condition,$result)",
        "condition: i1, true_value: =result, false_value: =result -> result",
    ),
    // Conversions.
    entry(
        &["bitcast", "extsi", "extui", "fptosi", "fptoui", "index_cast", "index_castui", "sitofp", "uitofp"],
        "$in { nneg }? attr-dict : type($in) to type($out)",
        "in -> out",
    ),
    entry(&["trunci"], "$in { overflow <overflow> }? attr-dict : type($in) to type($out)", "in -> out"),
    entry(&["extf"], "$in { fastmath <fastmath> }? attr-dict : type($in) to type($out)", "in -> out"),
    entry(
        &["truncf"],
        "$in { rounding(roundingmode) }? { fastmath <fastmath> }? attr-dict : type($in) to type($out)",
        "in -> out",
    ),
    entry(
        &["scaling_extf"],
        "$in , $scale { fastmath <fastmath> }? attr-dict : type($in) , type($scale) to type($out)",
        "in, scale -> out",
    ),
    entry(
        &["scaling_truncf"],
        "$in , $scale { rounding(roundingmode) }? { fastmath <fastmath> }? attr-dict \
         : type($in) , type($scale) to type($out)",
        "in, scale -> out",
    ),
];
