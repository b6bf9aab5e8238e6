//! `scf.parallel` and `scf.forall` as `affine.parallel`.

use super::bounds::RaisedBounds;
use super::names::LoopNames;
use crate::assumptions::assumptions;
use crate::loop_header::{new_results_name, result_names};
use crate::neutral::is_neutral_value;
use crate::parallelize::legality::reduces;
use crate::pending_edits::PendingEdits;
use crate::reason::Reason;
use crate::rewrite::{RootText, Side};
use ir::loops::CountedLoop;
use ir::types::Type;
use ir::{Form, Ir, OpId, ValueId, trimmed_range};
use std::ops::Range;
use syntax::ods::Combining;
use syntax::{SyntaxKind, TextRange};

/// The name of both in the affine dialect.
const PARALLEL: &str = "parallel";

pub(super) struct RaisedParallel {
    folds: Vec<Fold>,
    /// Indices into [`ir::Op::operands`].
    inits: Range<usize>,
}

/// One value that the iterations give and one operation folds.
struct Fold {
    combining: &'static Combining,
    /// The operation that combines two of them.
    operation: OpId,
    ty: Type,
    /// Index of the operand of the terminator.
    term: usize,
}

impl RaisedParallel {
    pub(super) fn of(ir: &Ir, op: OpId, counted: &CountedLoop<'_>) -> Result<Self, Reason> {
        let data = &ir.ops[op];
        let refused = |text: &str| Err(Reason::new(format!("`{}` {text}", data.name)));
        if !counted.carried().is_empty() {
            return refused("gives tensors");
        }
        let Some(first) = data.operands.len().checked_sub(data.results.len()) else {
            return refused("has results without initial values");
        };
        let inits = first..data.operands.len();
        if inits.is_empty() {
            return Ok(Self { folds: Vec::new(), inits });
        }
        let Some(end) = ir.blocks[counted.body].ops.last().map(|it| &ir.ops[*it]) else {
            return refused("has no end");
        };
        let terms = data.results.iter().zip(&end.regions).enumerate();
        let folds = terms.map(|(term, (result, region))| {
            let ty = ir.values[*result].ty.clone();
            let (operation, combining) = combining(ir, *ir.regions[*region].blocks.first()?)?;
            reduces(combining, &ty).then_some(Fold { combining, operation, ty, term })
        });
        match folds.collect::<Option<Vec<_>>>() {
            Some(folds) if folds.len() == inits.len() => Ok(Self { folds, inits }),
            _ => refused("reduces by something that `affine.parallel` cannot"),
        }
    }

