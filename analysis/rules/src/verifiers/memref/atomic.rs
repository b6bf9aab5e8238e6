//! Atomic updates.

use crate::map_operands::counted;
use crate::verifiers::problem::{OpProblem, Verified, problem, reject_if};
use crate::verifiers::type_constraint::{is_integer, is_open};
use crate::verifiers::view::OpView;
use ir::Op;
use ir::memory_effects::subtree;
use ir::types::Type;
use syntax::ods::{Arity, Combining, ValueDefinition};

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
    if let [region] = &*view.op.regions
        && let blocks = ir.regions[*region].blocks.len()
        && blocks > 1
    {
        let message = format!("the body of {} is one block, {blocks} are given", view.op.name);
        return problem("region-count-mismatch", view.op.name_pointer, message);
    }
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
    let last = ir.blocks[body].ops.last();
    if last.is_none() {
        let message = "the body is empty: it does not end with memref.atomic_yield";
        return problem("missing-terminator", view.op.name_pointer, message);
    }
    if let Some(last) = last.filter(|it| !view.ctx.may_be_terminator(**it)) {
        let message = "this block does not end with a terminator: memref.atomic_yield";
        let found = problem("missing-terminator", ir.ops[*last].name_pointer, message);
        return found.map_err(|it| OpProblem { keeps_place: true, ..it });
    }
    let effect = subtree(ir, view.id).into_iter().skip(1).find(|it| has_effect(&ir.ops[*it]));
    effect.map_or(Ok(()), |id| {
        let op = &ir.ops[id];
        let message = format!("{} has an effect; the body only computes the new value", op.name);
        let found = problem("atomic-body-effect", op.name_pointer, message);
        found.map_err(|it| OpProblem { keeps_place: true, ..it.related(view.op.name_pointer, "the update") })
    })
}

/// Whether it is certain that an operation touches memory or calls something.
fn has_effect(op: &Op) -> bool {
    let touches = |it: &ValueDefinition| it.arity == Arity::One && !it.effects.is_empty();
    let calls = matches!((op.dialect(), op.name_in_dialect()), ("func", "call" | "call_indirect"));
    let definition = op.definition.as_ref().filter(|_| op.is_of_complete_dialect && !op.broken);
    definition.is_some_and(|it| calls || it.operands.iter().chain(&it.results).any(touches))
}

/// The new value has the type of the elements.
pub(super) fn atomic_yield(view: &OpView<'_, '_>) -> Verified {
    let ir = view.ctx.ir;
    let update = ir.parent_op(view.id).map(|it| &ir.ops[it]).filter(|it| it.dialect() == view.op.dialect());
    let Some(update) = update.filter(|it| it.name_in_dialect() == "generic_atomic_rmw") else {
        return Ok(());
    };
    let Some(wanted) = update.results.first().map(|it| &ir.values[*it].ty) else { return Ok(()) };
    let given = view.ty("result");
    let message = || format!("the new value has type {given}, the elements have type {wanted}");
    reject_if(given.differs_from(wanted), || {
        problem("operands-type-disagree", view.type_place("result"), message())
    })
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn a_body_only_computes() {
        check(
            r#"
func.func private @f() -> f32
func.func @updates(%m: memref<8xf32>, %i: index, %c: i1) {
  memref.generic_atomic_rmw %m[%i] : memref<8xf32> {
  ^bb0(%old: f32):
    %n = memref.dim %m, %i : memref<8xf32>
    %e = math.exp %old : f32
    %r = scf.if %c -> f32 { scf.yield %e : f32 } else { scf.yield %old : f32 }
    %o = other.compute %r : f32
    affine.for %k = 0 to 8 {
    }
    memref.atomic_yield %r : f32
  }
  memref.generic_atomic_rmw %m[%i] : memref<8xf32> {
  ^bb0(%old: f32):
    affine.for %k = 0 to 8 {
      %x = affine.load %m[%k] : memref<8xf32>
         //^^^^^^^^^^^ error atomic-body-effect: affine.load has an effect; the body only computes the new value
    }
    memref.atomic_yield %old : f32
  }
  memref.generic_atomic_rmw %m[%i] : memref<8xf32> {
  ^bb0(%old: f32):
    %x = func.call @f() : () -> f32
       //^^^^^^^^^ error atomic-body-effect: func.call has an effect; the body only computes the new value
    memref.atomic_yield %x : f32
  }
  memref.generic_atomic_rmw %m[%i] : memref<8xf32> {
  ^bb0(%old: f32):
    memref.atomic_yield %c : i1
                           //^^ error operands-type-disagree: the new value has type i1, the elements have type f32
  }
  memref.generic_atomic_rmw %m[%i] : memref<8xf32> {
//^^^^^^^^^^^^^^^^^^^^^^^^^ error region-count-mismatch: the body of memref.generic_atomic_rmw is one block, 2 are given
  ^bb0(%old: f32):
    cf.br ^bb1
  ^bb1:
    memref.atomic_yield %old : f32
  }
  memref.generic_atomic_rmw %m[%i] : memref<8xf32> {
  ^bb0(%old: f32):
    %x = arith.addf %old, %old : f32
       //^^^^^^^^^^ error missing-terminator: this block does not end with a terminator: memref.atomic_yield
  }
  memref.generic_atomic_rmw %m[%i] : memref<8xf32> {
//^^^^^^^^^^^^^^^^^^^^^^^^^ error missing-terminator: the body is empty: it does not end with memref.atomic_yield
  ^bb0(%old: f32):
  }
  return
}"#,
        );
    }
}
