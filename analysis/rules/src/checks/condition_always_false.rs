//! `condition-always-false`: an `affine.if` or `scf.if` whose condition holds nowhere where it runs.

use crate::context::RuleContext;
use crate::finding::Report;
use base::database::stop_if_cancelled;
use ir::affine::AffineExpr;
use ir::loops::Guard;
use ir::{AppliedSet, OpId, Pointer, ValueId};
use polyhedral::loops::condition::{Verdict, verdict};
use presburger::Optimum;
use rustc_hash::FxHashSet;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    let stop = stop_if_cancelled(ctx.db);
    for (id, op) in ctx.ops() {
        let Some(guard) = ctx.ir.guard(id).filter(|_| !op.broken) else { continue };
        let Some(Verdict::Never { constraints, extent }) = verdict(ctx.ir, id, &stop) else { continue };
        let Guard::Set(condition) = guard else {
            if let Some(place) = guard.place(op) {
                report.add(place, "this condition never holds");
            }
            continue;
        };
        match constraints.as_slice() {
            [single] => {
                let place = ctx.constraint(condition, *single).unwrap_or(condition.pointer);
                let bound = expression(ctx, id, condition, *single).zip(extent.and_then(bound_text));
                let bound = bound.filter(|(expr, _)| expr.parse::<i64>().is_err());
                let bound = bound.map(|(expr, bound)| format!(": {expr} {bound}")).unwrap_or_default();
                let finding = report.add(place, format!("this condition never holds{bound}"));
                for variable in induction_variables(ctx, id, condition, *single) {
                    let message = format!("the loop that bounds {}", ctx.name(variable));
                    finding.related(ctx.definition(variable), message);
                }
            }
            [first, second] => {
                let place = |index: usize| -> Pointer {
                    ctx.constraint(condition, index).unwrap_or(condition.pointer)
                };
                let message = "this condition never holds: two constraints exclude each other";
                report.add(place(*first), message).related(place(*second), "the other constraint");
            }
            _ => {
                report.add(condition.pointer, "this condition never holds");
            }
        }
    }
}

/// The expression of a constraint over the names of its operands.
fn expression(ctx: &RuleContext<'_>, id: OpId, condition: &AppliedSet, index: usize) -> Option<String> {
    let set = condition.set.as_ref()?;
    let operands = ctx.ir.ops[id].operands.get(condition.operands.clone())?;
    let name = |index: usize, is_dim: bool| {
        let index = if is_dim { index } else { set.dims.saturating_add(index) };
        operands.get(index).map_or_else(|| "?".to_owned(), |it| it.name.to_string())
    };
    Some(set.constraints.get(index)?.expression.display_with(&name).to_string())
}

/// The variables of loops that a constraint mentions.
fn induction_variables(
    ctx: &RuleContext<'_>,
    id: OpId,
    condition: &AppliedSet,
    index: usize,
) -> Vec<ValueId> {
    let constraint = condition.set.as_ref().and_then(|it| it.constraints.get(index));
    let mut used = FxHashSet::default();
    if let Some(constraint) = constraint {
        constraint.expression.walk(&mut |it| {
            if let AffineExpr::Dim(index) = it {
                used.insert(*index);
            }
        });
    }
    let operands = ctx.ir.operand_values(id, &condition.operands).enumerate();
    let mentioned = operands.filter(|it| used.contains(&it.0)).filter_map(|it| it.1);
    mentioned.filter(|it| ctx.ir.loop_of_induction_variable(*it).is_some()).collect()
}

/// `is 3`, `is at most -1`.
fn bound_text((least, greatest): (Optimum, Optimum)) -> Option<String> {
    match (least, greatest) {
        (Optimum::Value(least), Optimum::Value(greatest)) if least == greatest => Some(format!("is {least}")),
        (_, Optimum::Value(greatest)) if greatest.is_negative() => Some(format!("is at most {greatest}")),
        (Optimum::Value(least), _) if least.is_positive() => Some(format!("is at least {least}")),
        _ => Some("is never 0".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn one_constraint() {
        check(
            r#"
func.func @f(%n: index) {
  affine.for %i = 0 to 8 {
           //^^ related: the loop that bounds %i
           //^^ related: the loop that bounds %i
    affine.if affine_set<(d0)[s0] : (s0 >= 0, d0 - 8 >= 0)>(%i)[%n] {
                                            //^^^^^^^^^^^ warning condition-always-false: this condition never holds: %i - 8 is at most -1
      "do.work"() : () -> ()
    }
    affine.if affine_set<(d0)[s0] : (d0 - 2 * s0 - 9 == 0, d0 == 2)>(%i)[%n] {
                                   //^^^^^^^^^^^^^^^^^^^^ warning condition-always-false: this condition never holds: two constraints exclude each other
                                                         //^^^^^^^ related: the other constraint
      "do.work"() : () -> ()
    }
    affine.if affine_set<(d0) : (2 * d0 - 5 == 0)>(%i) {
                               //^^^^^^^^^^^^^^^ warning condition-always-false: this condition never holds: %i * 2 - 5 is never 0
      "do.work"() : () -> ()
    }
    affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%i)[%n] {
      "do.work"() : () -> ()
    }
  }
  return
}"#,
        );
    }
}
