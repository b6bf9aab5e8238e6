//! The demands of definitions on types: constraints of operands and results, and traits that relate them.

use super::problem::{Verified, problem, reject_if};
use super::shapes::scalar;
use super::shapes::{Shaped, are_compatible, shaped};
use super::type_constraint::{admits, is_open, words};
use super::view::OpView;
use crate::checks::operand_type_class::WrongClass;
use ir::types::{Signedness, Type};
use std::sync::Arc;
use syntax::ods::{Arity, Expression, Name, OpDefinition};

const I1: Type = Type::Integer { width: 1, signedness: Signedness::Signless };

/// Types of operands and results that their constraints do not admit.
pub(super) fn constraints(view: &OpView<'_, '_>) -> Verified {
    let definition = view.definition();
    for value in definition.operands.iter().chain(&definition.results) {
        for (index, ty) in view.types(&value.name).into_iter().enumerate() {
            if admits(&value.constraint, ty) {
                continue;
            }
            const CODE: &str = "operand-type-class";
            let (op, takes) = (view.op.name.clone(), words(&value.constraint));
            let place = view.type_place(&value.name);
            return match view.operands(&value.name).get(index) {
                Some(it) => {
                    problem(CODE, place, WrongClass { op, takes, operand: it.name.clone(), ty: ty.clone() })
                }
                None => problem(CODE, place, format!("{op} gives {takes}, not {ty}")),
            };
        }
    }
    Ok(())
}

/// The relations between types that the traits ask for.
pub(super) fn traits(view: &OpView<'_, '_>) -> Verified {
    view.definition().traits.iter().try_for_each(|it| one_trait(view, it))
}

/// The names of operands and results that have one type, as a trait says.
pub(super) fn of_one_type(definition: &OpDefinition, one: &Expression) -> Vec<Name> {
    let operands = definition.operands.iter().map(|it| it.name);
    match &*one.name {
        "SameTypeOperands" => operands.collect(),
        "SameOperandsAndResultType" => all_names(definition),
        "AllTypesMatch" => named(definition, one),
        _ => Vec::new(),
    }
}

/// The operands and results that a trait names.
fn named(definition: &OpDefinition, one: &Expression) -> Vec<Name> {
    let is_value = |it: &Name| definition.operand(it).or_else(|| definition.result(it)).is_some();
    one.arguments.iter().map(|it| it.name).filter(is_value).collect()
}

const DISAGREE: &str = "operands-type-disagree";

fn one_trait(view: &OpView<'_, '_>, one: &Expression) -> Verified {
    let definition = view.definition();
    match &*one.name {
        "SameTypeOperands" | "SameOperandsAndResultType" => same_type(view, &of_one_type(definition, one)),
        "AllTypesMatch" => same_types(view, &of_one_type(definition, one)),
        "SameOperandsAndResultShape" if definition.has_trait("Elementwise") => {
            same_shape(view, &all_names(definition))
        }
        "AllElementTypesMatch" => same_element(view, &named(definition, one)),
        "AllRanksMatch" => same_rank(view, &named(definition, one)),
        "SameInputOutputTensorDims" => same_tensor_sizes(view, "in", "out"),
        "Elementwise" => elementwise(view),
        "TypesMatchWith" => types_match_with(view, one),
        _ => Ok(()),
    }
}

/// The relations between shapes and element types that traits ask for, if the operation's own rules have reported
/// nothing.
pub(super) fn shapes_and_elements(view: &OpView<'_, '_>) -> Verified {
    let definition = view.definition();
    let operands = || definition.operands.iter().map(|it| it.name).collect::<Vec<_>>();
    definition.traits.iter().try_for_each(|one| match &*one.name {
        "SameOperandsShape" => same_shape(view, &operands()),
        "SameOperandsAndResultShape" => same_shape(view, &all_names(definition)),
        "AllShapesMatch" => same_shape(view, &named(definition, one)),
        "SameOperandsElementType" => same_element(view, &operands()),
        "SameOperandsAndResultElementType" => same_element(view, &all_names(definition)),
        "SameOperandsAndResultRank" => same_rank(view, &all_names(definition)),
        _ => Ok(()),
    })
}

