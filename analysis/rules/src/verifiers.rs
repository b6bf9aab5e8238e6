//! The demands of the operations of the syntax tables on their types and attributes: one problem per operation at most,
//! so that no mistake is reported twice.
//!
//! Constraints and relations of types are those of the definitions ([`relations`]); the rest is checked by
//! the verifiers, a file per dialect or family. Each problem has the code of the rule that reports it.

mod arith;
mod attribute_predicate;
mod attributes;
mod cf;
mod complex;
pub(crate) mod counts;
mod maps;
mod memref;
mod predicate;
mod problem;
mod regions;
mod relations;
mod reshape;
mod scf;
mod shapes;
mod since_23;
mod slice;
mod strided;
mod tensor;
mod type_constraint;
mod vector;
mod versions;
mod view;

use crate::context::RuleContext;
use ir::types::Type;
use ir::{OpId, Pointer};
pub use problem::OpProblem;
use problem::Verified;
use syntax::ods::{Arity, OpDefinition, ValueDefinition};
use type_constraint::{admits, is_anything};
use view::OpView;

/// The problems of the operations of an isolated op.
pub fn problems(ctx: &RuleContext<'_>) -> Vec<OpProblem> {
    let mut found = Vec::new();
    for (id, _) in ctx.ops() {
        if let Err(mut problem) = problem_of(ctx, id) {
            let name = ctx.ir.ops[id].name_pointer;
            let near = near_name(ctx, name, problem.place);
            if near != problem.place && !problem.keeps_place {
                problem.related.insert(0, (problem.place, "here".into()));
                problem.place = near;
            }
            found.push((id, problem));
        }
    }
    let is_open = |id: &OpId| versions::is_guessed(ctx, *id);
    if found.iter().any(|it| is_open(&it.0)) {
        let others = versions::dialects_of_others(ctx);
        found.retain(|it| !is_open(&it.0) || !others.contains(ctx.ir.ops[it.0].dialect()));
    }
    found.into_iter().map(|it| it.1).collect()
}

/// The place if it begins on the line of the operation's name, else the name: `mlir-opt` reports there, and so a list
/// of problems by line agrees with it.
fn near_name(ctx: &RuleContext<'_>, name: Pointer, place: Pointer) -> Pointer {
    let range = name.range.cover(place.range);
    let text = ctx.text(Pointer { root: name.root, range });
    let between = text.get(..usize::from(place.range.start() - range.start())).unwrap_or_default();
    if place.root != name.root || between.contains('\n') { name } else { place }
}

/// Whether an operation of the tables takes a value of the type as the operand of that number; `None` where it asks
/// nothing of it.
pub fn takes_as_operand(op: &OpDefinition, index: usize, ty: &Type) -> Option<bool> {
    let constraint = &operand(op, index)?.constraint;
    (!is_anything(constraint)).then(|| admits(constraint, ty))
}

/// The numbers of the operands that have one type with the operand of that number, itself among them.
pub fn operands_of_one_type(op: &OpDefinition, index: usize) -> Vec<usize> {
    let Some(value) = operand(op, index) else { return Vec::new() };
    let groups = op.traits.iter().map(|it| relations::of_one_type(op, it));
    let Some(same) = groups.into_iter().find(|it| it.contains(&value.name)) else { return Vec::new() };
    let is_same = |it: &usize| operand(op, *it).is_some_and(|it| same.contains(&it.name));
    (0..op.operands.len()).filter(is_same).collect()
}

/// The operand of that number; `None` after a list of them that is not the last.
fn operand(op: &OpDefinition, index: usize) -> Option<&ValueDefinition> {
    let operands = &op.operands;
    let list = operands.iter().position(|it| it.arity != Arity::One);
    let place = match list {
        Some(list) if index >= list => (list + 1 == operands.len()).then_some(list)?,
        _ => index,
    };
    operands.get(place)
}

fn problem_of(ctx: &RuleContext<'_>, id: OpId) -> Verified {
    let Some(view) = OpView::of(ctx, id) else { return Ok(()) };
    counts::verify(&view)?;
    // Constraints of operations whose parsers are C++ may be met by types of other versions of their dialects.
    if view.definition().has_format() {
        relations::constraints(&view)?;
    }
    relations::traits(&view)?;
    attributes::verify(&view)?;
    attribute_predicate::verify(&view)?;
    verify(&view)?;
    since_23::verify(&view)?;
    relations::shapes_and_elements(&view)
}

/// The operation's own rules.
fn verify(view: &OpView<'_, '_>) -> Verified {
    match view.op.dialect() {
        "arith" | "index" => arith::verify(view),
        "cf" => cf::verify(view),
        "complex" => complex::verify(view),
        "memref" => memref::verify(view),
        "scf" => scf::verify(view),
        "tensor" => tensor::verify(view),
        "vector" => vector::verify(view),
        _ => Ok(()),
    }
}
