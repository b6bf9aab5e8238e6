//! The text of two nests that run iteration by iteration: the bodies of one's outer loops move into the other's.

use super::carried::carry;
use super::levels::{Level, Range};
use super::merge::Merge;
use super::places::{Piece, after, at_start, before, lines_behind, moved, removal};
use super::rewrite::{Dissolved, in_order};
use crate::actions::Edits;
use crate::affine::{AffineExpr, BinaryOp};
use crate::function_report::value_name;
use crate::ir::{Form, Ir, OpId, ValueId, ir};
use crate::isolated_op::IsolatedOp;
use crate::rewrite::{FreshNames, Layout, RootText, TextCopy, defined_inside, indentation, line_start};
use crate::value_expression::simplified;
use rustc_hash::FxHashSet;
use syntax::TextRange;

/// The edits, with places relative to the isolated op. `None` if the loops are not written in a form that can be
/// rewritten.
pub(super) fn merge_edits<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    merge: &Merge,
    depth: usize,
) -> Option<Edits> {
    let ir = ir(db, op);
    let levels = merge.levels.get(..depth)?;
    let ops = &ir.blocks[ir.ops[merge.first].block].ops;
    let position = |root: OpId| ops.iter().position(|it| *it == root);
    let between = ops.get(position(merge.first)? + 1..position(merge.second)?)?;
    let first_moves = merge.place == between.len();
    let (host, guest) = match first_moves {
        true => (RootText::around(db, op, ir, merge.second)?, RootText::around(db, op, ir, merge.first)?),
        false => (RootText::around(db, op, ir, merge.first)?, RootText::around(db, op, ir, merge.second)?),
    };
    let all = |it: &Level| [it.first, it.second].iter().all(|it| ir.ops[*it].form == Form::Custom);
    if !levels.iter().all(all) {
        return None;
    }
    let merging = Merging { ir, host: &host, guest: &guest, levels, between, first_moves };
    let mut fresh = FreshNames::of(ir);
    let copy = merging.copy(&mut fresh)?;
    let pieces = merging.pieces(&copy, &mut fresh)?;

    let guest_root = ir.ops[merging.guest_loop(levels.first()?)].pointer.range;
    let mut edits = vec![(guest.pointer(removal(&guest.text, guest_root)), String::new())];
    match merge.place {
        place if place == 0 || first_moves => {
            edits.extend(pieces.into_iter().map(|it| (host.pointer(it.0), it.1)));
        }
        place => {
            let host_root = ir.ops[merge.first].pointer.range;
            let removed = removal(&host.text, host_root);
            let text = merging.relocated(moved(&host.text, host_root, removed), pieces, place, &mut fresh)?;
            edits.push((host.pointer(removed), String::new()));
            let (at, text) = lines_behind(&host, ir.ops[*between.get(place - 1)?].pointer.range, text)?;
            edits.push((host.pointer(at), text));
        }
    }
    Some(in_order(edits))
}

pub(super) struct Merging<'a> {
    pub(super) ir: &'a Ir,
    /// The text of the nest that stays.
    pub(super) host: &'a RootText<'a>,
    /// The text of the nest whose outer loops go.
    pub(super) guest: &'a RootText<'a>,
    pub(super) levels: &'a [Level],
    between: &'a [OpId],
    first_moves: bool,
}

