//! The text of a nest without the affine dialect.

use super::arithmetic::Arithmetic;
use crate::neutral::literal;
use crate::pending_edits::PendingEdits;
use crate::rewrite::{Edits, FreshNames, Leaves, RootText, Side};
use ir::affine::AffineExpr;
use ir::memory_effects::subtree;
use ir::{AppliedMap, BlockId, Ir, OpId, OpKind, Parallel, ValueId, trimmed_range, value_name};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use syntax::ods::{Combining, Registry};
use syntax::{SyntaxKind, TextRange, TextSize};

pub(super) struct Lowered<'s, 'a> {
    source: &'s RootText<'a>,
    edits: PendingEdits<'s, 'a>,
    arithmetic: Arithmetic,
    /// Of values that were computed by a map that only hands them on.
    names: FxHashMap<ValueId, String>,
    start: Start,
}

/// Where new constants are defined, and the blanks in front of them.
enum Start {
    /// In front of an operation.
    Before(TextSize, String),
    /// After a brace.
    After(TextSize, String),
}

impl<'s, 'a> Lowered<'s, 'a> {
    /// Of nests, or of a function.
    pub(super) fn of(source: &'s RootText<'a>, roots: &[OpId]) -> Option<Self> {
        let ir = source.ir;
        let first = around_all(ir, roots)?;
        let range = ir.ops[first].pointer.range;
        let (start, known) = match ir.ops[first].is_function_or_module() {
            true => {
                let opening = TextSize::of(&*source.opening(first));
                let at = source.regions(first).first()?.start() + opening;
                (Start::After(at, source.inner_indentation(first)), BTreeMap::new())
            }
            false => {
                let at = source.with_comments_above(range).start();
                (Start::Before(at, source.indentation(range).to_owned()), constants_before(ir, first))
            }
        };
        let arithmetic = Arithmetic::new(FreshNames::of(ir), known);
        let (edits, names) = (PendingEdits::of(source), FxHashMap::default());
        let mut lowered = Self { source, edits, arithmetic, names, start };
        for op in roots.iter().flat_map(|it| subtree(ir, *it)) {
            lowered.operation(op)?;
        }
        Some(lowered)
    }

    pub(super) fn edits(mut self) -> Option<Edits> {
        let line_break = self.source.line_break();
        let defined = self.arithmetic.defined.iter();
        let (at, lines): (_, String) = match &self.start {
            Start::Before(at, blanks) => {
                (at, defined.map(|it| format!("{it}{line_break}{blanks}")).collect())
            }
            Start::After(at, blanks) => (at, defined.map(|it| format!("{line_break}{blanks}{it}")).collect()),
        };
        self.edits.insert_first(*at, lines);
        self.edits.into_edits()
    }

    fn operation(&mut self, op: OpId) -> Option<()> {
        let ir = self.source.ir;
        match &ir.ops[op].kind {
            OpKind::For(it) => {
                let lower = self.bound(op, &it.lower, Side::Lower, None)?;
                let upper = self.bound(op, &it.upper, Side::Upper, None)?;
                let step = self.arithmetic.constant(it.step?);
                self.insert_lines(op);
                self.rename(op, &scf("for"));
                let (first, last) = (
                    self.source.piece(op, SyntaxKind::LOWER_BOUND)?,
                    self.source.piece(op, SyntaxKind::UPPER_BOUND)?,
                );
                let last = self.source.piece(op, SyntaxKind::STEP).unwrap_or(last);
                self.edits.replace(first.cover(last), format!("{lower} to {upper} step {step}"));
                self.end(op);
            }
            OpKind::Parallel(it) => self.parallel(op, it)?,
            OpKind::If(it) => {
                let mut leaves = Leaves::default();
                let condition = (it.condition.set.as_ref()?, &it.condition.operands);
                let names = &self.names;
                let constraints = leaves
                    .constraints(ir, op, condition, &mut |leaves, value, _| leaf(ir, names, leaves, value))?;
                let holds = self.arithmetic.condition(&leaves, &constraints)?;
                self.insert_lines(op);
                self.rename(op, &scf("if"));
                self.edits.replace(self.source.piece(op, SyntaxKind::MAP_APPLICATION)?, holds);
                self.end(op);
            }
            OpKind::Access(it) => {
                let (leaves, results) = self.results(op, &it.subscripts)?;
                let subscripts = results.iter().map(|it| self.arithmetic.value(&leaves, it, None));
                let subscripts = subscripts.collect::<Option<Vec<_>>>()?.join(", ");
                self.insert_lines(op);
                let name = ir.ops[op].name_in_dialect();
                let plain = match name.strip_prefix("vector_") {
                    Some(name) => format!("vector.{name}"),
                    None => format!("memref.{name}"),
                };
                self.rename(op, &plain);
                self.edits.replace(self.source.piece(op, SyntaxKind::SUBSCRIPTS)?, format!("[{subscripts}]"));
            }
            OpKind::Apply(it) => self.computed(op, it, Side::Lower)?,
            OpKind::Max(it) => self.computed(op, it, Side::Lower)?,
            OpKind::Min(it) => self.computed(op, it, Side::Upper)?,
            _ => {}
        }
        // A value that was handed on has another name; places that are written anew know it already.
        for operand in &ir.ops[op].operands {
            if let Some(name) = operand.value.and_then(|it| self.names.get(&it)) {
                self.edits.replace(operand.pointer.range, name.clone());
            }
        }
        Some(())
    }

