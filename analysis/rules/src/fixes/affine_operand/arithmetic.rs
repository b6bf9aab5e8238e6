//! The arithmetic that computes an operand becomes part of the map that it is given to, or an `affine.apply`.

use super::super::symbol_to_dimension::passed_as_dimension;
use super::super::{FixContext, edit, trimmed};
use crate::diagnostic::Fix;
use ir::affine::symbols::{Symbols, Validity};
use ir::affine::{AffineExpr, BinaryOp};
use ir::types::Type;
use ir::{Ir, OpKind, RegionId, ValueId};
use polyhedral::value_expression::simplified;
use syntax::SyntaxKind;
use syntax::ods::Semantics;
use syntax::ods::semantics::Integer;
use transforms::rewrite::Leaves;

/// Longer chains are left alone.
const MOST_STEPS: usize = 32;

/// The operand as an affine expression of dimensions and symbols.
pub(super) fn raised(ctx: &FixContext<'_>) -> Option<Fix> {
    let (ir, user, value) = ctx.operand()?;
    let symbols = Symbols::new(ir);
    let mut reader =
        Reader { ir, scope: symbols.scope(user), symbols, leaves: Leaves::default(), left: MOST_STEPS };
    let expression = simplified(&reader.value(value)?);
    let leaves = reader.leaves;
    let node = ctx.around(SyntaxKind::VALUE_USE)?;
    let around = node.parent()?;
    let (title, edits) = match around.kind() {
        SyntaxKind::AFFINE_VALUE => {
            let text = leaves.expression(&expression);
            let is_whole = around
                .parent()
                .is_some_and(|it| matches!(it.kind(), SyntaxKind::SUBSCRIPTS | SyntaxKind::PARALLEL_BOUNDS));
            let is_leaf = matches!(expression, AffineExpr::Dim(_) | AffineExpr::Constant(_));
            let text = if is_whole || is_leaf { text } else { format!("({text})") };
            (format!("write {text}"), vec![edit(trimmed(&around), text)])
        }
        SyntaxKind::LOWER_BOUND | SyntaxKind::UPPER_BOUND => {
            let text = leaves.map_use(std::slice::from_ref(&expression));
            (format!("write {text}"), vec![edit(ctx.range, text)])
        }
        kind => {
            let name = ctx.fresh_name(ctx.text().split('#').next()?);
            let line = format!("{name} = {}", leaves.definition(&expression));
            let mut edits = vec![ctx.line_before(&ctx.operation()?, &line)];
            edits.extend(match kind {
                SyntaxKind::SYMBOL_OPERANDS => passed_as_dimension(&node, &around, &name)?,
                SyntaxKind::DIM_OPERANDS | SyntaxKind::OPERAND_LIST => vec![edit(ctx.range, &*name)],
                _ => return None,
            });
            (format!("compute {} by affine.apply", ctx.text()), edits)
        }
    };
    Some(Fix { title, edits, modernizes: false, guesses: false })
}

struct Reader<'a> {
    ir: &'a Ir,
    scope: RegionId,
    symbols: Symbols<'a>,
    leaves: Leaves,
    left: usize,
}

impl Reader<'_> {
    /// An expression that is equal as long as no number overflows, as affine maps take for granted.
    fn value(&mut self, value: ValueId) -> Option<AffineExpr> {
        self.left = self.left.checked_sub(1)?;
        let ir = self.ir;
        if ir.values[value].ty != Type::Index {
            return None;
        }
        let op = ir.defining_op(value);
        if let Some(OpKind::ConstantInteger(constant)) = op.map(|it| &ir.ops[it].kind) {
            return Some(AffineExpr::Constant(*constant));
        }
        if self.symbols.dim(value, self.scope) == Validity::Valid {
            return Some(self.leaves.dim(&ir::value_name(ir, value)));
        }
        let op = op?;
        if let OpKind::Apply(applied) = &ir.ops[op].kind {
            let map = applied.map.as_ref()?;
            let [result] = &*map.results else { return None };
            let operands: Vec<_> = ir.operand_values(op, &applied.operands).collect();
            let operands = operands.into_iter().map(|it| self.value(it?)).collect::<Option<Vec<_>>>()?;
            return substituted(result, map.dims, &operands);
        }
        let [left, right] = &*ir.ops[op].operands else { return None };
        let Some(Semantics::Integer(operation)) = ir.ops[op].semantics() else { return None };
        let (left, right) = (self.value(left.value?)?, self.value(right.value?)?);
        combined(operation, left, right)
    }
}

fn combined(operation: Integer, left: AffineExpr, right: AffineExpr) -> Option<AffineExpr> {
    let is_positive = right.as_constant().is_some_and(|it| it > 0);
    let (kind, right) = match operation {
        Integer::Add => (BinaryOp::Add, right),
        Integer::Sub => (BinaryOp::Add, right.negated()),
        Integer::Mul if left.as_constant().is_some() || right.as_constant().is_some() => {
            (BinaryOp::Mul, right)
        }
        Integer::FloorDivSigned if is_positive => (BinaryOp::FloorDiv, right),
        Integer::CeilDivSigned if is_positive => (BinaryOp::CeilDiv, right),
        Integer::ShiftLeft => {
            let bits = right.as_constant().and_then(|it| u32::try_from(it).ok())?;
            (BinaryOp::Mul, AffineExpr::Constant(1_i64.checked_shl(bits).filter(|it| *it > 0)?))
        }
        _ => return None,
    };
    Some(AffineExpr::binary(kind, left, right))
}

fn substituted(expr: &AffineExpr, dims: usize, inputs: &[AffineExpr]) -> Option<AffineExpr> {
    Some(match expr {
        AffineExpr::Dim(index) => inputs.get(*index)?.clone(),
        AffineExpr::Symbol(index) => inputs.get(dims.checked_add(*index)?)?.clone(),
        AffineExpr::Constant(_) => expr.clone(),
        AffineExpr::Binary(kind, left, right) => {
            let (left, right) = (substituted(left, dims, inputs)?, substituted(right, dims, inputs)?);
            AffineExpr::binary(*kind, left, right)
        }
    })
}