impl Merging<'_> {
    pub(super) fn host_loop(&self, level: &Level) -> OpId {
        if self.first_moves { level.second } else { level.first }
    }

    pub(super) fn guest_loop(&self, level: &Level) -> OpId {
        if self.first_moves { level.first } else { level.second }
    }

    /// What the guest's values are called, or are, in the host.
    fn copy<'a>(&'a self, fresh: &mut FreshNames) -> Option<TextCopy<'a>> {
        let ir = self.ir;
        let mut copy = TextCopy::of(self.guest);
        let clashing = self.clashing()?;
        for level in self.levels {
            let variable = |loop_: OpId| ir.blocks[ir.body(loop_)?].arguments.first().copied();
            let host = value_name(ir, variable(self.host_loop(level))?);
            let guest = variable(self.guest_loop(level))?;
            match level.scaled {
                None => copy.mention_instead(guest, &host),
                Some([first, second]) => {
                    let leaf = copy.leaves.dim(&host);
                    let (from, to) = if self.first_moves { (second, first) } else { (first, second) };
                    let name = &*ir.values[guest].name;
                    let name = if clashing.contains(&guest) { fresh.like(name) } else { name.to_owned() };
                    copy.substitute(guest, same_iteration(leaf, from, to)?, &name);
                }
            }
        }
        let is_variable = |value: ValueId| {
            let owner = ir.loop_of_induction_variable(value).map(|it| it.0);
            self.levels.iter().any(|it| Some(self.guest_loop(it)) == owner)
        };
        for value in clashing.into_iter().filter(|it| !is_variable(*it)) {
            copy.rename(value, &fresh.like(&ir.values[value].name));
        }
        Some(copy)
    }

    /// Values of the guest whose names mean something else in the host, or come to.
    fn clashing(&self) -> Option<Vec<ValueId>> {
        let ir = self.ir;
        let outermost = self.levels.first()?;
        let bodies = |of: &dyn Fn(&Level) -> OpId| -> Option<Vec<_>> {
            self.levels.iter().map(|it| ir.body(of(it))).collect()
        };
        let (host_bodies, guest_bodies) =
            (bodies(&|it| self.host_loop(it))?, bodies(&|it| self.guest_loop(it))?);
        let in_host: FxHashSet<&str> = defined_inside(ir, self.host_loop(outermost))
            .into_iter()
            .map(|it| &*ir.values[it].name)
            .collect();
        let results = |op: &OpId| ir.ops[*op].results.iter().map(|it| &*ir.values[*it].name);
        let mut visible: FxHashSet<&str> = FxHashSet::default();
        for body in &host_bodies {
            visible.extend(ir.blocks[*body].arguments.iter().map(|it| &*ir.values[*it].name));
            visible.extend(ir.blocks[*body].ops.iter().flat_map(results));
        }
        visible.extend(results(&self.host_loop(outermost)));
        if self.first_moves {
            visible.extend(self.between.iter().flat_map(results));
        }
        let block_of = |value: ValueId| match ir.values[value].definition {
            crate::ir::Definition::Result { op, .. } => ir.ops[op].block,
            crate::ir::Definition::Argument { block, .. } => block,
        };
        let clashes = |value: &ValueId| {
            let data = &ir.values[*value];
            let lands_outside = guest_bodies.contains(&block_of(*value));
            data.number == 0
                && data.pointer.is_some()
                && (visible.contains(&*data.name) || (lands_outside && in_host.contains(&*data.name)))
        };
        Some(defined_inside(ir, self.guest_loop(outermost)).into_iter().filter(clashes).collect())
    }

    /// What changes in the host's text.
    fn pieces(&self, copy: &TextCopy<'_>, fresh: &mut FreshNames) -> Option<Vec<Piece>> {
        let ir = self.ir;
        let mut pieces = Vec::new();
        for (index, level) in self.levels.iter().enumerate() {
            let (host, guest) = (self.host_loop(level), self.guest_loop(level));
            let carried = carry(self, copy, level, fresh)?;
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

    /// Puts lines behind the last operation of a loop's body, before its terminator.
    fn at_end(&self, loop_: OpId, layout: &Layout) -> Option<Piece> {
        let ops = &self.ir.blocks[self.ir.body(loop_)?].ops;
        let last = ops.iter().rev().find(|it| !self.ir.ops[**it].is("affine.yield"));
        match last {
            Some(last) => after(self.host, self.ir, *last, layout),
            None => at_start(self.host, self.ir, loop_, layout),
        }
    }

    /// The host's text for another place, where more names are visible.
    fn relocated(
        &self,
        whole: TextRange,
        mut pieces: Vec<Piece>,
        place: usize,
        fresh: &mut FreshNames,
    ) -> Option<String> {
        let ir = self.ir;
        let passed = self.between.iter().take(place).flat_map(|it| &ir.ops[*it].results);
        let names: FxHashSet<&str> = passed.map(|it| &*ir.values[*it].name).collect();
        for value in defined_inside(ir, self.host_loop(self.levels.first()?)) {
            let data = &ir.values[value];
            if !names.contains(&*data.name) || data.number > 0 {
                continue;
            }
            let new = fresh.like(&data.name);
            let length = syntax::TextSize::of(&*data.name);
            let mentions = ir
                .mentions
                .iter()
                .filter(|it| it.value.is_some_and(|it| ir.values[it].pointer == data.pointer));
            for place in mentions.map(|it| it.pointer).chain(data.pointer) {
                if self.host.holds(whole, place) {
                    pieces.push((TextRange::at(place.range.start(), length), new.clone()));
                }
            }
        }
        pieces.sort_by_key(|it| (it.0.start(), it.0.end()));
        let mut text = String::new();
        let mut at = whole.start();
        for (range, new) in pieces {
            // A name in a piece that is written anew would be lost.
            text.push_str(self.host.text.get(usize::from(at)..usize::from(range.start()))?);
            text.push_str(&new);
            at = range.end();
        }
        text.push_str(self.host.text.get(usize::from(at)..usize::from(whole.end()))?);
        let start = whole.start().into();
        let starts_line = line_start(&self.host.text, start) == usize::from(whole.start());
        let blanks = if starts_line { "" } else { indentation(&self.host.text, start) };
        Some(format!("{blanks}{}", text.trim_end()))
    }
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
