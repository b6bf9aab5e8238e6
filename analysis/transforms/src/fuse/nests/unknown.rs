//! Gaps in the knowledge about a nest, which keep it from being fused.

use super::candidates::Nest;
use super::relations::Relations;
use crate::magnitude;
use crate::reason::Reason;
use ir::Ir;
use ir::value_name;
use polyhedral::dependence::varies_inside;

/// A gap in the knowledge about a nest.
pub(crate) fn unknown(ir: &Ir, nest: &Nest, relations: &Relations) -> Option<Reason> {
    if let Some(op) = nest.effects.unknown.first() {
        let place = ir.ops[*op].name_pointer;
        return Some(
            Reason::new(format!("`{}`", ir.ops[*op].name))
                .line(place)
                .text(" may read or write anything")
                .related(place, "its effects on memory are not known"),
        );
    }
    if let Some(reason) = magnitude::refusal(ir, nest.root) {
        return Some(reason);
    }
    if let Some(effect) = nest.effects.known.iter().find(|it| varies_inside(ir, it.memref, nest.root)) {
        let place = ir.ops[effect.op].name_pointer;
        return Some(
            Reason::new(format!("`{} {}`", ir.ops[effect.op].name, value_name(ir, effect.memref)))
                .line(place)
                .text(" may touch other memory in each iteration")
                .related(place, "its memref is another one in each iteration"),
        );
    }
    let effect = nest.effects.known.iter().find(|it| relations.get(it.op).is_none())?;
    let place = ir.ops[effect.op].name_pointer;
    Some(
        Reason::new(format!("the iterations of `{}`", ir.ops[effect.op].name))
            .line(place)
            .text(" are not affine")
            .related(place, "its iterations are not known"),
    )
}
