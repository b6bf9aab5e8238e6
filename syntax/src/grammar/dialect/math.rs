//! `math`: functions on floats and integers, element by element.

use super::format::{Entry, entry};

pub(super) const ENTRIES: &[Entry] = &[
    entry(
        &[
            "absf",
            "acos",
            "acosh",
            "asin",
            "asinh",
            "atan",
            "atanh",
            "cbrt",
            "ceil",
            "cos",
            "cosh",
            "erf",
            "erfc",
            "exp",
            "exp2",
            "expm1",
            "floor",
            "log",
            "log10",
            "log1p",
            "log2",
            "round",
            "roundeven",
            "rsqrt",
            "sin",
            "sinh",
            "sqrt",
            "tan",
            "tanh",
            "trunc",
        ],
        "$operand { fastmath <fastmath> }? attr-dict : type($result)",
        "operand: =result -> result",
    ),
    entry(
        &["absi", "ctlz", "ctpop", "cttz"],
        "$operand attr-dict : type($result)",
        "operand: =result -> result",
    ),
    entry(
        &["isfinite", "isinf", "isnan", "isnormal"],
        "$operand { fastmath <fastmath> }? attr-dict : type($operand)",
        "operand -> result: i1like(operand)",
    ),
    entry(
        &["atan2", "copysign", "powf"],
        "$lhs , $rhs { fastmath <fastmath> }? attr-dict : type($result)",
        "lhs: =result, rhs: =result -> result",
    ),
    entry(&["ipowi"], "$lhs , $rhs attr-dict : type($result)", "lhs: =result, rhs: =result -> result"),
    entry(
        &["fpowi"],
        "$lhs , $rhs { fastmath <fastmath> }? attr-dict : type($lhs) , type($rhs)",
        "lhs, rhs -> result: =lhs",
    ),
    entry(
        &["fma"],
        "$a , $b , $c { fastmath <fastmath> }? attr-dict : type($result)",
        "a: =result, b: =result, c: =result -> result",
    ),
    entry(
        &["clampf"],
        "$value to [ $min , $max ] { fastmath <fastmath> }? attr-dict : type($result)",
        "value: =result, min: =result, max: =result -> result",
    ),
    entry(
        &["sincos"],
        "$operand { fastmath <fastmath> }? attr-dict : type($sin)",
        "operand: =sin -> sin, cos: =sin",
    ),
];
