//! The text of a fusion: a slice of the producer comes to stand at the start of one of the consumer's loops.
//!
//! Loops with one iteration dissolve into their bodies, loops with a window get new bounds, all others stay as they
//! are written. Nothing here asks whether that is legal.

use super::places::{at_start, moved, removal};
use super::slice::{BaseVariable, Bounds, Slice, Window};
use super::{Depth, Pair, buffer_rewrite};
use crate::actions::Edits;
use crate::affine::{AffineExpr, BinaryOp};
use crate::function_report::value_name;
use crate::ir::{Form, Ir, OpId, OpKind, ir};
use crate::isolated_op::IsolatedOp;
use crate::loops::bounds::{constant_lower, constant_upper};
use crate::rewrite::{FreshNames, Layout, Leaves, RootText, Side, TextCopy, indentation};
use crate::value_expression::simplified;
use presburger::Integer;
use syntax::{SyntaxKind, TextRange};

/// The edits, with places relative to the isolated op. `None` if the loops are not written in a form that can be
/// rewritten.
pub(crate) fn fusion_edits<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    pair: &Pair,
    depth: &Depth,
    with_buffers: bool,
) -> Option<Edits> {
    let ir = ir(db, op);
    let slice = &depth.slice;
    let own = depth.own.as_ref().filter(|_| with_buffers);
    let keeps_producer = own.is_some_and(|it| it.keeps_producer);
    let receiver = *slice.chain.last()?;
    let source = RootText::around(db, op, ir, pair.producer)?;
    let destination = RootText::around(db, op, ir, pair.consumer)?;
    let mut fresh = FreshNames::of(ir);
    let mut copy = TextCopy::of(&source);
    name_values(&mut copy, ir, slice)?;
    bound_windows(&mut copy, &source, ir, slice)?;
    let mut edits = match own {
        Some(own) => {
            let texts = buffer_rewrite::PairTexts { pair, source: &source, destination: &destination };
            buffer_rewrite::redirect(ir, &texts, own, &mut copy, &mut fresh)?
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

/// In text order; what is put in front of a place comes before what replaces it.
pub(super) fn in_order(mut edits: Edits) -> Edits {
    edits.sort_by_key(|it| (it.0.root, it.0.range.start(), it.0.range.end()));
    edits
}

/// Says what the producer's values are called, or are, where the slice lands.
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

pub(super) fn base_expression(
    leaves: &mut Leaves,
    ir: &Ir,
    base: &[(BaseVariable, Integer)],
) -> Option<AffineExpr> {
    base.iter().try_fold(AffineExpr::Constant(0), |sum, (variable, factor)| {
        let argument = |op: OpId, dim: usize| ir.blocks[ir.body(op)?].arguments.get(dim).copied();
        let leaf = match variable {
            BaseVariable::Consumer(op) => leaves.dim(&value_name(ir, argument(*op, 0)?)),
            BaseVariable::Outside(op, dim) => leaves.dim(&value_name(ir, argument(*op, *dim)?)),
            BaseVariable::Symbol(value) => leaves.symbol(&value_name(ir, *value)),
        };
        let factor = AffineExpr::Constant(factor.to_i64()?);
        let term = AffineExpr::binary(BinaryOp::Mul, leaf, factor);
        Some(AffineExpr::binary(BinaryOp::Add, sum, term))
    })
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

/// A loop that dissolves: the loop, and its body without a written terminator.
pub(super) struct Dissolved {
    pub(super) whole: TextRange,
    pub(super) body: TextRange,
    /// Its terminator, if it is written.
    pub(super) terminator: Option<TextRange>,
    /// Blanks in front of the operations of the body.
    pub(super) indentation: String,
}

impl Dissolved {
    pub(super) fn of(source: &RootText<'_>, ir: &Ir, loop_: OpId) -> Option<Self> {
        let braces = *source.regions(loop_).first()?;
        let inside = TextRange::new(
            braces.start() + syntax::TextSize::from(1),
            braces.end() - syntax::TextSize::from(1),
        );
        Some(Self {
            whole: ir.ops[loop_].pointer.range,
            body: inside,
            terminator: source.terminator(loop_).map(|it| ir.ops[it].pointer.range),
            indentation: source.inner_indentation(loop_),
        })
    }
}

fn dissolved(source: &RootText<'_>, ir: &Ir, slice: &Slice) -> Option<Vec<Dissolved>> {
    let single =
        slice.loops.iter().filter(|it| matches!(&it.1, Bounds::Window(window) if window.is_single()));
    let mut found = single.map(|it| Dissolved::of(source, ir, it.0)).collect::<Option<Vec<Dissolved>>>()?;
    found.sort_by_key(|it| it.whole.start());
    Some(found)
}

/// Writes the text of a copy without the loops that dissolve.
pub(super) struct Emitter<'a> {
    pub(super) source: &'a RootText<'a>,
    pub(super) copy: &'a TextCopy<'a>,
    /// In text order.
    pub(super) dissolved: Vec<Dissolved>,
}

impl Emitter<'_> {
    /// Writes a range whose lines are indented by `indentation`.
    pub(super) fn emit(&self, range: TextRange, indentation: &str, layout: &mut Layout) -> Option<()> {
        let mut at = range.start();
        for loop_ in &self.dissolved {
            // Loops inside one that is dissolved already are written with its body.
            if loop_.whole.start() < at || !range.contains_range(loop_.whole) {
                continue;
            }
            layout.text(&self.copy.text(TextRange::new(at, loop_.whole.start()))?, indentation);
            match loop_.terminator {
                None => self.emit(loop_.body, &loop_.indentation, layout)?,
                Some(terminator) => {
                    let before = TextRange::new(loop_.body.start(), terminator.start());
                    self.emit(before, &loop_.indentation, layout)?;
                    let after = TextRange::new(terminator.end(), loop_.body.end());
                    layout.text(self.source.slice(after), &loop_.indentation);
                }
            }
            at = loop_.whole.end();
        }
        layout.text(&self.copy.text(TextRange::new(at, range.end()))?, indentation);
        Some(())
    }
}
