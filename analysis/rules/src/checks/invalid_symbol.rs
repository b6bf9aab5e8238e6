//! `invalid-symbol`: an operand in symbol position that no rule makes a symbol.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, affine_operand, symbol_to_dimension};
use crate::map_operands::{Asked, asked_operands, is_other_type, report_invalid, validity};
use ir::affine::symbols::Validity;
use ir::{AccessOp, OpKind};
use syntax::SyntaxKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        if matches!(&op.kind, OpKind::Access(it) if it.op == AccessOp::Prefetch) {
            continue;
        }
        for (index, asked) in asked_operands(op) {
            let Some(value) = op.operands.get(index).and_then(|it| it.value) else { continue };
            if asked == Asked::Dim || is_other_type(ctx, value) {
                continue;
            }
            if let Validity::Invalid(why) = validity(ctx, id, value, asked) {
                let bare = asked == Asked::BareBound && ctx.ir.loop_of_induction_variable(value).is_some();
                let hint = if bare { "; a bare bound stands for a symbol" } else { "" };
                let message = format!("cannot be a symbol here: {}{hint}", why.reason);
                report_invalid(report, op, index, &message, &why);
            }
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let (ir, _, value) = ctx.operand()?;
    let around = ctx.around(SyntaxKind::VALUE_USE)?.parent()?.kind();
    let is_bare = matches!(around, SyntaxKind::LOWER_BOUND | SyntaxKind::UPPER_BOUND);
    if is_bare && ir.loop_of_induction_variable(value).is_some() {
        let text = format!("affine_map<(d0) -> (d0)>({})", ctx.text());
        return ctx.replace("bind the index to a dimension", text);
    }
    symbol_to_dimension::fixes(ctx).or_else(|| affine_operand::fixes(ctx))
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn index_of_an_outer_loop_as_bare_bound() {
        check(
            r#"
affine.for %i = 0 to 8 {
         //^^ related: %i is the index of this affine.for: a dimension, because it changes inside
  affine.for %j = 0 to %i {
                     //^^ error invalid-symbol: %i cannot be a symbol here: it is the index of an affine loop, which is a dimension; a bare bound stands for a symbol
  }
}"#,
        );
    }

    #[test]
    fn unknown_values_are_silent() {
        check(
            r#"
func.func @f() {
  affine.for %i = 0 to 8 {
    %n = stream.op %i
    affine.for %j = 0 to %n { }
  }
  return
}"#,
        );
    }
}
