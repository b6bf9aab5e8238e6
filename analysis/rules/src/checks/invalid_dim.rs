//! `invalid-dim`: an operand in dimension position that is neither a symbol nor computed from loop indices.
//!
//! Quick fixes: a way to a dimension, and the access of `memref` or `vector`, which takes any index.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, access_by_values, affine_operand, edit, fix, trimmed};
use crate::map_operands::{Asked, asked_operands, is_other_type, report_invalid, validity};
use ir::affine::symbols::Validity;
use ir::{AccessOp, Form, OpKind};
use syntax::SyntaxKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let is_prefetch = matches!(&op.kind, OpKind::Access(it) if it.op == AccessOp::Prefetch);
        // In generic form affine.if takes operands of any type: no other rule looks at them.
        let any_type = op.form == Form::Generic && matches!(op.kind, OpKind::If(_));
        for (index, asked) in asked_operands(op) {
            let Some(value) = op.operands.get(index).and_then(|it| it.value) else { continue };
            if asked != Asked::Dim && !is_prefetch || is_other_type(ctx, value) && !any_type {
                continue;
            }
            if let Validity::Invalid(why) = validity(ctx, id, value, Asked::Dim) {
                let message = format!("cannot be a dimension here: {}", why.reason);
                report_invalid(report, op, index, &message, &why);
            }
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let mut found = affine_operand::fixes(ctx).unwrap_or_default();
    found.extend(access_of_any_index(ctx).into_iter().flatten());
    Some(found)
}

fn access_of_any_index(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let op = ctx.operation()?;
    let child = |kind| op.children().find(|it| it.kind() == kind);
    let (name, subscripts) = (child(SyntaxKind::OP_NAME)?, child(SyntaxKind::SUBSCRIPTS)?);
    let today = access_by_values(ctx.registry(), &ctx.text_of(trimmed(&name)))?;
    // Expressions and numbers would have to be computed first.
    if subscripts.children().any(|it| it.kind() != SyntaxKind::AFFINE_VALUE) {
        return None;
    }
    fix(format!("change to {today}"), vec![edit(trimmed(&name), &*today)])
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn arithmetic_on_an_index() {
        check(
            r#"
func.func @f(%buf: memref<64xf32>) {
  affine.for %i = 0 to 8 {
           //^^ related: %i is the index of this affine.for: a dimension, because it changes inside
    %sq = "arith.muli"(%i, %i) : (index, index) -> index
  //^^^ related: %sq is computed here
    %x = affine.load %buf[%sq] : memref<64xf32>
                        //^^^ error invalid-dim: %sq cannot be a dimension here: it is computed by arith.muli from the loop index %i
  }
  return
}"#,
        );
    }
}
