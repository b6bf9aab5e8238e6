//! The text of a fusion: a slice of the producer moves to the start of one of the consumer's loops.
//!
//! Loops with one iteration dissolve into their bodies, loops with a window get new bounds, all others stay as they
//! are written. Nothing here asks whether that is legal.

use super::base_expression::base_expression;
use super::buffer::{PairTexts, redirect};
use super::emitter::{Dissolved, Emitter};
use super::places::{at_start, in_order, moved, removal};
use crate::fuse::slice::pair::{Depth, Pair};
use crate::fuse::slice::{Bounds, Slice, Window};
use crate::rewrite::Edits;
use crate::rewrite::{FreshNames, Layout, Leaves, RootText, Side, TextCopy, indentation};
use base::isolated_op::IsolatedOp;
use ir::affine::{AffineExpr, BinaryOp};
use ir::{Form, Ir, OpKind, ir_of};
use polyhedral::loops::bounds::{constant_lower, constant_upper};
use polyhedral::value_expression::simplified;
use presburger::Integer;
use syntax::SyntaxKind;

/// The edits, with places relative to the isolated op. `None` if the loops are not written in a form that can be
/// rewritten.
pub(crate) fn fusion_edits<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    pair: &Pair,
    depth: &Depth,
    with_buffers: bool,
) -> Option<Edits> {
    let ir = ir_of(db, op);
    let slice = &depth.slice;
    let own = depth.own.as_ref().filter(|_| with_buffers);
    let keeps_producer = own.is_some_and(|it| it.keeps_producer);
    let receiver = *slice.chain.last()?;
    let source = RootText::around(db, op, ir, pair.producer)?;
    let destination = source.around_other(db, op, pair.consumer)?;
    let mut copy = TextCopy::of(&source);
    name_values(&mut copy, ir, slice)?;
    bound_windows(&mut copy, &source, ir, slice)?;
    let mut edits = match own {
        Some(own) => {
            let texts = PairTexts { pair, source: &source, destination: &destination };
            redirect(ir, &texts, own, &mut copy, &mut FreshNames::of(ir))?
        }
        None => Vec::new(),
    };

    let whole = ir.ops[pair.producer].pointer.range;
    let removed = removal(&source.text, whole);
    let written = if keeps_producer { whole } else { moved(&source.text, whole, removed) };
    let mut body = Layout::default();
    let emitter = Emitter { source: &source, copy: &copy, dissolved: dissolved(&source, ir, slice)? };
    emitter.emit(written, indentation(&source.text, whole.start().into()), &mut body)?;
    let mut layout = Layout::default();
    for line in copy.definitions() {
        layout.line(line);
    }
    layout.append(body);

    let (place, text) = at_start(&destination, ir, receiver, &layout)?;
    edits.push((destination.pointer(place), text));
    if !keeps_producer {
        edits.push((source.pointer(removed), String::new()));
    }
    Some(in_order(edits))
}

/// Names the producer's values, or gives the expressions in their place, at the slice's new place.
fn name_values(copy: &mut TextCopy<'_>, ir: &Ir, slice: &Slice) -> Option<()> {
    for (loop_, bounds) in &slice.loops {
        let Bounds::Window(window) = bounds else { continue };
        if !window.is_single() {
            continue;
        }
        let variable = *ir.blocks[ir.body(*loop_)?].arguments.first()?;
        let value = window_edge(&mut copy.leaves, ir, window, &window.lower)?;
        match &value {
            AffineExpr::Dim(index) => {
                let name = copy.leaves.name(*index)?.to_owned();
                copy.mention_instead(variable, &name);
            }
            _ => copy.substitute(variable, value, &ir.values[variable].name),
        }
    }
    Some(())
}

/// `base + offset`
fn window_edge(leaves: &mut Leaves, ir: &Ir, window: &Window, offset: &Integer) -> Option<AffineExpr> {
    let base = base_expression(leaves, ir, &window.base)?;
    let offset = AffineExpr::Constant(offset.to_i64()?);
    Some(simplified(&AffineExpr::binary(BinaryOp::Add, base, offset)))
}

/// Gives the loops that run a window its bounds.
fn bound_windows(copy: &mut TextCopy<'_>, source: &RootText<'_>, ir: &Ir, slice: &Slice) -> Option<()> {
    for (loop_, bounds) in &slice.loops {
        let Bounds::Window(window) = bounds else { continue };
        if ir.ops[*loop_].form != Form::Custom {
            return None;
        }
        if window.is_single() {
            continue;
        }
        let OpKind::For(header) = &ir.ops[*loop_].kind else { return None };
        let end = &window.upper + &Integer::from(1);
        let mut leaves = copy.leaves.clone();
        let mut lower = vec![window_edge(&mut leaves, ir, window, &window.lower)?];
        let mut upper = vec![window_edge(&mut leaves, ir, window, &end)?];
        if window.clamped {
            let own = (constant_lower(ir, *loop_, header)?, constant_upper(ir, *loop_, header)?);
            add_bound(&mut lower, own.0, Side::Lower);
            add_bound(&mut upper, own.1, Side::Upper);
        }
        let from = source.piece(*loop_, SyntaxKind::LOWER_BOUND)?;
        let to = source.piece(*loop_, SyntaxKind::UPPER_BOUND)?;
        let text = format!("{} to {}", leaves.bound(Side::Lower, &lower), leaves.bound(Side::Upper, &upper));
        copy.replace(from.cover(to), text);
    }
    Some(())
}

/// Adds the loop's own bound, or takes the tighter one where both are numbers.
fn add_bound(bounds: &mut Vec<AffineExpr>, own: i64, side: Side) {
    match bounds.first().and_then(AffineExpr::as_constant) {
        Some(window) => {
            let tighter = if side == Side::Lower { window.max(own) } else { window.min(own) };
            *bounds = vec![AffineExpr::Constant(tighter)];
        }
        None => bounds.push(AffineExpr::Constant(own)),
    }
}

fn dissolved(source: &RootText<'_>, ir: &Ir, slice: &Slice) -> Option<Vec<Dissolved>> {
    let single =
        slice.loops.iter().filter(|it| matches!(&it.1, Bounds::Window(window) if window.is_single()));
    let mut found = single.map(|it| Dissolved::of(source, ir, it.0)).collect::<Option<Vec<Dissolved>>>()?;
    found.sort_by_key(|it| it.whole.start());
    Some(found)
}
