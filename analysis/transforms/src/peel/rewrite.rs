//! The text of a loop with a copy of its body before it or after it.

use super::peeled::{End, Peeled};
use crate::copies::Copies;
use crate::loop_header::{HeaderPieces, mentions_of_results, new_results_name, result_names};
use crate::rewrite::{Edits, Layout, RootText, Side};
use ir::{OpId, OpKind};
use syntax::TextRange;

pub(super) fn edits(source: &RootText<'_>, op: OpId, peeled: &Peeled) -> Option<Edits> {
    match peeled.end {
        End::First => first(source, op, peeled),
        End::Last => last(source, op, peeled),
    }
}

fn first(source: &RootText<'_>, op: OpId, peeled: &Peeled) -> Option<Edits> {
    let ir = source.ir;
    let OpKind::For(header) = &ir.ops[op].kind else { return None };
    let inits = ir.ops[op].operands.get(header.inits.clone())?;
    let carried = inits.iter().map(|it| it.name.to_string()).collect();
    let mut copies = Copies::beside(source, op, carried)?;
    let copy = iteration(&mut copies, peeled)?;
    let pieces = HeaderPieces {
        lower: Some(peeled.leaves.bound(Side::Lower, std::slice::from_ref(&peeled.bound))),
        inits: Some(copies.carried),
        ..HeaderPieces::default()
    };
    let whole = ir.ops[op].pointer.range;
    let (outer, line_break) = (source.indentation(whole), source.line_break());
    let mut text = copy.in_place(outer, line_break);
    if !copy.is_empty() {
        text.push_str(&format!("{line_break}{outer}"));
    }
    text.push_str(&source.written(whole, pieces.ranges(source, op)?)?);
    Some(vec![(source.pointer(whole), text)])
}

fn last(source: &RootText<'_>, op: OpId, peeled: &Peeled) -> Option<Edits> {
    let ir = source.ir;
    let mut copies = Copies::beside(source, op, Vec::new())?;
    let results = new_results_name(source, op, &mut copies.fresh);
    copies.carried = results.iter().flat_map(|it| result_names(it, ir.ops[op].results.len())).collect();
    let copy = iteration(&mut copies, peeled)?;
    let pieces = HeaderPieces {
        upper: Some(peeled.leaves.bound(Side::Upper, std::slice::from_ref(&peeled.bound))),
        results,
        ..HeaderPieces::default()
    };
    let whole = ir.ops[op].pointer.range;
    let (outer, line_break) = (source.indentation(whole), source.line_break());
    let mut text = source.written(whole, pieces.ranges(source, op)?)?;
    let place = source.with_comment_behind(whole);
    text.push_str(source.slice(TextRange::new(whole.end(), place.end())));
    if !copy.is_empty() {
        text.push_str(&format!("{line_break}{outer}{}", copy.in_place(outer, line_break)));
        text.push_str(&source.break_behind_comment(&text, place));
    }
    let mut edits = vec![(source.pointer(place), text)];
    for (place, index) in mentions_of_results(source, op) {
        edits.push((place, copies.carried.get(index)?.clone()));
    }
    Some(edits)
}

/// The lines of the iteration that is peeled off, in its condition.
fn iteration(copies: &mut Copies<'_>, peeled: &Peeled) -> Option<Layout> {
    let is_guarded = !peeled.condition.is_empty();
    if is_guarded {
        copies.layout.line(format!("affine.if {} {{", peeled.leaves.set_use(&peeled.condition)));
        copies.layout.deeper(1);
    }
    copies.write(Some(peeled.value.clone()), &peeled.leaves)?;
    if is_guarded {
        copies.layout.deeper(0).line("}");
    }
    Some(std::mem::take(&mut copies.layout))
}
