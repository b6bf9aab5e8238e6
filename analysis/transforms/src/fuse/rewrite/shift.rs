//! The text of two loops with a delay of the second: one loop for the iterations that run together, and loops
//! for those that are peeled off at either end.

use super::emitter::Dissolved;
use super::places::in_order;
use super::places::{before, moved, removal};
use crate::delay::{Shift, Which};
use crate::fuse::merge::Merge;
use crate::rewrite::Edits;
use crate::rewrite::{Layout, RootText, TextCopy, indentation};
use base::isolated_op::IsolatedOp;
use ir::affine::{AffineExpr, BinaryOp};
use ir::{Form, Ir, OpId, ir_of};
use polyhedral::value_expression::simplified;
use syntax::{SyntaxKind, TextRange};

/// The edits, with places relative to the isolated op. `None` if the loops are not written in a form that can be
/// rewritten.
pub(crate) fn shift_edits<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    merge: &Merge,
    shift: &Shift,
) -> Option<Edits> {
    let ir = ir_of(db, op);
    let (first, second) = (merge.first, merge.second);
    if [first, second].iter().any(|it| ir.ops[*it].form != Form::Custom) {
        return None;
    }
    let source = RootText::around(db, op, ir, first)?;
    let destination = source.around_other(db, op, second)?;
    let spans = (ir.ops[first].pointer.range, ir.ops[second].pointer.range);
    let mut layout = Layout::default();
    let mut edits = Vec::new();
    let removed = (removal(&source.text, spans.0), removal(&destination.text, spans.1));
    let (stays_before, stays_behind) = (shift.before(Which::First), shift.behind(Which::Second));

    // Before: the first loop keeps its place with the iterations before, or goes.
    let stays = stays_before.is_some();
    if let Some(text) = stays_before {
        edits.push((source.pointer(bounds(&source, first)?), text));
    } else {
        edits.push((source.pointer(removed.0), String::new()));
        let above = TextRange::new(moved(&source.text, spans.0, removed.0).start(), spans.0.start());
        layout.text(source.slice(above), indentation(&source.text, spans.0.start().into()));
    }
    if let Some(text) = shift.before(Which::Second) {
        let mut copy = TextCopy::of(&destination);
        copy.replace(bounds(&destination, second)?, text);
        layout.text(&copy.text(spans.1)?, indentation(&destination.text, spans.1.start().into()));
    }
    let comments =
        if stays_behind.is_some() { spans.1 } else { moved(&destination.text, spans.1, removed.1) };
    let texts = Texts { source: &source, destination: &destination, comments };
    fused(ir, &texts, merge, shift, &mut layout)?;
    if let Some(text) = shift.behind(Which::First) {
        let mut copy = TextCopy::of(&source);
        copy.replace(bounds(&source, first)?, text);
        layout.text(&copy.text(spans.0)?, indentation(&source.text, spans.0.start().into()));
    }
    if !stays {
        let end = moved(&source.text, spans.0, removed.0).end();
        let behind = TextRange::new(spans.0.end(), end.max(spans.0.end()));
        layout.text(source.slice(behind), indentation(&source.text, spans.0.start().into()));
    }
    // After: the second loop keeps its place with the iterations after, or goes.
    let (place, text) = before(&destination, ir, second, &layout)?;
    edits.push((destination.pointer(place), text));
    if let Some(text) = stays_behind {
        edits.push((destination.pointer(bounds(&destination, second)?), text));
    } else {
        edits.push((destination.pointer(removed.1), String::new()));
    }
    Some(in_order(edits))
}

/// From the start of the lower to the end of the upper bound.
fn bounds(root: &RootText<'_>, loop_: OpId) -> Option<TextRange> {
    Some(root.piece(loop_, SyntaxKind::LOWER_BOUND)?.cover(root.piece(loop_, SyntaxKind::UPPER_BOUND)?))
}

/// The texts of both nests.
struct Texts<'a> {
    source: &'a RootText<'a>,
    destination: &'a RootText<'a>,
    /// The second nest with the comments that move into the fused loop.
    comments: TextRange,
}

/// Writes the loop in which both run.
fn fused(
    ir: &Ir,
    &Texts { source, destination, comments }: &Texts<'_>,
    merge: &Merge,
    shift: &Shift,
    layout: &mut Layout,
) -> Option<()> {
    let (first, second) = (merge.first, merge.second);
    let mut host = TextCopy::of(source);
    host.replace(bounds(source, first)?, shift.together());
    let variable = |loop_: OpId| ir.blocks[ir.body(loop_)?].arguments.first().copied();
    let host_variable = host.name(variable(first)?);

    let mut guest = TextCopy::of(destination);
    let own = variable(second)?;
    if shift.delay == 0 {
        guest.mention_instead(own, &host_variable);
    } else {
        let leaf = guest.leaves.dim(&host_variable);
        let delayed =
            AffineExpr::binary(BinaryOp::Add, leaf, AffineExpr::Constant(shift.delay.checked_neg()?));
        guest.substitute(own, simplified(&delayed), &ir.values[own].name);
    }

    let whole = ir.ops[first].pointer.range;
    let (body, own_body) = (Dissolved::of(source, ir, first)?, Dissolved::of(destination, ir, second)?);
    let end = body.terminator.map_or(body.body.end(), |it| it.start());
    let outer = indentation(&source.text, whole.start().into());
    let head = TextRange::new(whole.start(), end);
    layout.text(host.text(head)?.trim_end(), outer);
    let mut inner = Layout::default();
    let mut text = Layout::default();
    let own = ir.ops[second].pointer.range;
    let blanks = indentation(&destination.text, own.start().into());
    inner.text(destination.slice(TextRange::new(comments.start(), own.start())), blanks);
    let own_end = own_body.terminator.map_or(own_body.body.end(), |it| it.start());
    text.text(&guest.text(TextRange::new(own_body.body.start(), own_end))?, &own_body.indentation);
    guest.definitions().into_iter().for_each(|it| inner.line(it));
    inner.append(text);
    inner.text(destination.slice(TextRange::new(own.end(), comments.end())), blanks);
    let relative = body.indentation.strip_prefix(outer).unwrap_or("  ");
    layout.text(&format!("\n{}", inner.at(relative, "\n")), "");
    layout.text(&host.text(TextRange::new(end, whole.end()))?, outer);
    Some(())
}
