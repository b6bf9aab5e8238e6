//! Loops that are nothing but each other's bodies, so that one `affine.parallel` runs them all.

use super::legality::{Fold, folds, refusal};
use crate::band::{band, has_no_attributes};
use crate::facts::Facts;
use crate::for_loop::for_loop;
use crate::reason::Reason;
use ir::{Ir, OpId};

/// Loops that become one `affine.parallel`.
pub(super) struct Band {
    /// Outermost first, at least one.
    pub(super) loops: Vec<OpId>,
    pub(super) folds: Vec<Fold>,
}

impl Band {
    /// One loop.
    pub(super) fn single(facts: &Facts<'_>, op: OpId) -> Option<Result<Self, Reason>> {
        let loop_ = facts.loops.of(op)?;
        let folds = refusal(facts, loop_).map_or_else(|| folds(facts, &[], loop_), Err);
        Some(folds.map(|folds| Self { loops: vec![op], folds }))
    }

    /// As many loops as can run in parallel together, `most` at most; `None` where that is not even the first one. Elements
    /// of memory that they fold are those of the innermost one.
    pub(super) fn from(facts: &Facts<'_>, op: OpId, most: usize) -> Option<Self> {
        let ir = facts.ir;
        let folds_in = |around: &[OpId], inner: OpId| {
            let around = around.iter().map(|it| facts.loops.of(*it)).collect::<Option<Vec<_>>>()?;
            folds(facts, &around, facts.loops.of(inner)?).ok()
        };
        let is_parallel = |op: OpId| facts.loops.of(op).is_some_and(|it| refusal(facts, it).is_none());
        if !is_parallel(op) {
            return None;
        }
        let mut found = folds_in(&[], op).map(|it| (1, it));
        let mut loops = band(ir, op, |around, inner| {
            let carries_values = for_loop(ir, inner).is_some_and(|it| !it.inits.is_empty());
            let may = around.len() < most
                && has_no_attributes(ir, inner)
                && is_one_with(ir, around, inner)
                && is_parallel(inner)
                && (found.is_some() || !carries_values);
            let folds = may.then(|| folds_in(around, inner)).flatten();
            let is_longer = folds.is_some();
            if let Some(folds) = folds {
                found = Some((around.len() + 1, folds));
            }
            // An element may be folded further inside.
            is_longer || may && !carries_values
        });
        let (count, folds) = found?;
        loops.truncate(count);
        Some(Self { loops, folds })
    }
}

/// Whether nothing keeps a loop and those around it apart: its bounds do not need them, and the values that they carry
/// are handed to it, and back, and seen by nothing else.
fn is_one_with(ir: &Ir, around: &[OpId], inner: OpId) -> bool {
    let arguments = |op: OpId| ir.body(op).map(|it| ir.blocks[it].arguments.as_slice()).unwrap_or_default();
    let (Some(header), data) = (for_loop(ir, inner), &ir.ops[inner]) else { return false };
    let bounds = [&header.lower, &header.upper];
    let mut bounds = bounds.into_iter().flat_map(|it| ir.operand_values(inner, &it.operands)).flatten();
    if data.broken || bounds.any(|it| around.iter().any(|op| arguments(*op).first() == Some(&it))) {
        return false;
    }
    let Some(outer) = around.last() else { return false };
    let carried = arguments(*outer).get(1..).unwrap_or_default();
    let inits = data.operands.get(header.inits.clone()).unwrap_or_default().iter().map(|it| it.value);
    let is_handed_in = inits.eq(carried.iter().map(|it| Some(*it)));
    let mentions = |value| ir.mentions.iter().filter(|it| it.value == Some(value)).count();
    let last = ir.body(*outer).and_then(|it| ir.blocks[it].ops.last()).filter(|it| **it != inner);
    let yielded = last.map(|it| ir.ops[*it].operands.as_slice()).unwrap_or_default();
    let is_handed_back = yielded.iter().map(|it| it.value).eq(data.results.iter().map(|it| Some(*it)));
    is_handed_in && is_handed_back && carried.iter().all(|it| mentions(*it) == 1)
}
