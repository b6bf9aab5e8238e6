//! The text of two nests that run iteration by iteration: the bodies of one's outer loops move into the other's.

use super::carried::carry;
use super::emitter::Dissolved;
use super::merging::Merging;
use super::places::{Edit, after, at_start, before, in_order, lines_behind, moved, removal};
use crate::fuse::merge::Merge;
use crate::fuse::merge::levels::{Level, Range};
use crate::rewrite::Edits;
use crate::rewrite::{Layout, RootText, TextCopy, indentation, line_start};
use base::isolated_op::IsolatedOp;
use ir::affine::{AffineExpr, BinaryOp};
use ir::value_name;
use ir::{Form, OpId, OpKind, ir_of};
use polyhedral::value_expression::simplified;
use syntax::TextRange;

/// The edits, with places relative to the isolated op. `None` if the loops are not written in a form that can be
/// rewritten.
pub(crate) fn merge_edits<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    merge: &Merge,
    depth: usize,
) -> Option<Edits> {
    let ir = ir_of(db, op);
    let levels = merge.levels.get(..depth)?;
    let ops = &ir.blocks[ir.ops[merge.first].block].ops;
    let position = |root: OpId| ops.iter().position(|it| *it == root);
    let between = ops.get(position(merge.first)? + 1..position(merge.second)?)?;
    let first_moves = merge.place == between.len();
    let (host, guest) = if first_moves { (merge.second, merge.first) } else { (merge.first, merge.second) };
    let host = RootText::around(db, op, ir, host)?;
    let guest = host.around_other(db, op, guest)?;
    let all = |it: &Level| [it.first, it.second].iter().all(|it| ir.ops[*it].form == Form::Custom);
    if !levels.iter().all(all) {
        return None;
    }
    let merging = Merging { ir, host: &host, guest: &guest, levels, first_moves };
    let copy = merging.copy()?;
    let pieces = merging.pieces(&copy)?;

    let guest_root = ir.ops[merging.guest_loop(levels.first()?)].pointer.range;
    let mut edits = vec![(guest.pointer(removal(&guest.text, guest_root)), String::new())];
    match merge.place {
        place if place == 0 || first_moves => {
            edits.extend(pieces.into_iter().map(|it| (host.pointer(it.0), it.1)));
        }
        place => {
            let host_root = ir.ops[merge.first].pointer.range;
            let removed = removal(&host.text, host_root);
            let text = relocated(&host, moved(&host.text, host_root, removed), pieces)?;
            edits.push((host.pointer(removed), String::new()));
            let (at, text) = lines_behind(&host, ir.ops[*between.get(place - 1)?].pointer.range, text)?;
            edits.push((host.pointer(at), text));
        }
    }
    Some(in_order(edits))
}

