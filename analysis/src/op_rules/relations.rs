//! Checks the classes and relations of a table.

use super::class::{is_open, scalar};
use super::constraints::{Constraints, Relation};
use super::shapes::{Shaped, are_compatible, shaped};
use super::view::OpView;
use super::{Verified, problem, reject_if};
use crate::rules::operand_type_class::WrongClass;
use crate::types::{Signedness, Type};
use std::sync::Arc;

const I1: Type = Type::Integer { width: 1, signedness: Signedness::Signless };

pub(super) fn classes(view: &OpView<'_, '_>, constraints: &Constraints) -> Verified {
    for (name, class) in constraints.classes {
        for (index, ty) in view.types(name).into_iter().enumerate() {
            if (class.admits)(ty) {
                continue;
            }
            const CODE: &str = "operand-type-class";
            let (op, takes, place) = (view.op.name.clone(), class.words, view.type_place(name));
            return match view.operands(name).get(index) {
                Some(it) => {
                    problem(CODE, place, WrongClass { op, takes, operand: it.name.clone(), ty: ty.clone() })
                }
                None => problem(CODE, place, format!("{op} gives {takes}, not {ty}")),
            };
        }
    }
    Ok(())
}

pub(super) fn relations(view: &OpView<'_, '_>, constraints: &Constraints) -> Verified {
    constraints.relations.iter().try_for_each(|it| relation(view, *it))
}

const DISAGREE: &str = "operands-type-disagree";

fn relation(view: &OpView<'_, '_>, relation: Relation) -> Verified {
    let op = &view.op.name;
    // The types under several names, with the name of each; only those that are there.
    let types = |names: &'static [&'static str]| {
        names
            .iter()
            .flat_map(|name| view.types(name).into_iter().map(move |ty| (*name, ty)))
            .collect::<Vec<_>>()
    };
    match relation {
        Relation::SameType(names) => {
            let types = types(names);
            let Some(&(first_name, first)) = types.first() else { return Ok(()) };
            let Some(&(name, other)) = types.iter().find(|it| disagree(first, it.1)) else { return Ok(()) };
            let message = format!(
                "{op} needs one type for {}: {first_name} has {first}, {name} has {other}",
                list(names)
            );
            problem(DISAGREE, view.type_place(name), message)
        }
        Relation::SameShape(names) => {
            let types = types(names);
            let plain: Vec<_> = types.iter().map(|it| it.1).collect();
            match are_compatible(&plain) {
                Some(false) => shapes_disagree(view, &types),
                _ => Ok(()),
            }
        }
        Relation::SameElement(names) => {
            let types = types(names);
            let Some(&(first_name, first)) = types.first() else { return Ok(()) };
            let differs =
                |ty: &Type| !is_open(ty) && !is_open(first) && scalar(ty).differs_from(scalar(first));
            let Some(&(name, other)) = types.iter().find(|it| differs(it.1)) else { return Ok(()) };
            let message = format!(
                "{op} needs one element type: {first_name} has {}, {name} has {}",
                scalar(first),
                scalar(other)
            );
            problem(DISAGREE, view.type_place(name), message)
        }
        Relation::SameRank(names) => {
            let types = types(names);
            let rank = |ty: &Type| match shaped(ty) {
                Shaped::Ranked(shape) => Some(shape.dims.len()),
                _ => None,
            };
            let Some(&(first_name, first)) = types.first() else { return Ok(()) };
            let differs = |ty: &Type| rank(ty).zip(rank(first)).is_some_and(|(it, first)| it != first);
            let Some(&(name, other)) = types.iter().find(|it| differs(it.1)) else { return Ok(()) };
            let message =
                format!("{op} needs as many dimensions for {first_name} ({first}) as for {name} ({other})");
            problem(DISAGREE, view.type_place(name), message)
        }
        Relation::SameTensorSizes(a, b) => {
            let is_tensor = |name| matches!(view.ty(name), Type::Tensor { dims: Some(_), .. });
            let (Shaped::Ranked(from), Shaped::Ranked(to)) = (shaped(view.ty(a)), shaped(view.ty(b))) else {
                return Ok(());
            };
            let message = || {
                format!(
                    "{op} keeps the sizes of a tensor, unknown ones too: {} is no {}",
                    view.ty(b),
                    view.ty(a)
                )
            };
            let differs =
                (is_tensor(a) || is_tensor(b)) && (from.dims != to.dims || is_tensor(a) != is_tensor(b));
            reject_if(differs, || problem(DISAGREE, view.type_place(b), message()))
        }
        Relation::Elementwise => elementwise(view),
        Relation::BoolOf(result, of) => {
            let Some(expected) = bool_of(view.ty(of)) else { return Ok(()) };
            let found = view.ty(result);
            let message = || format!("{op} of {} gives {expected}, not {found}", view.ty(of));
            reject_if(found.differs_from(&expected), || problem(DISAGREE, view.type_place(result), message()))
        }
        Relation::ElementOf(value, of) => {
            if is_open(view.ty(of)) {
                return Ok(());
            }
            let expected = scalar(view.ty(of));
            let Some(found) = view.types(value).into_iter().find(|it| it.differs_from(expected)) else {
                return Ok(());
            };
            let message = format!("{} has elements of type {expected}, not {found}", view.ty(of));
            problem(DISAGREE, view.type_place(value), message)
        }
    }
}