    fn rename(&mut self, op: OpId, name: &str) {
        self.edits.replace(self.source.ir.ops[op].name_pointer.range, name);
    }

    fn results(&self, op: OpId, applied: &AppliedMap) -> Option<(Leaves, Vec<AffineExpr>)> {
        let (ir, names) = (self.source.ir, &self.names);
        let mut leaves = Leaves::default();
        let results =
            leaves.results(ir, op, applied, &mut |leaves, value, _| leaf(ir, names, leaves, value))?;
        Some((leaves, results))
    }

    fn bound(&mut self, op: OpId, applied: &AppliedMap, side: Side, result: Option<&str>) -> Option<String> {
        let (leaves, results) = self.results(op, applied)?;
        self.arithmetic.bound(&leaves, side, &results, result)
    }

    /// Puts the arithmetic that has been written in front of an operation.
    fn insert_lines(&mut self, op: OpId) {
        let lines = self.arithmetic.take_lines();
        self.insert(op, &lines);
    }

    fn insert(&mut self, op: OpId, lines: &[String]) {
        let range = self.source.ir.ops[op].pointer.range;
        let separator = format!("{}{}", self.source.line_break(), self.source.indentation(range));
        let lines: String = lines.iter().map(|it| format!("{it}{separator}")).collect();
        if !lines.is_empty() {
            self.edits.replace(TextRange::empty(range.start()), lines);
        }
    }

    /// An operation that computes the results of a map.
    fn computed(&mut self, op: OpId, applied: &AppliedMap, side: Side) -> Option<()> {
        let ir = self.source.ir;
        let result = *ir.ops[op].results.first()?;
        let name = value_name(ir, result);
        let found = self.bound(op, applied, side, Some(&name))?;
        let range = ir.ops[op].pointer.range;
        let mut lines = self.arithmetic.take_lines();
        if found == name {
            let last = lines.pop()?;
            self.edits.replace(range, last);
        } else {
            self.names.insert(result, found);
            self.edits.replace(self.source.lines_of(range), "");
        }
        self.insert(op, &lines);
        Some(())
    }

    /// The ends of an operation's regions.
    fn end(&mut self, op: OpId) {
        let ir = self.source.ir;
        let blocks = ir.ops[op].regions.iter().filter_map(|it| ir.regions[*it].blocks.first());
        let ends = blocks.filter_map(|it| ir.blocks[*it].ops.last());
        let ends: Vec<OpId> = ends.copied().filter(|it| matches!(ir.ops[*it].kind, OpKind::Yield)).collect();
        ends.into_iter().for_each(|it| self.rename(it, &scf("yield")));
    }