/// Those of all operands and results.
fn all_names(definition: &OpDefinition) -> Vec<Name> {
    definition.operands.iter().chain(&definition.results).map(|it| it.name).collect()
}

/// The types under several names, with the name of each; only those that are there.
fn types_of<'v>(view: &'v OpView<'_, '_>, names: &[Name]) -> Vec<(Name, &'v Type)> {
    names.iter().flat_map(|name| view.types(name).into_iter().map(move |ty| (*name, ty))).collect()
}

/// All have one type; for lists of values the first ones have one, the second ones, and so on.
fn same_types(view: &OpView<'_, '_>, names: &[Name]) -> Verified {
    let groups = names.iter().map(|name| (*name, view.types(name))).filter(|it| !it.1.is_empty());
    let groups: Vec<(Name, Vec<&Type>)> = groups.collect();
    let count = groups.first().map_or(0, |it| it.1.len());
    if groups.iter().any(|it| it.1.len() != count) {
        return Ok(());
    }
    let at = |index| groups.iter().filter_map(move |it| Some((it.0, *it.1.get(index)?)));
    (0..count).try_for_each(|index| one_type(view, names, &at(index).collect::<Vec<_>>()))
}

/// All have one type.
fn same_type(view: &OpView<'_, '_>, names: &[Name]) -> Verified {
    one_type(view, names, &types_of(view, names))
}

fn one_type(view: &OpView<'_, '_>, names: &[Name], types: &[(Name, &Type)]) -> Verified {
    let Some(&(first_name, first)) = types.first() else { return Ok(()) };
    let Some(&(name, other)) = types.iter().find(|it| disagree(first, it.1)) else { return Ok(()) };
    let message = format!(
        "{} needs one type for {}: {first_name} has {first}, {name} has {other}",
        view.op.name,
        list(names)
    );
    problem(DISAGREE, view.type_place(&name), message)
}

/// All have shapes that agree where sizes are known, or none has a shape.
fn same_shape(view: &OpView<'_, '_>, names: &[Name]) -> Verified {
    let types = types_of(view, names);
    let plain: Vec<_> = types.iter().map(|it| it.1).collect();
    match are_compatible(&plain) {
        Some(false) => shapes_disagree(view, &types),
        _ => Ok(()),
    }
}

/// All have one element type.
fn same_element(view: &OpView<'_, '_>, names: &[Name]) -> Verified {
    let types = types_of(view, names);
    let Some(&(first_name, first)) = types.first() else { return Ok(()) };
    let differs = |ty: &Type| !is_open(ty) && !is_open(first) && scalar(ty).differs_from(scalar(first));
    let Some(&(name, other)) = types.iter().find(|it| differs(it.1)) else { return Ok(()) };
    let message = format!(
        "{} needs one element type: {first_name} has {}, {name} has {}",
        view.op.name,
        scalar(first),
        scalar(other)
    );
    problem(DISAGREE, view.type_place(&name), message)
}

/// All have as many dimensions.
fn same_rank(view: &OpView<'_, '_>, names: &[Name]) -> Verified {
    let types = types_of(view, names);
    let rank = |ty: &Type| match shaped(ty) {
        Shaped::Ranked(shape) => Some(shape.dims.len()),
        _ => None,
    };
    let Some(&(first_name, first)) = types.first() else { return Ok(()) };
    let differs = |ty: &Type| rank(ty).zip(rank(first)).is_some_and(|(it, first)| it != first);
    let Some(&(name, other)) = types.iter().find(|it| differs(it.1)) else { return Ok(()) };
    let message = format!(
        "{} needs as many dimensions for {first_name} ({first}) as for {name} ({other})",
        view.op.name
    );
    problem(DISAGREE, view.type_place(&name), message)
}