/// Whether two types that should be one are not. Tensors may know different sizes.
fn disagree(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Tensor { element: x, encoding: e, .. }, Type::Tensor { element: y, encoding: f, .. }) => {
            x.differs_from(y) || e != f || are_compatible(&[a, b]) == Some(false)
        }
        _ => a.differs_from(b),
    }
}

fn shapes_disagree(view: &OpView<'_, '_>, types: &[(&'static str, &Type)]) -> Verified {
    let Some(&(first_name, first)) = types.first() else { return Ok(()) };
    let other = types.iter().find(|it| are_compatible(&[first, it.1]) == Some(false)).or(types.last());
    let Some(&(name, other)) = other else { return Ok(()) };
    let message = format!("{} needs one shape: {first_name} has {first}, {name} has {other}", view.op.name);
    problem(DISAGREE, view.type_place(name), message)
}

fn elementwise(view: &OpView<'_, '_>) -> Verified {
    let is_container = |ty: &Type| matches!(ty, Type::Vector { .. } | Type::Tensor { .. });
    let operands: Vec<&Type> = view.all_operand_types().iter().collect();
    let results: Vec<&Type> = view.result_types().collect();
    if operands.iter().chain(&results).any(|it| is_open(it)) {
        return Ok(());
    }
    let shaped_operand = operands.iter().find(|it| is_container(it));
    let shaped_result = results.iter().find(|it| is_container(it));
    let name = &view.op.name;
    let (Some(first), true) = (shaped_operand, results.iter().all(|it| is_container(it))) else {
        let (Some(one), Some(scalar)) =
            (shaped_operand.or(shaped_result), results.iter().chain(&operands).find(|it| !is_container(it)))
        else {
            return Ok(());
        };
        let mixes = shaped_operand.is_some() || shaped_result.is_some();
        let message = format!("{name} works element by element: {scalar} does not go with {one}");
        return reject_if(mixes, || problem(DISAGREE, view.op.name_pointer, message));
    };
    let all: Vec<&Type> = operands.iter().chain(&results).copied().filter(|it| is_container(it)).collect();
    let other = all.iter().find(|it| {
        std::mem::discriminant(**it) != std::mem::discriminant(*first)
            || are_compatible(&[first, it]) == Some(false)
    });
    let Some(other) = other else { return Ok(()) };
    let message = format!("{name} works element by element: {other} has not the shape and kind of {first}");
    problem(DISAGREE, view.op.name_pointer, message)
}

/// `i1` in the shape of the type.
fn bool_of(ty: &Type) -> Option<Type> {
    match ty {
        Type::Vector { dims, .. } => Some(Type::Vector { dims: dims.clone(), element: Arc::new(I1) }),
        Type::Tensor { dims, encoding, .. } => {
            Some(Type::Tensor { dims: dims.clone(), element: Arc::new(I1), encoding: encoding.clone() })
        }
        Type::Index | Type::Integer { .. } | Type::Float(_) => Some(I1),
        _ => None,
    }
}

fn list(names: &[&str]) -> String {
    match names {
        [init @ .., last] if !init.is_empty() => format!("{} and {last}", init.join(", ")),
        _ => names.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;

    #[test]
    fn result_of_another_class() {
        check(
            r#"
func.func @steps() -> vector<4xf32> {
  %v = vector.step : vector<4xf32>
                   //^^^^^^^^^^^^^ error operand-type-class: vector.step gives a vector of index with one dimension, not vector<4xf32>
  return %v : vector<4xf32>
}"#,
        );
    }

    #[test]
    fn values_of_other_dialects_fit() {
        check(
            r#"
func.func @sum(%a: !my.number) {
  %s = arith.addi %a, %a : !my.number
  return
}"#,
        );
    }

    #[test]
    fn generic_form() {
        check(
            r#"
func.func @less(%a: i32, %b: i32) {
  %c = "arith.cmpi"(%a, %b) <{predicate = 2 : i64}> : (i32, i32) -> vector<2xi1>
                                                                  //^^^^^^^^^^^^ error operands-type-disagree: arith.cmpi of i32 gives i1, not vector<2xi1>
  return
}"#,
        );
    }

    #[test]
    fn tensors_may_know_different_sizes() {
        check(
            r#"
func.func @sum(%a: tensor<4xi32>, %b: tensor<?xi32>) {
  %c = "arith.addi"(%a, %b) : (tensor<4xi32>, tensor<?xi32>) -> tensor<4xi32>
  return
}"#,
        );
    }
}
