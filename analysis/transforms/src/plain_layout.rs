//! `refactor.rewrite.affine.normalizeLayout`: a memref with a map as its layout becomes a plain one over the map's
//! results, and its accesses apply the map themselves.
//!
//! Elements that the map put into one place before are one afterwards too, so this is always legal; uses that see the
//! layout, as views and calls do, forbids it.

mod relaid;
mod rewrite;
mod shape;
#[cfg(test)]
mod tests;
mod uses;

use super::loop_offers::LoopOffers;
use crate::offer::{ActionContext, Candidate};
use crate::parameter::Parameters;
use ir::types::Layout;
use ir::{Form, OpId, value_name};
use relaid::Relaid;

pub const KIND: &str = "refactor.rewrite.affine.normalizeLayout";

/// One offer for each allocation that the selection touches of a memref with a layout.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let ir = context.ir;
    let of_allocation = |op: OpId| {
        let data = &ir.ops[op];
        if !data.is_allocation() || data.form != Form::Custom || data.broken || !context.touches(data.pointer)
        {
            return None;
        }
        let memref = *data.results.first()?;
        let ty = ir.values[memref].ty.as_memref().filter(|it| it.layout != Layout::Identity)?;
        let relaid = Relaid::of(offers.facts(), op, memref, ty);
        let name = value_name(ir, memref);
        let title = match &relaid {
            Ok(relaid) => format!("Give {name} the plain layout {}", relaid.shape.ty(ty)),
            Err(_) => format!("Give {name} a plain layout"),
        };
        Some(offers.offer(op, Parameters::default(), title, relaid, rewrite::edits))
    };
    ir.walk().into_iter().filter_map(of_allocation).collect()
}
