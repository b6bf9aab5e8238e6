//! `cf`: branches between blocks.

use super::format::{Entry, entry};

pub(super) const ENTRIES: &[Entry] = &[
    entry(&["assert"], "$arg , attr(msg) attr-dict", "arg: i1"),
    entry(&["br"], "successor(dest) attr-dict", ""),
    entry(
        &["cond_br"],
        "$condition { weights ( attr(branch_weights) ) }? , successor(trueDest) , successor(falseDest) attr-dict",
        "condition: i1",
    ),
    entry(
        &["switch"],
        "$flag : type($flag) , [ default : successor(defaultDestination) \
         { , integer(case_values) : successor(caseDestinations) }* ] attr-dict",
        "flag",
    ),
];
