//! The arithmetic that computes an operand becomes part of the map that it is given to, or an `affine.apply`.

use super::super::symbol_to_dimension::passed_as_dimension;
use super::super::{FixContext, edit, trimmed};
use crate::diagnostic::Fix;
use ir::ValueId;
use ir::affine::AffineExpr;
use ir::affine::symbols::{Symbols, Validity};
use ir::types::Type;
use polyhedral::dependence::affine_form::AffineForms;
use polyhedral::value_expression::simplified;
use syntax::SyntaxKind;
use transforms::rewrite::Leaves;

/// The operand as an affine expression of dimensions and symbols.
pub(super) fn raised(ctx: &FixContext<'_>) -> Option<Fix> {
    let (ir, user, value) = ctx.operand()?;
    let symbols = Symbols::new(ir);
    let scope = symbols.scope(user);
    let is_dimension = |value: ValueId| {
        let is_index = ir.values[value].ty == Type::Index && ir.constant(value).is_none();
        is_index && symbols.dim(value, scope) == Validity::Valid
    };
    let mut forms = AffineForms::new(ir, &is_dimension);
    let expression = simplified(&forms.value(user, value).ok()?);
    let mut leaves = Leaves::default();
    for leaf in forms.leaves {
        let value = leaf.value(ir).filter(|it| is_dimension(*it))?;
        leaves.dim(&ir::value_name(ir, value));
    }
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
