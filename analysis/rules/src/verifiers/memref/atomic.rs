//! Atomic updates.

use crate::map_operands::counted;
use crate::verifiers::problem::{Verified, problem, reject_if};
use crate::verifiers::type_constraint::{is_integer, is_open};
use crate::verifiers::view::OpView;
use ir::types::Type;
use syntax::ods::Combining;

pub(super) fn atomic_kind(view: &OpView<'_, '_>) -> Verified {
    let ty = view.ty("value");
    if is_open(ty) || view.is_generic() {
        return Ok(());
    }
    let Some(kind) = view.keyword("kind") else { return Ok(()) };
    let Some(combining) = Combining::of_atomic_kind(&kind) else { return Ok(()) };
    let (wants, fits) = match combining.is_of_floats() {
        true => ("floats", matches!(ty, Type::Float(_))),
        false => ("integers", is_integer(ty)),
    };
    let message = || format!("{kind} works on {wants}, not {ty}");
    reject_if(!fits, || problem("operand-type-class", view.type_place("value"), message()))
}

pub(super) fn atomic_body(view: &OpView<'_, '_>) -> Verified {
    let ir = view.ctx.ir;
    let Some(body) = ir.body(view.id) else { return Ok(()) };
    let result = view.ty("result");
    let arguments = &ir.blocks[body].arguments;
    let [argument] = &**arguments else {
        let message =
            format!("the body takes the old value alone, not {}", counted(arguments.len(), "argument"));
        return problem("region-argument-mismatch", view.op.name_pointer, message);
    };
    let ty = &ir.values[*argument].ty;
    if ty.differs_from(result) {
        let message = format!("the body takes the old value of type {result}, not {ty}");
        return problem("region-argument-mismatch", view.ctx.definition(*argument), message);
    }
    Ok(())
}
