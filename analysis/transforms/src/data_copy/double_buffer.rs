//! Whether the box of the next iteration of the loop around may be on its way into a second buffer while this one runs.

use super::dma::Block;
use super::extent::Extent;
use super::region::Region;
use super::transfers::Transfers;
use crate::facts::Facts;
use crate::for_loop::{for_loop, is_defined_inside, variable_name};
use crate::loop_bounds::LoopBounds;
use crate::nest_legality::unknown_effects;
use crate::reason::Reason;
use crate::rewrite::{Leaves, Side};
use ir::memory_effects::Effects;
use ir::{Form, Ir, OpId, value_name};
use polyhedral::dependence::Variable;
use polyhedral::memory::Sharing;

/// The loop in whose iterations the two buffers take turns.
pub(super) fn turns(
    facts: &Facts<'_>,
    region: &Region<'_>,
    extents: &[Extent],
    (transfers, block): (&Transfers, Option<&Block>),
) -> Result<OpId, Reason> {
    let ir = region.ir;
    let (loop_, name) = (variable_name(ir, region.op), value_name(ir, region.memref));
    let around = around(ir, region.op).ok_or_else(|| {
        Reason::new(format!("{loop_} is not directly inside an `affine.for` whose next iteration is known"))
    })?;
    let Some(block) = block.filter(|_| transfers.outwards.is_none()) else {
        return Err(Reason::new(format!("`{name}` is not only read")));
    };
    let is_one = extents.iter().take(block.first_dim).all(|it| it.size == 1);
    if !is_one || !extents.iter().all(Extent::is_fixed) {
        let text =
            format!("what {loop_} touches of `{name}` is not moved by one transfer of a constant size");
        return Err(Reason::new(text));
    }
    let is_outside = |it: &Variable| match it {
        Variable::Symbol(value) => !is_defined_inside(ir, *value, around),
        Variable::Loop(_) | Variable::Local(_) => true,
    };
    let terms = extents.iter().flat_map(|it| &it.origin.terms).map(|it| &it.0);
    if is_defined_inside(ir, region.memref, around) || !terms.clone().all(is_outside) {
        let outer = variable_name(ir, around);
        return Err(Reason::new(format!("where `{name}` is read depends on a value that {outer} defines")));
    }
    let effects = Effects::of(ir, around);
    if let Some(op) = effects.unknown.first() {
        return Err(unknown_effects(ir, *op));
    }
    let shares = |it| facts.memory.sharing(it, region.memref) != Sharing::None;
    if let Some(write) = effects.known.iter().find(|it| it.writes && shares(it.memref)) {
        let place = ir.ops[write.op].name_pointer;
        let reason = Reason::new(format!("`{}` ", value_name(ir, write.memref)));
        let reason = reason.text("is written").line(place).text(" while the next elements are on their way");
        return Err(reason.related(place, "this write"));
    }
    Ok(around)
}

/// The loop that a loop is directly inside, if it begins at a single expression.
fn around(ir: &Ir, op: OpId) -> Option<OpId> {
    let around = ir.parent_op(op).filter(|it| ir.ops[*it].form == Form::Custom)?;
    for_loop(ir, around)?.step?;
    let bounds = LoopBounds::of(ir, around, &mut Leaves::default())?;
    bounds.single(ir, around, Side::Lower)?;
    Some(around)
}