impl Merging<'_> {
    /// The names of the guest's values in the host, or the expressions in their place.
    fn copy(&self) -> Option<TextCopy<'_>> {
        let ir = self.ir;
        let mut copy = TextCopy::of(self.guest);
        for level in self.levels {
            let variable = |loop_: OpId| ir.blocks[ir.body(loop_)?].arguments.first().copied();
            let host = value_name(ir, variable(self.host_loop(level))?);
            let guest = variable(self.guest_loop(level))?;
            match level.scaled {
                None => copy.mention_instead(guest, &host),
                Some([first, second]) => {
                    let leaf = copy.leaves.dim(&host);
                    let (from, to) = if self.first_moves { (second, first) } else { (first, second) };
                    copy.substitute(guest, same_iteration(leaf, from, to)?, &ir.values[guest].name);
                }
            }
        }
        Some(copy)
    }

    /// The changes in the host's text.
    fn pieces(&self, copy: &TextCopy<'_>) -> Option<Vec<Edit>> {
        let ir = self.ir;
        let mut pieces = Vec::new();
        for (index, level) in self.levels.iter().enumerate() {
            let (host, guest) = (self.host_loop(level), self.guest_loop(level));
            let carried = carry(self, copy, level)?;
            pieces.extend(carried.header);
            let dissolved = Dissolved::of(self.guest, ir, guest)?;
            let mut front = Layout::default();
            let mut back = Layout::default();
            let mut comments = Layout::default();
            let whole = ir.ops[guest].pointer.range;
            let blanks = indentation(&self.guest.text, whole.start().into()).to_owned();
            if index == 0 {
                let removed = moved(&self.guest.text, whole, removal(&self.guest.text, whole));
                front.text(self.guest.slice(TextRange::new(removed.start(), whole.start())), &blanks);
                comments.text(self.guest.slice(TextRange::new(whole.end(), removed.end())), &blanks);
            }
            let end = dissolved.terminator.map_or(dissolved.body.end(), |it| it.start());
            let rest = dissolved.terminator.map(|it| TextRange::new(it.end(), dissolved.body.end()));
            let inner = self.levels.get(index + 1);
            let front_end = match inner {
                Some(inner) => {
                    let inner = ir.ops[self.guest_loop(inner)].pointer.range;
                    back.text(&copy.text(TextRange::new(inner.end(), end))?, &dissolved.indentation);
                    inner.start()
                }
                None => end,
            };
            let text = copy.text(TextRange::new(dissolved.body.start(), front_end))?;
            front.text(&text, &dissolved.indentation);
            let last = if inner.is_some() { &mut back } else { &mut front };
            if let Some(rest) = rest {
                last.text(self.guest.slice(rest), &dissolved.indentation);
            }
            last.append(comments);
            if index == 0 {
                let mut definitions = Layout::default();
                copy.definitions().into_iter().for_each(|it| definitions.line(it));
                definitions.append(front);
                front = definitions;
            }
            let mut end = Layout::default();
            match (inner, self.first_moves) {
                (Some(inner), true) => {
                    pieces.push(at_start(self.host, ir, host, &front)?);
                    pieces.push(after(self.host, ir, self.host_loop(inner), &back)?);
                }
                (Some(inner), false) => {
                    pieces.push(before(self.host, ir, self.host_loop(inner), &front)?);
                    end = back;
                }
                (None, true) => pieces.push(at_start(self.host, ir, host, &front)?),
                (None, false) => end = front,
            }
            if let Some(line) = carried.last_line {
                end.line(line);
            }
            if !end.is_empty() {
                pieces.push(self.at_end(host, &end)?);
            }
        }
        pieces.retain(|it| !(it.0.is_empty() && it.1.is_empty()));
        Some(pieces)
    }

    /// Puts lines after the last operation of a loop's body, before its terminator.
    fn at_end(&self, loop_: OpId, layout: &Layout) -> Option<Edit> {
        let ops = &self.ir.blocks[self.ir.body(loop_)?].ops;
        let last = ops.iter().rev().find(|it| !matches!(self.ir.ops[**it].kind, OpKind::Yield));
        match last {
            Some(last) => after(self.host, self.ir, *last, layout),
            None => at_start(self.host, self.ir, loop_, layout),
        }
    }
}

/// The lines of a nest for another place.
fn relocated(host: &RootText<'_>, whole: TextRange, pieces: Vec<Edit>) -> Option<String> {
    let text = host.written(whole, pieces)?;
    let start = whole.start().into();
    let starts_line = line_start(&host.text, start) == start;
    let blanks = if starts_line { "" } else { indentation(&host.text, start) };
    Some(format!("{blanks}{}", text.trim_end()))
}

/// The value that one induction variable has in the iteration in which the other has that of `variable`.
fn same_iteration(variable: AffineExpr, from: Range, to: Range) -> Option<AffineExpr> {
    let constant = AffineExpr::Constant;
    let plus = |a, b| AffineExpr::binary(BinaryOp::Add, a, b);
    let times = |a, b| AffineExpr::binary(BinaryOp::Mul, a, constant(b));
    let offset = plus(variable, constant(from.lower.checked_neg()?));
    let expression = match to.step % from.step {
        0 => times(offset, to.step / from.step),
        _ => times(AffineExpr::binary(BinaryOp::FloorDiv, offset, constant(from.step)), to.step),
    };
    Some(simplified(&plus(expression, constant(to.lower))))
}
