//! `scf.if` as `affine.if`: where the condition is one conjunction, or its negation is.

use super::end::raised_end;
use super::expressions::{Expressions, Over};
use super::names::LoopNames;
use crate::pending_edits::PendingEdits;
use crate::reason::Reason;
use ir::OpId;
use ir::affine::{AffineExpr, Constraint, ConstraintKind};
use ir::loops::Guard;
use polyhedral::dependence::affine_form::Leaf;
use polyhedral::value_expression::simplified;
use syntax::TextRange;

pub(super) struct RaisedCondition {
    /// Index into [`ir::Op::operands`].
    operand: usize,
    set: Over<Vec<Constraint>>,
    /// Whether the regions change places.
    is_negated: bool,
}

impl RaisedCondition {
    pub(super) fn of(expressions: &Expressions<'_>, op: OpId) -> Result<Self, Reason> {
        let ir = expressions.ir;
        let value = match ir.guard(op) {
            Some(Guard::Value(operand)) => {
                ir.ops[op].operands.get(operand).and_then(|it| Some((operand, it.value?)))
            }
            _ => None,
        };
        let Some((operand, value)) = value else { return Err(Reason::new("its condition is not known")) };
        match expressions.condition(value, true) {
            Ok(set) => Ok(Self { operand, set, is_negated: false }),
            Err(reason) => match expressions.condition(value, false) {
                Ok(set) => Ok(Self { operand, set, is_negated: true }),
                Err(_) => Err(reason),
            },
        }
    }

    pub(super) fn leaves(&self) -> &[Leaf] {
        &self.set.leaves
    }

    pub(super) fn write(
        &self,
        op: OpId,
        names: &LoopNames<'_>,
        edits: &mut PendingEdits<'_, '_>,
    ) -> Option<()> {
        let source = edits.source;
        let ir = source.ir;
        let data = &ir.ops[op];
        edits.replace(data.name_pointer.range, format!("affine.{}", data.name_in_dialect()));
        let mut constraints: Vec<_> = self.set.form.iter().map(readable).collect();
        if constraints.is_empty() {
            constraints
                .push(Constraint { expression: AffineExpr::Constant(0), kind: ConstraintKind::Equality });
        }
        edits.forget(op, self.operand);
        self.set.values(ir).for_each(|it| edits.mention(it));
        edits.replace(
            data.operands.get(self.operand)?.pointer.range,
            names.leaves(&self.set.leaves).set_use(&constraints),
        );
        for region in &data.regions {
            let last = ir.regions[*region].blocks.first().and_then(|it| ir.blocks[*it].ops.last());
            if let Some(end) = last {
                raised_end(*end, edits);
            }
        }
        match (self.is_negated, source.regions(op).as_slice()) {
            (false, _) => {}
            (true, [first, second]) => edits.swap([*first, *second]),
            (true, [only]) => {
                let blanks = source.indentation(data.pointer.range);
                edits.replace(
                    TextRange::empty(only.start()),
                    format!("{{{}{blanks}}} else ", source.line_break()),
                );
            }
            _ => return None,
        }
        Some(())
    }
}

/// The same constraint with something positive first; an equality may be negated for that.
fn readable(constraint: &Constraint) -> Constraint {
    let expression = simplified(&constraint.expression);
    let negated = || simplified(&constraint.expression.clone().negated());
    let is_shorter = |it: &AffineExpr| it.to_string().len() < expression.to_string().len();
    match constraint.kind {
        ConstraintKind::Equality if is_shorter(&negated()) => {
            Constraint { expression: negated(), ..*constraint }
        }
        kind => Constraint { expression, kind },
    }
}