/// Two tensors have the same sizes, unknown ones included.
fn same_tensor_sizes(view: &OpView<'_, '_>, a: &str, b: &str) -> Verified {
    let is_tensor = |name| matches!(view.ty(name), Type::Tensor { dims: Some(_), .. });
    let (Shaped::Ranked(from), Shaped::Ranked(to)) = (shaped(view.ty(a)), shaped(view.ty(b))) else {
        return Ok(());
    };
    let message = || {
        format!(
            "{} keeps the sizes of a tensor, unknown ones too: {} is no {}",
            view.op.name,
            view.ty(b),
            view.ty(a)
        )
    };
    let differs = (is_tensor(a) || is_tensor(b)) && (from.dims != to.dims || is_tensor(a) != is_tensor(b));
    reject_if(differs, || problem(DISAGREE, view.type_place(b), message()))
}

/// `TypesMatchWith<"summary", source, target, "transformer">`
fn types_match_with(view: &OpView<'_, '_>, one: &Expression) -> Verified {
    let [_, source, target, transformer] = &*one.arguments else { return Ok(()) };
    let (of, value) = (&*source.name, &*target.name);
    if is_open(view.ty(of)) {
        return Ok(());
    }
    if transformer.name.contains("getElementType") {
        let expected = element_of(view.ty(of));
        let Some(found) = view.types(value).into_iter().find(|it| it.differs_from(expected)) else {
            return Ok(());
        };
        let message = format!("{} has elements of type {expected}, not {found}", view.ty(of));
        return problem(DISAGREE, view.type_place(value), message);
    }
    if transformer.name.contains("getI1SameShape") {
        let Some(expected) = bool_of(view.ty(of)) else { return Ok(()) };
        let found = view.ty(value);
        let message = || format!("{} of {} gives {expected}, not {found}", view.op.name, view.ty(of));
        return reject_if(found.differs_from(&expected), || {
            problem(DISAGREE, view.type_place(value), message())
        });
    }
    let definition = view.definition();
    let is_one = |name| definition.values().any(|it| it.name == name && it.arity != Arity::Variadic);
    match transformer.name == "$_self" && is_one(of) && is_one(value) {
        true => same_type(view, &[source.name, target.name]),
        false => Ok(()),
    }
}

fn element_of(ty: &Type) -> &Type {
    match ty {
        Type::Complex(element) => element,
        _ => scalar(ty),
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

fn shapes_disagree(view: &OpView<'_, '_>, types: &[(Name, &Type)]) -> Verified {
    let Some(&(first_name, first)) = types.first() else { return Ok(()) };
    let other = types.iter().find(|it| are_compatible(&[first, it.1]) == Some(false)).or(types.last());
    let Some(&(name, other)) = other else { return Ok(()) };
    let message = format!("{} needs one shape: {first_name} has {first}, {name} has {other}", view.op.name);
    problem(DISAGREE, view.type_place(&name), message)
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

fn list(names: &[Name]) -> String {
    let names: Vec<&str> = names.iter().map(|it| &**it).collect();
    match &*names {
        [init @ .., last] if !init.is_empty() => format!("{} and {last}", init.join(", ")),
        _ => names.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn result_of_another_class() {
        check(
            r#"
func.func @steps() -> vector<4xf32> {
  %v = vector.step : vector<4xf32>
                   //^^^^^^^^^^^^^ error operand-type-class: vector.step gives a vector of index or integers with one dimension, not vector<4xf32>
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

    #[test]
    fn types_of_several_values_agree_one_by_one() {
        check(
            r#"
func.func @f(%p: !transform.any_op, %a: !transform.any_op, %b: !transform.any_param) {
  %0:2 = "transform.replicate"(%p, %a, %b) : (!transform.any_op, !transform.any_op, !transform.any_param) -> (!transform.any_op, !transform.any_param)
  %1:2 = "transform.replicate"(%p, %a, %b) : (!transform.any_op, !transform.any_op, !transform.any_param) -> (!transform.any_param, !transform.any_op)
                                                                                                                                  //^^^^^^^^^^^^^^^^^ error operands-type-disagree: transform.replicate needs one type for handles and replicated: handles has !transform.any_op, replicated has !transform.any_param
  return
}"#,
        );
    }
}