    fn parallel(&mut self, op: OpId, header: &Parallel) -> Option<()> {
        let ir = self.source.ir;
        let data = &ir.ops[op];
        let mut list = |bounds: &[AppliedMap], side| {
            let names = bounds.iter().map(|it| self.bound(op, it, side, None));
            Some(names.collect::<Option<Vec<_>>>()?.join(", "))
        };
        let (lower, upper) = (list(&header.lower, Side::Lower)?, list(&header.upper, Side::Upper)?);
        let steps = header.steps.as_ref()?.iter().map(|it| self.arithmetic.constant(*it));
        let steps = steps.collect::<Vec<_>>().join(", ");
        let folds = header.reductions.iter().zip(&data.results).map(|(kind, result)| {
            let combining = Combining::of_atomic_kind(kind)?;
            Some((
                Registry::computing(combining.semantics)?,
                combining.neutral,
                ir.values[*result].ty.to_string(),
                *result,
            ))
        });
        let folds = folds.collect::<Option<Vec<_>>>()?;
        let mut inits = Vec::new();
        for (_, neutral, ty, result) in &folds {
            let literal = literal(*neutral, &ir.values[*result].ty)?;
            inits.push(self.arithmetic.define(format_args!("arith.constant {literal} : {ty}"), None));
        }
        self.insert_lines(op);
        self.rename(op, &scf("parallel"));
        let node = self.source.operation(op)?;
        let variables = node.children().find(|it| it.kind() == SyntaxKind::BLOCK_ARGUMENT_LIST)?;
        let rest = TextRange::new(trimmed_range(&variables).end(), self.source.header(op)?.end());
        let types: Vec<&str> = folds.iter().map(|it| it.2.as_str()).collect();
        let mut text = format!(" = ({lower}) to ({upper}) step ({steps})");
        if !folds.is_empty() {
            text.push_str(&format!(" init ({}) -> ({})", inits.join(", "), types.join(", ")));
        }
        self.edits.replace(rest, text);
        let Some(end) = self.source.terminator(op) else { return Some(()) };
        if folds.is_empty() {
            self.edits.replace(self.source.lines_of(ir.ops[end].pointer.range), "");
            return Some(());
        }
        let terms = ir.ops[end].operands.iter().map(|it| {
            let value = it.value?;
            Some(self.names.get(&value).cloned().unwrap_or_else(|| value_name(ir, value)))
        });
        let terms = terms.collect::<Option<Vec<_>>>()?.join(", ");
        let range = ir.ops[end].pointer.range;
        let blanks = format!("{}{}", self.source.line_break(), self.source.indentation(range));
        let regions = folds.iter().map(|(operation, _, ty, _)| {
            let names = ["%left", "%right", "%both"].map(|it| self.arithmetic.fresh.named(it));
            let [left, right, both] = names;
            format!(
                "{{{blanks}^bb0({left}: {ty}, {right}: {ty}):{blanks}  {both} = {operation} {left}, {right} : {ty}\
                 {blanks}  scf.reduce.return {both} : {ty}{blanks}}}"
            )
        });
        let regions = regions.collect::<Vec<_>>().join(", ");
        self.edits.replace(range, format!("scf.reduce({terms} : {}) {regions}", types.join(", ")));
        Some(())
    }
}

fn scf(name: &str) -> String {
    format!("scf.{name}")
}

/// A value by its name, or the constant that it is.
fn leaf(ir: &Ir, names: &FxHashMap<ValueId, String>, leaves: &mut Leaves, value: ValueId) -> AffineExpr {
    match (ir.constant(value), names.get(&value)) {
        (Some(constant), _) => AffineExpr::Constant(constant),
        (None, Some(name)) => leaves.dim(name),
        (None, None) => leaves.dim(&value_name(ir, value)),
    }
}

/// The first of the operations, or the operation around it in a block that is around all of them.
fn around_all(ir: &Ir, roots: &[OpId]) -> Option<OpId> {
    let first = *roots.first()?;
    let is_around = |block: BlockId, op: OpId| {
        std::iter::once(op).chain(ir.ancestors(op)).any(|it| ir.ops[it].block == block)
    };
    std::iter::once(first)
        .chain(ir.ancestors(first))
        .find(|it| roots.iter().all(|root| is_around(ir.ops[*it].block, *root)))
}

/// The names of the index constants that are defined in front of a nest, in its block or around.
fn constants_before(ir: &Ir, root: OpId) -> BTreeMap<i64, String> {
    let mut found = BTreeMap::new();
    for op in std::iter::once(root).chain(ir.ancestors(root)) {
        let before = ir.blocks[ir.ops[op].block].ops.iter().take_while(|it| **it != op);
        for result in before.flat_map(|it| &ir.ops[*it].results) {
            if let Some(value) =
                ir.constant(*result).filter(|_| ir.values[*result].ty == ir::types::Type::Index)
            {
                found.entry(value).or_insert_with(|| value_name(ir, *result));
            }
        }
        if ir.ops[op].is_isolated_from_above() {
            break;
        }
    }
    found
}
