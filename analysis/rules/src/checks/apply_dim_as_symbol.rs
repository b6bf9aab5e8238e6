//! `apply-dim-as-symbol`: a dimension that affine.apply binds to a symbol of its map.

use crate::context::RuleContext;
use crate::finding::Report;
use crate::map_operands::{Asked, is_other_type, report_invalid, validity};
use ir::OpKind;
use ir::affine::symbols::Validity;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let OpKind::Apply(applied) = &op.kind else { continue };
        let inputs = applied.map.as_ref().map(|it| (it.dims, it.inputs()));
        if inputs != Some((applied.dim_operands, applied.operands.len())) {
            continue;
        }
        for index in applied.operands.clone().skip(applied.dim_operands) {
            let Some(value) = op.operands.get(index).and_then(|it| it.value) else { continue };
            if is_other_type(ctx, value) || validity(ctx, id, value, Asked::Dim) != Validity::Valid {
                continue;
            }
            if let Validity::Invalid(why) = validity(ctx, id, value, Asked::Symbol) {
                let what = match ctx.ir.loop_of_induction_variable(value) {
                    Some((of, _)) => {
                        format!("is the index of {}: a dimension, not a symbol", ctx.ir.ops[of].name)
                    }
                    None => format!("is a dimension, not a symbol: {}", why.reason),
                };
                report_invalid(report, op, index, &what, &why);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn induction_variable() {
        check(
            r#"
affine.for %i = 0 to 8 {
         //^^ related: %i is the index of this affine.for: a dimension, because it changes inside
  %0 = affine.apply affine_map<()[s0] -> (s0)>()[%i]
                                               //^^ error apply-dim-as-symbol: %i is the index of affine.for: a dimension, not a symbol
}"#,
        );
    }
}
