//! `index`: arithmetic on `index` alone.

use super::format::{Entry, entry};

pub(super) const ENTRIES: &[Entry] = &[
    entry(&["constant"], "attr-dict integer(value)", " -> result: index"),
    entry(&["bool.constant"], "attr-dict attr(value)", " -> result: i1"),
    entry(
        &[
            "add",
            "and",
            "ceildivs",
            "ceildivu",
            "divs",
            "divu",
            "floordivs",
            "maxs",
            "maxu",
            "mins",
            "minu",
            "mul",
            "or",
            "rems",
            "remu",
            "shl",
            "shrs",
            "shru",
            "sub",
            "xor",
        ],
        "$lhs , $rhs attr-dict",
        "lhs: index, rhs: index -> result: index",
    ),
    entry(
        &["cmp"],
        "keyword(pred:eq|ne|slt|sle|sgt|sge|ult|ule|ugt|uge) ( $lhs , $rhs ) attr-dict",
        "lhs: index, rhs: index -> result: i1",
    ),
    entry(&["casts", "castu"], "$input attr-dict : type($input) to type($output)", "input -> output"),
    entry(&["sizeof"], "attr-dict", " -> result: index"),
];
