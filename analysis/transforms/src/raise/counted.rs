//! Loops of `scf` that count as loops of the affine dialect.

use super::bounds::RaisedBounds;
use super::end::raised_end;
use super::expressions::Expressions;
use super::names::LoopNames;
use super::parallel::RaisedParallel;
use super::progression::Progression;

use crate::pending_edits::PendingEdits;
use crate::reason::Reason;
use crate::rewrite::{RootText, Side};
use ir::types::Type;
use ir::{Ir, OpId, ValueId, value_name};
use polyhedral::dependence::affine_form::Leaf;
use polyhedral::loops::uncounted;
use syntax::{SyntaxKind, TextRange};

pub(super) struct RaisedLoop {
    pub(super) dims: Vec<RaisedBounds>,
    parallel: Option<RaisedParallel>,
}

impl RaisedLoop {
    pub(super) fn of(expressions: &Expressions<'_>, op: OpId) -> Result<Self, Reason> {
        let ir = expressions.ir;
        if let Some(counted) = ir.counted_while(op) {
            let upper = value_name(ir, counted.upper);
            return Err(Reason::new(format!(
                "`{}`: it counts up to {upper}, by a condition",
                ir.ops[op].name
            )));
        }
        let Some(counted) = ir.counted_loop(op) else {
            return Err(Reason::new(format!("`{}`: {}", ir.ops[op].name, uncounted::reason(ir, op))));
        };
        let dims = counted.dims.iter().map(|it| RaisedBounds::of(expressions, op, it));
        let dims = dims.collect::<Result<Vec<_>, Reason>>()?;
        let parallel = match counted.is_parallel {
            true => Some(RaisedParallel::of(ir, op, &counted)?),
            false => None,
        };
        Ok(Self { dims, parallel })
    }

    pub(super) fn write(
        &self,
        op: OpId,
        names: &LoopNames<'_>,
        edits: &mut PendingEdits<'_, '_>,
    ) -> Option<()> {
        let source = edits.source;
        for bound in self.dims.iter().flat_map(|it| [&it.lower, &it.upper]) {
            bound.values(source.ir).for_each(|it| edits.mention(it));
        }
        for progression in self.dims.iter().filter_map(|it| it.progression.as_ref()) {
            progression.values(source.ir).for_each(|it| edits.mention(it));
        }
        match &self.parallel {
            Some(parallel) => parallel.write(op, (&self.dims, names), edits),
            None => self.write_for(op, names, edits),
        }
    }

    pub(super) fn leaves(&self) -> Vec<Leaf> {
        let bounds = self.dims.iter().flat_map(|it| [&it.lower.leaves, &it.upper.leaves]);
        let passed = self.dims.iter().filter_map(|it| it.progression.as_ref()).map(Progression::leaves);
        bounds.chain(passed).flatten().copied().collect()
    }

    fn write_for(&self, op: OpId, names: &LoopNames<'_>, edits: &mut PendingEdits<'_, '_>) -> Option<()> {
        let source = edits.source;
        let ir = source.ir;
        let data = &ir.ops[op];
        let [dim] = self.dims.as_slice() else { return None };
        let [lower, upper, step, ..] = data.operands.as_slice() else { return None };
        (0..3).for_each(|it| edits.forget(op, it));
        edits.replace(data.name_pointer.range, format!("affine.{}", data.name_in_dialect()));
        edits.replace(
            lower.pointer.range,
            names.leaves(&dim.lower.leaves).bound(Side::Lower, &dim.lower.form),
        );
        let mut text = names.leaves(&dim.upper.leaves).bound(Side::Upper, &dim.upper.form);
        if dim.step != 1 {
            text.push_str(&format!(" step {}", dim.step));
        }
        edits.replace(upper.pointer.range.cover(step.pointer.range), text);
        self.write_without_type(op, edits);
        if let Some(end) = ir.blocks[ir.body(op)?].ops.last() {
            raised_end(*end, edits);
        }
        Some(())
    }

    /// Leaves out `unsigned`, which has been proven to make no difference, and the type of the variable.
    fn write_without_type(&self, op: OpId, edits: &mut PendingEdits<'_, '_>) -> Option<()> {
        let source = edits.source;
        let node = source.operation(op)?;
        let mut children = node.children_with_tokens().filter(|it| !it.kind().is_trivia()).peekable();
        while let Some(child) = children.next() {
            let next = children.peek().map(|it| it.text_range());
            match (child.kind(), next) {
                (SyntaxKind::REGION, _) => break,
                (SyntaxKind::BARE_ID, Some(next)) if source.slice(child.text_range()) == "unsigned" => {
                    edits.replace(TextRange::new(child.text_range().start(), next.start()), "");
                }
                (SyntaxKind::COLON, Some(_)) => {
                    let ty = children.next()?;
                    let end = children.peek()?.text_range().start();
                    edits.replace(
                        TextRange::new(child.text_range().start(), end.max(ty.text_range().end())),
                        "",
                    );
                }
                _ => {}
            }
        }
        Some(())
    }

    /// The results that get names of their own.
    pub(super) fn renamed_results<'r>(&self, source: &RootText<'r>, op: OpId) -> &'r [ValueId] {
        self.parallel.as_ref().map_or(&[], |it| it.renamed_results(source, op))
    }

    /// The dimensions whose variable differs from the number that the loop counts by.
    pub(super) fn counts_otherwise<'b>(
        &'b self,
        ir: &'b Ir,
        op: OpId,
    ) -> impl Iterator<Item = (OpId, usize)> + 'b {
        let variable = move |dim: usize| ir.induction_variable(op, dim);
        let is_index = move |dim: usize| variable(dim).is_none_or(|it| ir.values[it].ty == Type::Index);
        let dims = self.dims.iter().enumerate();
        dims.filter(move |(dim, it)| it.progression.is_some() || !is_index(*dim)).map(move |it| (op, it.0))
    }

    /// Gives variables that differ from the loop's own counter another name, and computes them from it where they are
    /// still mentioned.
    pub(super) fn name_variables(
        &self,
        op: OpId,
        names: &LoopNames<'_>,
        edits: &mut PendingEdits<'_, '_>,
    ) -> Option<()> {
        let source = edits.source;
        let ir = source.ir;
        for (op, dim) in self.counts_otherwise(ir, op) {
            let (variable, bounds) = (ir.induction_variable(op, dim)?, self.dims.get(dim)?);
            let data = &ir.values[variable];
            let name = names.of_variable(op, dim);
            if edits.mentions(variable) {
                let opening = source.opening(op);
                let start = source.regions(op).first()?.start();
                let at = start + syntax::TextSize::of(&*opening);
                let definition = match &bounds.progression {
                    Some(progression) => progression.definition(names, &name),
                    None => format!("arith.index_cast {name} : index to {}", data.ty),
                };
                let (line_break, indentation) = (source.line_break(), source.inner_indentation(op));
                let variable = value_name(ir, variable);
                edits.replace(
                    TextRange::empty(at),
                    format!("{line_break}{indentation}{variable} = {definition}"),
                );
            }
            edits.replace(data.pointer?.range, name);
        }
        Some(())
    }
}
