//! Whether code that runs at once with a loop may touch the data that is copied around it.

use super::region::Region;
use super::transfers::Transfers;
use crate::facts::Facts;
use crate::for_loop::variable_name;
use crate::reason::Reason;
use ir::memory_effects::Effects;
use ir::{OpId, ValueId, value_name};
use polyhedral::memory::Sharing;

/// Why a box of elements may not be copied while other iterations of a loop around run: they may touch its elements,
/// too.
pub(super) fn races(facts: &Facts<'_>, region: &Region<'_>, transfers: &Transfers) -> Option<Reason> {
    let ir = region.ir;
    if transfers.inwards.is_none() && transfers.is_all_written {
        return None;
    }
    let is_in_order = |op: OpId| match ir.counted_loop(op) {
        Some(counted) => !counted.is_parallel,
        None => ir.guard(op).is_some() || ir.ops[op].has_trait("IsolatedFromAbove"),
    };
    let is_written = |op: OpId| {
        let effects = Effects::of(ir, op);
        let shared = |it: ValueId| facts.memory.sharing(it, region.memref) != Sharing::None;
        !effects.unknown.is_empty() || effects.known.iter().any(|it| it.writes && shared(it.memref))
    };
    let racing = ir.ancestors(region.op).find(|it| !is_in_order(*it) && is_written(*it))?;
    let data = &ir.ops[racing];
    let (loop_, name) = (variable_name(ir, region.op), value_name(ir, region.memref));
    let text =
        format!(" may write elements of `{name}` that would be copied with those that {loop_} touches");
    let reason = Reason::new(format!("what runs beside it in `{}`", data.name));
    Some(reason.line(data.name_pointer).text(text).related(data.name_pointer, "its iterations run at once"))
}
