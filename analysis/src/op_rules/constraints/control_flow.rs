//! `cf`, `index` and `scf`.

use super::{Constraints, Relation::*, ops};
use crate::op_rules::class::*;

pub(super) const TABLE: &[Constraints] = &[
    ops(&["cf.assert"], &[("arg", BOOL)], &[]),
    ops(&["cf.cond_br"], &[("condition", BOOL)], &[]),
    ops(&["cf.switch"], &[("flag", INTEGER_OR_INDEX)], &[]),
    ops(
        &[
            "index.add",
            "index.and",
            "index.ceildivs",
            "index.ceildivu",
            "index.divs",
            "index.divu",
            "index.floordivs",
            "index.maxs",
            "index.maxu",
            "index.mins",
            "index.minu",
            "index.mul",
            "index.or",
            "index.rems",
            "index.remu",
            "index.shl",
            "index.shrs",
            "index.shru",
            "index.sub",
            "index.xor",
        ],
        &[("lhs", INDEX), ("rhs", INDEX), ("result", INDEX)],
        &[],
    ),
    ops(&["index.cmp"], &[("lhs", INDEX), ("rhs", INDEX), ("result", BOOL)], &[]),
    ops(
        &["index.casts", "index.castu"],
        &[("input", ANY_INTEGER_OR_INDEX), ("output", ANY_INTEGER_OR_INDEX)],
        &[],
    ),
    ops(&["index.constant", "index.sizeof"], &[("result", INDEX)], &[]),
    ops(&["index.bool.constant"], &[("result", BOOL)], &[]),
    ops(
        &["scf.for"],
        &[("lowerBound", INTEGER_OR_INDEX), ("upperBound", INTEGER_OR_INDEX), ("step", INTEGER_OR_INDEX)],
        &[SameType(&["lowerBound", "upperBound", "step"])],
    ),
    ops(&["scf.if", "scf.condition"], &[("condition", BOOL)], &[]),
    ops(&["scf.parallel"], &[("lowerBound", INDEX), ("upperBound", INDEX), ("step", INDEX)], &[]),
    ops(&["scf.index_switch"], &[("arg", INDEX)], &[]),
];
