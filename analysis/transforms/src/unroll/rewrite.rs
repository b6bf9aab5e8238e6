//! The text of unrolled loops.

use crate::copies::{Copies, later, start};
use crate::for_loop::{step, variable_name};
use crate::loop_bounds::{LoopBounds, plus_constant};
use crate::loop_header::{HeaderPieces, mentions_of_results, new_results_name, result_names};
use crate::rewrite::Edits;
use crate::rewrite::{Layout, Leaves, RootText, Side};
use crate::strips::Strips;
use ir::OpId;
use ir::affine::{AffineExpr, Constraint, ConstraintKind};
use polyhedral::value_expression::difference;

/// A loop over groups of iterations, and after it one over the rest.
pub(super) fn in_strips(source: &RootText<'_>, op: OpId, strips: &Strips) -> Option<Edits> {
    let ir = source.ir;
    let results = ir.ops[op].results.len();
    let mut copies = Copies::of(source, op)?;
    let mut main = HeaderPieces { step: Some(strips.stride), ..HeaderPieces::default() };
    main.upper = strips.end.as_ref().map(|it| strips.leaves.bound(Side::Upper, std::slice::from_ref(it)));
    let partial = strips.rest.as_ref().and_then(|_| new_results_name(source, op, &mut copies.fresh));
    main.results.clone_from(&partial);
    let mut leaves = Leaves::default();
    let variable = leaves.dim(&variable_name(ir, op));
    let mut last = copies.write(None, &leaves)?;
    for index in 1..u64::try_from(strips.factor).ok()? {
        let variable = later(ir, op, &variable, index)?;
        last = copies.write(Some(variable), &leaves)?;
    }
    if let Some(terminator) = source.terminator(op) {
        copies.layout.line(last.text(ir.ops[terminator].pointer.range)?);
    }
    copies.close();
    let whole = ir.ops[op].pointer.range;
    let (outer, line_break) = (source.indentation(whole), source.line_break());
    let inner = source.inner_indentation(op);
    let mut text = format!("{} {}{line_break}", main.text(source, op)?, source.opening(op));
    text.push_str(&copies.layout.at(&inner, line_break));
    text.push_str(&format!("{outer}}}{}", source.slice(source.behind(op)?)));
    if let Some(rest) = &strips.rest {
        let pieces = HeaderPieces {
            lower: Some(strips.leaves.bound(Side::Lower, rest)),
            inits: partial.map(|it| result_names(&it, results)),
            ..HeaderPieces::default()
        };
        let mut layout = Layout::default();
        layout.text(&source.written(whole, pieces.ranges(source, op)?)?, outer);
        text.push_str(&format!("{line_break}{outer}{}", layout.in_place(outer, line_break)));
    }
    Some(vec![(source.pointer(whole), text)])
}

/// All iterations in place of the loop.
pub(super) fn fully(source: &RootText<'_>, op: OpId, count: u64) -> Option<Edits> {
    let ir = source.ir;
    let (leaves, start) = start(ir, op)?;
    let mut copies = Copies::of(source, op)?;
    let ir::OpKind::For(header) = &ir.ops[op].kind else { return None };
    let inits = ir.ops[op].operands.get(header.inits.clone())?;
    copies.carried = inits.iter().map(|it| it.name.to_string()).collect();
    if let Some(comment) = source.opening_comment(op) {
        copies.layout.line(source.slice(comment).trim());
    }
    for index in 0..count {
        copies.write(Some(later(ir, op, &start, index)?), &leaves)?;
    }
    copies.close();
    let whole = ir.ops[op].pointer.range;
    let (outer, line_break) = (source.indentation(whole), source.line_break());
    let mut text = copies.layout.in_place(outer, line_break);
    text.push_str(&source.break_behind_comment(&text, whole));
    let mut edits = match text.is_empty() {
        true => vec![(source.pointer(source.lines_of(whole)), text)],
        false => vec![(source.pointer(whole), text)],
    };
    for (place, index) in mentions_of_results(source, op) {
        edits.push((place, copies.carried.get(index)?.clone()));
    }
    Some(edits)
}

/// Each iteration but the first of a group in a condition that its variable is below all upper bounds.
pub(super) fn guarded(source: &RootText<'_>, op: OpId, factor: i64) -> Option<Edits> {
    let ir = source.ir;
    let stride = step(ir, op).checked_mul(factor)?;
    let mut leaves = Leaves::default();
    let bounds = LoopBounds::of(ir, op, &mut leaves)?;
    let variable = leaves.dim(&variable_name(ir, op));
    let mut copies = Copies::of(source, op)?;
    copies.write(None, &leaves)?;
    for index in 1..u64::try_from(factor).ok()? {
        let variable = later(ir, op, &variable, index)?;
        let below = |upper: &AffineExpr| Constraint {
            expression: plus_constant(&difference(upper, &variable), -1),
            kind: ConstraintKind::Inequality,
        };
        let constraints: Vec<Constraint> = bounds.upper.iter().map(below).collect();
        copies.layout.line(format!("affine.if {} {{", leaves.set_use(&constraints)));
        copies.layout.deeper(1);
        copies.write(Some(variable), &leaves)?;
        copies.layout.deeper(0).line("}");
    }
    copies.close();
    let whole = ir.ops[op].pointer.range;
    let main = HeaderPieces { step: Some(stride), ..HeaderPieces::default() };
    let (outer, line_break) = (source.indentation(whole), source.line_break());
    let mut text = format!("{} {}{line_break}", main.text(source, op)?, source.opening(op));
    text.push_str(&copies.layout.at(&source.inner_indentation(op), line_break));
    text.push_str(&format!("{outer}}}{}", source.slice(source.behind(op)?)));
    Some(vec![(source.pointer(whole), text)])
}
