//! The simpler form that an operation has by what is around it, which *Simplify* would write.

use super::access::results_text;
use super::loops::condition_text;
use base::at_once::takes_long;
use base::database::stop_if_cancelled;
use base::isolated_op::IsolatedOp;
use ir::{AppliedMap, AppliedSet, OpId, OpKind, ir_of};
use polyhedral::loops::bound_text;
use polyhedral::value_expression::Composer;
use presburger::Budget;
use transforms::simplify::{Simpler, simpler_forms};

/// The budget of one hover.
const STEPS: u64 = 300_000;

#[salsa::tracked(returns(ref))]
pub(super) fn simpler_text<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    of: OpId,
) -> Option<String> {
    takes_long(db);
    let ir = ir_of(db, op);
    let stop = stop_if_cancelled(db);
    let found = simpler_forms(db, op, &[of], &Budget::new(STEPS).with_stop(&stop)).pop()?.1;
    let form = |applied: &AppliedMap, map| {
        results_text(Composer::direct(ir), of, &AppliedMap { map: Some(map), ..applied.clone() })
    };
    Some(match (found, &ir.ops[of].kind) {
        (Simpler::Bounds { lower, upper }, OpKind::For(header)) => {
            let bound = |applied: &AppliedMap, map: Option<_>, word| {
                let map = map.or_else(|| applied.map.clone());
                bound_text(ir, of, &AppliedMap { map, ..applied.clone() }, word)
            };
            let (lower, upper) = (bound(&header.lower, lower, "max")?, bound(&header.upper, upper, "min")?);
            format!("the same as `{lower} to {upper}`")
        }
        (Simpler::Map(map), OpKind::Access(access)) => {
            format!("the same as `[{}]`", form(&access.subscripts, map)?)
        }
        (Simpler::Map(map), OpKind::Apply(it) | OpKind::Min(it) | OpKind::Max(it)) => {
            format!("the same as `{}`", form(it, map)?)
        }
        (Simpler::Condition { set: Some(set), .. }, OpKind::If(it)) => {
            let condition = condition_text(ir, of, &AppliedSet { set: Some(set), ..it.condition.clone() })?;
            format!("the same as `{condition}`")
        }
        (Simpler::Region { holds }, _) => {
            if holds { "always holds here" } else { "never holds here" }.to_owned()
        }
        _ => return None,
    })
}
