//! The text of a split loop: the loop once for each part, without the conditions decided there.

use super::parts::{Decided, Part, Parts};
use crate::branch::keep_branch;
use crate::loop_header::{HeaderPieces, new_results_name, result_names};
use crate::rewrite::{Edits, FreshNames, Leaves, RootText, Side, TextCopy};
use ir::OpId;
use syntax::SyntaxKind;

pub(super) fn edits(source: &RootText<'_>, op: OpId, parts: &Parts) -> Option<Edits> {
    let ir = source.ir;
    let whole = ir.ops[op].pointer.range;
    let between = format!("{}{}", source.line_break(), source.indentation(whole));
    let mut fresh = FreshNames::of(ir);
    let count = ir.ops[op].results.len();
    let mut texts = Vec::new();
    let mut inits = None;
    for (index, part) in parts.parts.iter().enumerate() {
        let is_last = index + 1 == parts.parts.len();
        let results = if is_last { None } else { new_results_name(source, op, &mut fresh) };
        let pieces = HeaderPieces {
            results: results.clone(),
            lower: Some(parts.leaves.bound(Side::Lower, &part.bounds.lower)),
            upper: Some(parts.leaves.bound(Side::Upper, &part.bounds.upper)),
            inits: inits.take(),
            ..HeaderPieces::default()
        };
        inits = results.map(|it| result_names(&it, count));
        let mut copy = TextCopy::of(source);
        for (range, text) in pieces.ranges(source, op)? {
            copy.replace(range, text);
        }
        decide(source, &mut copy, &parts.leaves, part)?;
        texts.push(copy.text(whole)?);
    }
    Some(vec![(source.pointer(whole), texts.join(&between))])
}

/// Writes conditions and bounds as they are decided in a part.
fn decide(source: &RootText<'_>, copy: &mut TextCopy<'_>, leaves: &Leaves, part: &Part) -> Option<()> {
    for (op, side, results) in &part.inner_bounds {
        let kind = match side {
            Side::Lower => SyntaxKind::LOWER_BOUND,
            Side::Upper => SyntaxKind::UPPER_BOUND,
        };
        copy.replace(source.piece(*op, kind)?, leaves.bound(*side, results));
    }
    let mut conditions: Vec<&(OpId, Decided)> = part.conditions.iter().collect();
    // A branch is written with the conditions inside it, and mentions the results of those before it.
    conditions.sort_by_key(|it| source.ir.ops[it.0].pointer.range.end());
    for (op, decided) in conditions {
        match decided {
            Decided::Holds => keep_branch(source, copy, *op, 0)?,
            Decided::Fails => keep_branch(source, copy, *op, 1)?,
            Decided::Left(constraints) => {
                copy.replace(source.piece(*op, SyntaxKind::MAP_APPLICATION)?, leaves.set_use(constraints));
            }
        }
    }
    Some(())
}
