//! The data that is copied around a loop, and why none is.

use super::extent::Extent;
use super::races::races;
use super::region::Region;
use super::transfers::Transfers;
use crate::facts::Facts;
use crate::for_loop::variable_name;
use crate::loop_offers::generic_form_in;
use crate::magnitude;
use crate::reason::Reason;
use ir::types::{MemRefType, Type};
use ir::{Ir, OpId, ValueId, value_name};
use polyhedral::report::in_bytes;
use presburger::Budget;
use presburger::Integer;

/// The data that is copied around a loop.
pub(super) struct Copied {
    pub(super) op: OpId,
    pub(super) memref: ValueId,
    pub(super) accesses: Vec<OpId>,
    /// Of each dimension of the buffer.
    pub(super) extents: Vec<Extent>,
    pub(super) transfers: Transfers,
    pub(super) space: Option<i64>,
}

impl Copied {
    /// Refused where an access cannot use a buffer, or the buffer has no constant size.
    pub(super) fn of(
        facts: &Facts<'_>,
        (op, memref): (OpId, ValueId),
        space: Option<i64>,
        budget: &Budget<'_>,
    ) -> Result<Self, Reason> {
        let ir = facts.ir;
        let refusal = magnitude::refusal(ir, op).or_else(|| generic_form_in(ir, op));
        refusal.map_or(Ok(()), Err)?;
        let region = Region::of(facts, op, memref)?;
        let too_long = |_| {
            let name = value_name(ir, memref);
            Reason::new(format!(
                "to find out what {} touches of `{name}` takes too long",
                variable_name(ir, op)
            ))
        };
        let extents = region.extents(budget).map_err(too_long)??;
        let transfers = region.transfers(&extents, budget).map_err(too_long)?;
        races(facts, &region, &transfers).map_or(Ok(()), Err)?;
        let accesses = region.touches.iter().map(|it| it.op).collect();
        Ok(Self { op, memref, accesses, extents, transfers, space })
    }

    /// `: 8 × 16 elements, 512 bytes, in and out`
    pub(super) fn described(&self, ir: &Ir) -> String {
        let sizes: Vec<String> = self.extents.iter().map(|it| it.size.to_string()).collect();
        let elements = match sizes.as_slice() {
            [] => "1 element".to_owned(),
            sizes => format!("{} elements", sizes.join(" × ")),
        };
        let count = self.extents.iter().try_fold(1_i64, |product, it| product.checked_mul(it.size));
        let bytes = self.ty(ir).and_then(|it| it.element.size_in_bytes()).zip(count);
        let bytes = bytes.and_then(|(one, count)| i64::try_from(one).ok()?.checked_mul(count));
        let bytes = bytes.map(|it| format!(", {}", in_bytes(&Integer::from(it)))).unwrap_or_default();
        let ways = match (self.transfers.inwards.is_some(), self.transfers.outwards.is_some()) {
            (true, true) => "in and out",
            (true, false) => "in",
            (false, _) => "out",
        };
        format!(": {elements}{bytes}, {ways}")
    }

    /// The type of the memref.
    pub(super) fn ty<'a>(&self, ir: &'a Ir) -> Option<&'a MemRefType> {
        match &ir.values[self.memref].ty {
            Type::MemRef(ty) => Some(ty),
            _ => None,
        }
    }
}
