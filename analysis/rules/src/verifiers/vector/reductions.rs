//! Reductions, scans and outer products: kinds, dimensions and accumulators.

use super::shape::SHAPE;
use crate::verifiers::problem::{Verified, problem, reject_if};
use crate::verifiers::shapes::scalar;
use crate::verifiers::type_constraint::is_open;
use crate::verifiers::view::OpView;
use ir::Pointer;
use ir::types::Type;
use syntax::ods::Combining;

pub(super) const TYPE: &str = "reduction-type";

/// Whether a kind of reduction applies to the elements. In generic form kinds are numbers or `#vector.kind<add>`.
pub(super) fn kind(view: &OpView<'_, '_>, attribute: &str, element: &Type) -> Verified {
    let kind = view.keyword(attribute);
    kind.map_or(Ok(()), |it| applies(&it, element, view.attribute_place(attribute)))
}

pub(super) fn applies(kind: &str, element: &Type, place: Pointer) -> Verified {
    if is_open(element) {
        return Ok(());
    }
    let combines = |is_float| Combining::of_vector_kind(kind, is_float).is_some();
    let fits = match element {
        Type::Index | Type::Integer { .. } => combines(false),
        Type::Float(_) => combines(true),
        _ => false,
    };
    let is_kind = combines(false) || combines(true);
    reject_if(is_kind && !fits, || problem(TYPE, place, format!("{kind} does not apply to {element}")))
}

pub(super) fn reduction(view: &OpView<'_, '_>) -> Verified {
    let Some((dims, element)) = view.vector("vector") else { return Ok(()) };
    if dims.len() > 1 {
        let message = "vector.reduction reduces vectors of one dimension; use vector.multi_reduction";
        return problem("reduction-rank", view.type_place("vector"), message);
    }
    let dest = view.ty("dest");
    if dest.differs_from(element) {
        return problem(
            TYPE,
            view.type_place("dest"),
            format!("elements of type {element} do not reduce to {dest}"),
        );
    }
    let acc = view.ty("acc");
    if acc.differs_from(element) {
        return problem(
            TYPE,
            view.operands_place("acc"),
            format!("the start has type {acc}, the elements {element}"),
        );
    }
    kind(view, "kind", element)
}

pub(super) fn multi_reduction(view: &OpView<'_, '_>) -> Verified {
    let Some((dims, element)) = view.vector("source") else { return Ok(()) };
    let Some(reduced) = view.integers("reduction_dims") else { return Ok(()) };
    let kept: Vec<_> =
        dims.iter().enumerate().filter(|it| !reduced.contains(&(it.0 as i64))).map(|it| *it.1).collect();
    let expected = match &*kept {
        [] => element.clone(),
        kept => Type::Vector { dims: kept.into(), element: element.clone().into() },
    };
    for name in ["dest", "acc"] {
        let found = view.ty(name);
        if found.differs_from(&expected) {
            let message = format!("the reduction of {} gives {expected}, not {found}", view.ty("source"));
            return problem(SHAPE, view.type_place("dest"), message);
        }
    }
    Ok(())
}

pub(super) fn scan(view: &OpView<'_, '_>) -> Verified {
    let (Some((dims, element)), Some((initial, _))) = (view.vector("source"), view.vector("initial_value"))
    else {
        return Ok(());
    };
    let Some(along) = view.integer("reduction_dim") else { return Ok(()) };
    let Some(along) = usize::try_from(along).ok().filter(|it| *it < dims.len()) else {
        let message = format!("there is no dimension {along}, only {}", dims.len());
        return problem("vector-position", view.attribute_place("reduction_dim"), message);
    };
    let expected: Vec<_> = dims.iter().enumerate().filter(|it| it.0 != along).map(|it| *it.1).collect();
    if initial != expected {
        let message = format!(
            "the initial value {} has not the shape of {} without dimension {along}",
            view.ty("initial_value"),
            view.ty("source")
        );
        return problem(SHAPE, view.type_place("initial_value"), message);
    }
    kind(view, "kind", element)
}

pub(super) fn outer_product(view: &OpView<'_, '_>) -> Verified {
    let Some((left, element)) = view.vector("lhs") else { return Ok(()) };
    let right = view.ty("rhs");
    let [rows] = left else {
        return problem(
            SHAPE,
            view.type_place("lhs"),
            format!("the first vector has one dimension, not {}", left.len()),
        );
    };
    let expected = match right {
        Type::Vector { dims, .. } => match &**dims {
            [columns] => Type::Vector { dims: [*rows, *columns].into(), element: element.clone().into() },
            dims => {
                let message = format!("the second vector has one dimension, not {}", dims.len());
                return problem(SHAPE, view.type_place("rhs"), message);
            }
        },
        Type::Unknown | Type::Dialect(_) => return Ok(()),
        _ => view.ty("lhs").clone(),
    };
    for name in ["result", "acc"] {
        let found = view.ty(name);
        let differs = match (found, &expected) {
            (Type::Vector { dims: a, element: own }, Type::Vector { dims: b, .. }) => {
                a != b || own.differs_from(element)
            }
            _ => !is_open(found),
        };
        if differs {
            let message =
                format!("the product of {} and {right} has type {expected}, not {found}", view.ty("lhs"));
            return problem(SHAPE, view.operands_place(name), message);
        }
    }
    if view.has_attribute("kind") {
        let Some(node) = view.resolved("kind") else { return Ok(()) };
        if matches!(node.kind(), syntax::SyntaxKind::STRING_ATTRIBUTE) && !view.is_generic() {
            let message = "the kind is written #vector.kind<add>";
            return problem(TYPE, view.attribute_place("kind"), message);
        }
        return kind(view, "kind", scalar(element));
    }
    Ok(())
}
