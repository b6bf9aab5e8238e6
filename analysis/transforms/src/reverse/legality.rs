//! A loop may run backwards if none of its iterations depends on another one, except for the order of its folds.

use crate::facts::Facts;
use crate::folded_values;
use crate::nest_legality::Nest;
use crate::reason::Reason;
use crate::rounding::Rounding;
use ir::OpId;

/// The effect of the opposite order on the values that are folded.
pub(super) fn rounding(facts: &Facts<'_>, op: OpId) -> Result<Rounding, Reason> {
    let mut rounding = folded_values::rounding(facts, op)?;
    let nest = Nest::of(facts, op);
    if let Some(reason) = nest.unknown_order(op) {
        return Err(reason);
    }
    for dependence in nest.carried(op) {
        match nest.folded(dependence, op) {
            Some(folded) => rounding = rounding.max(folded),
            None => return Err(nest.reason("an iteration depends on another one", dependence)),
        }
    }
    Ok(rounding)
}
