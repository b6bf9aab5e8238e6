//! Quick fix of `negative-divisor`: rounds the other way and negates: `e floordiv -c` is `-(e ceildiv c)`.

use crate::diagnostic::Fix;
use crate::fixes::{FixContext, edit, fix, tokens_of, trimmed};
use ir::affine::{ValueInputs, lower_value_expression};
use syntax::SyntaxKind;
use syntax::ast::{self, AstNode};

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let mut around = ctx.root.covering_element(ctx.range).ancestors();
    let binary = around.find(|it| {
        it.kind() == SyntaxKind::AFFINE_BINARY
            && it.children().filter(|it| it.kind().is_affine_expression()).nth(1).map(|it| trimmed(&it))
                == Some(ctx.range)
    })?;
    let mut sides = ast::children::<ast::AffineExpression>(&binary);
    let (left, right) = (sides.next()?, sides.next()?);
    let divisor = lower_value_expression(&right, &mut ValueInputs::default())?.folded().as_constant()?;
    let divisor = divisor.checked_neg().filter(|it| *it > 0)?;
    let operator = tokens_of(&binary).find_map(|it| match it.text() {
        "floordiv" => Some("ceildiv"),
        "ceildiv" => Some("floordiv"),
        _ => None,
    })?;
    let text = format!("-({} {operator} {divisor})", ctx.text_of(trimmed(left.syntax())));
    // A minus may bind less than the operator around it.
    let is_operand = binary
        .parent()
        .is_some_and(|it| matches!(it.kind(), SyntaxKind::AFFINE_BINARY | SyntaxKind::AFFINE_NEGATION));
    let text = if is_operand { format!("({text})") } else { text };
    fix(format!("write {text}"), vec![edit(trimmed(&binary), text)])
}