    pub(super) fn write(
        &self,
        op: OpId,
        (dims, names): (&[RaisedBounds], &LoopNames<'_>),
        edits: &mut PendingEdits<'_, '_>,
    ) -> Option<()> {
        let source = edits.source;
        let ir = source.ir;
        let data = &ir.ops[op];
        (0..data.operands.len()).for_each(|it| edits.forget(op, it));
        edits.replace(data.name_pointer.range, format!("affine.{PARALLEL}"));
        let node = source.operation(op)?;
        let variables = node.children().find(|it| it.kind() == SyntaxKind::BLOCK_ARGUMENT_LIST)?;
        let rest = TextRange::new(trimmed_range(&variables).end(), source.header(op)?.end());
        let list = |side| {
            let bounds = dims.iter().map(|it| it.parallel_bound(names, side));
            bounds.collect::<Vec<_>>().join(", ")
        };
        let mut text = format!(" = ({}) to ({})", list(Side::Lower), list(Side::Upper));
        if dims.iter().any(|it| it.step != 1) {
            let steps: Vec<_> = dims.iter().map(|it| it.step.to_string()).collect();
            text.push_str(&format!(" step ({})", steps.join(", ")));
        }
        if !self.folds.is_empty() {
            let kinds: Vec<_> =
                self.folds.iter().map(|it| format!("\"{}\"", it.combining.atomic_kind)).collect();
            text.push_str(&format!(" reduce ({}) -> ({})", kinds.join(", "), self.types()));
        }
        edits.replace(rest, text);
        self.write_end(op, names, edits)?;
        match self.starts_neutral(source, op) {
            true => Some(()),
            false => self.fold_inits_in(op, names, edits),
        }
    }

    /// The results that get names of their own, since each is computed after the loop.
    pub(super) fn renamed_results<'r>(&self, source: &RootText<'r>, op: OpId) -> &'r [ValueId] {
        match self.folds.len() > 1 && !self.starts_neutral(source, op) {
            true => &source.ir.ops[op].results,
            false => &[],
        }
    }

    fn types(&self) -> String {
        self.folds.iter().map(|it| it.ty.to_string()).collect::<Vec<_>>().join(", ")
    }

    fn write_end(&self, op: OpId, names: &LoopNames<'_>, edits: &mut PendingEdits<'_, '_>) -> Option<()> {
        let source = edits.source;
        let ir = source.ir;
        let end = ir.blocks[ir.body(op)?].ops.last().copied().filter(|it| ir.ops[*it].is_terminator());
        let Some(end) = end else { return Some(()) };
        if self.folds.is_empty() {
            edits.remove(end);
            return Some(());
        }
        let terms = self.folds.iter().map(|it| ir.ops[end].operands.get(it.term)?.value);
        let terms = terms.collect::<Option<Vec<ValueId>>>()?;
        edits.forget_all(end);
        terms.iter().for_each(|it| edits.mention(*it));
        let terms: Vec<_> = terms.iter().map(|it| names.of_value(*it)).collect();
        let node = source.operation(end)?;
        let dictionary = node.children().find(|it| it.kind() == SyntaxKind::DICTIONARY);
        let dictionary =
            dictionary.map_or_else(String::new, |it| format!("{} ", it.text().to_string().trim()));
        let text = format!("affine.yield {dictionary}{} : {}", terms.join(", "), self.types());
        edits.replace(ir.ops[end].pointer.range, text);
        Some(())
    }

    /// Whether all initial values change nothing.
    fn starts_neutral(&self, source: &RootText<'_>, op: OpId) -> bool {
        let ir = source.ir;
        let inits = ir.ops[op].operands.get(self.inits.clone()).unwrap_or_default();
        let mut pairs = self.folds.iter().zip(inits);
        pairs.all(|(fold, init)| {
            init.value.is_some_and(|it| is_neutral_value(source, it, fold.combining.neutral))
        })
    }

    /// Folds the initial values in after the loop.
    fn fold_inits_in(&self, op: OpId, names: &LoopNames<'_>, edits: &mut PendingEdits<'_, '_>) -> Option<()> {
        let source = edits.source;
        let ir = source.ir;
        let data = &ir.ops[op];
        let name = new_results_name(source, op, edits.fresh())?;
        let count = self.folds.len();
        let (first, last) = (data.results.first()?, data.results.last()?);
        let place = |it: &ValueId| Some(ir.values[*it].pointer?.range);
        let of_several = if count > 1 { format!(":{count}") } else { String::new() };
        edits.replace(place(first)?.cover(place(last)?), format!("{name}{of_several}"));
        let partial = result_names(&name, count);
        let line_break = format!("{}{}", source.line_break(), source.indentation(data.pointer.range));
        let mut lines = String::new();
        for (index, fold) in self.folds.iter().enumerate() {
            let result = *data.results.get(index)?;
            if !edits.mentions(result) {
                continue;
            }
            let name = names.of_value(result);
            if count > 1 {
                edits.rename(result, &name);
            }
            let init = data.operands.get(self.inits.start + index)?.value?;
            edits.mention(init);
            lines.push_str(&format!(
                "{line_break}{name} = arith.{} {}, {}{} : {}",
                fold.combining.atomic_kind,
                names.of_value(init),
                partial.get(index)?,
                attributes(source, fold.operation)?,
                fold.ty
            ));
        }
        edits.replace(TextRange::empty(data.pointer.range.end()), lines);
        Some(())
    }
}

/// The operation that a block combines its two arguments by, if that is all that it does.
fn combining(ir: &Ir, block: ir::BlockId) -> Option<(OpId, &'static Combining)> {
    let data = &ir.blocks[block];
    let ([first, second], [operation, end]) = (&data.arguments[..], &data.ops[..]) else { return None };
    let combined = &ir.ops[*operation];
    let [left, right] = combined.operands.as_slice() else { return None };
    let operands = [left.value?, right.value?];
    let is_all = operands == [*first, *second] || operands == [*second, *first];
    let given = ir.ops[*end].operands.first()?.value;
    let is_given = given.is_some() && given == combined.results.first().copied();
    Some((*operation, combined.combining().filter(|_| is_all && is_given)?))
}

/// The flags and attributes of a combination, but for promises that another order of the terms may break.
fn attributes(source: &RootText<'_>, op: OpId) -> Option<String> {
    let data = &source.ir.ops[op];
    let node = source.operation(op)?;
    let colon = node.children_with_tokens().find(|it| it.kind() == SyntaxKind::COLON);
    let (Some(colon), Form::Custom) = (colon, data.form) else { return Some(String::new()) };
    let range = TextRange::new(data.operands.last()?.pointer.range.end(), colon.text_range().start());
    let left_out = assumptions(&node).into_iter().map(|it| (it, String::new())).collect();
    Some(source.written(range, left_out)?.trim_end().to_owned())
}
