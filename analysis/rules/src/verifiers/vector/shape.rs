//! Vectors of another shape with the same elements.

use crate::map_operands::counted;
use crate::verifiers::arith::width;
use crate::verifiers::problem::{Verified, problem, reject_if};
use crate::verifiers::shapes::scalar;
use crate::verifiers::view::OpView;
use ir::types::{Type, VectorDim};

/// Shapes that do not fit each other.
pub(super) const SHAPE: &str = "vector-shape-mismatch";

pub(super) fn broadcast(view: &OpView<'_, '_>) -> Verified {
    let Some((dims, element)) = view.vector("result") else { return Ok(()) };
    let source = view.ty("source");
    let place = || view.type_place("source");
    if scalar(source).differs_from(element) {
        let message = format!("{} has elements of type {element}, not {}", view.ty("result"), scalar(source));
        return problem("operands-type-disagree", place(), message);
    }
    let from = match source {
        Type::Vector { dims, .. } => dims,
        Type::Index | Type::Integer { .. } | Type::Float(_) | Type::Unknown | Type::Dialect(_) => {
            return Ok(());
        }
        _ => {
            return problem(
                "operand-type-class",
                place(),
                format!("vector.broadcast repeats scalars and vectors, not {source}"),
            );
        }
    };
    if from.len() > dims.len() {
        let message =
            format!("a vector of {} cannot become one of {}", counted(from.len(), "dimension"), dims.len());
        return problem(SHAPE, place(), message);
    }
    let is_one = |it: &VectorDim| it.size == 1 && !it.scalable;
    let fits = from.iter().zip(dims.iter().skip(dims.len() - from.len())).all(|(a, b)| a == b || is_one(a));
    let message = || format!("{source} cannot become {}: only sizes of 1 are repeated", view.ty("result"));
    reject_if(!fits, || problem(SHAPE, place(), message()))
}

pub(super) fn shuffle(view: &OpView<'_, '_>) -> Verified {
    let (Some((first, _)), Some((second, _))) = (view.vector("v1"), view.vector("v2")) else {
        return Ok(());
    };
    let fits = first.len() == second.len() && first.get(1..) == second.get(1..);
    if !fits {
        let message =
            format!("{} and {} differ in more than the first dimension", view.ty("v1"), view.ty("v2"));
        return problem(SHAPE, view.type_place("v2"), message);
    }
    let Some(mask) = view.integers("mask") else { return Ok(()) };
    let place = || view.attribute_place("mask");
    if mask.is_empty() {
        return problem("vector-position", place(), "the mask names no element");
    }
    let size = |dims: &[VectorDim]| dims.first().map_or(1, |it| it.size);
    let total = size(first).saturating_add(size(second));
    // −1 means no element at all.
    let outside = mask.iter().find(|it| **it != -1 && u64::try_from(**it).map_or(true, |it| it >= total));
    if let Some(outside) = outside {
        let message = format!("there is no element {outside}, both vectors have {total}");
        return problem("vector-position", place(), message);
    }
    if !view.is_generic() {
        return Ok(());
    }
    let Some((result, _)) = view.vector("vector") else { return Ok(()) };
    let expected = result.first().is_some_and(|it| it.size == mask.len() as u64 && !it.scalable);
    let Some((_, element)) = view.vector("v1") else { return Ok(()) };
    let Some((_, own)) = view.vector("vector") else { return Ok(()) };
    let fits = expected && !own.differs_from(element) && result.get(1..) == first.get(1.min(first.len())..);
    let message =
        || format!("the mask names {}, the result is {}", counted(mask.len(), "element"), view.ty("vector"));
    reject_if(!fits, || problem(SHAPE, view.type_place("vector"), message()))
}

pub(super) fn shape_cast(view: &OpView<'_, '_>) -> Verified {
    let (Some((from, element)), Some((to, other))) = (view.vector("source"), view.vector("result")) else {
        return Ok(());
    };
    let place = || view.type_place("result");
    let (source, result) = (view.ty("source"), view.ty("result"));
    if element.differs_from(other) {
        let message = format!("the elements stay of type {element}, not {other}");
        return problem("operands-type-disagree", place(), message);
    }
    let count = |dims: &[VectorDim]| dims.iter().try_fold(1_u64, |count, it| count.checked_mul(it.size));
    let scalable = |dims: &[VectorDim]| dims.iter().filter(|it| it.scalable).count();
    let (Some(given), Some(asked)) = (count(from), count(to)) else { return Ok(()) };
    if given != asked {
        return problem(SHAPE, place(), format!("{source} has {given} elements, {result} {asked}"));
    }
    let message = || {
        format!("{source} has {}, {result} {}", counted(scalable(from), "scalable dimension"), scalable(to))
    };
    reject_if(scalable(from) != scalable(to), || problem(SHAPE, place(), message()))
}

pub(super) fn bitcast(view: &OpView<'_, '_>) -> Verified {
    let (Some((from, element)), Some((to, other))) = (view.vector("source"), view.vector("result")) else {
        return Ok(());
    };
    let (source, result) = (view.ty("source"), view.ty("result"));
    let place = || view.type_place("result");
    if from.len() != to.len() {
        return Ok(());
    }
    let (inner_from, inner_to) = (from.split_last(), to.split_last());
    let init = |it: Option<(&VectorDim, &[VectorDim])>| {
        it.map(|it| it.1.iter().map(|it| it.size).collect::<Vec<_>>()).unwrap_or_default()
    };
    if init(inner_from) != init(inner_to) {
        let message = format!("only the last dimension changes its size: {source} and {result}");
        return problem(SHAPE, place(), message);
    }
    let bits = |ty: &Type| if *ty == Type::Index { Some(64) } else { width(ty) };
    let last = |it: Option<(&VectorDim, &[VectorDim])>| it.map_or(1, |it| it.0.size);
    let size = |dim: u64, ty: &Type| dim.checked_mul(u64::from(bits(ty)?));
    let (Some(a), Some(b)) = (size(last(inner_from), element), size(last(inner_to), other)) else {
        return Ok(());
    };
    let message = || format!("the last dimension of {source} has {a} bits, that of {result} {b}");
    reject_if(a != b, || problem("cast-incompatible", place(), message()))
}

pub(super) fn transpose(view: &OpView<'_, '_>) -> Verified {
    let (Some((from, _)), Some((to, _))) = (view.vector("vector"), view.vector("result")) else {
        return Ok(());
    };
    let Some(order) = view.integers("permutation") else { return Ok(()) };
    let place = || view.attribute_place("permutation");
    if from.len() != to.len() {
        let message =
            format!("{} and {} have different numbers of dimensions", view.ty("vector"), view.ty("result"));
        return problem(SHAPE, view.type_place("result"), message);
    }
    let mut sorted = order.clone();
    sorted.sort_unstable();
    if !sorted.iter().copied().eq(0..from.len() as i64) {
        return problem(
            "vector-position",
            place(),
            format!("the list has to order {}", counted(from.len(), "dimension")),
        );
    }
    let size = |dim: i64| usize::try_from(dim).ok().and_then(|it| from.get(it)).map(|it| it.size);
    let mut pairs = order.iter().zip(to).enumerate();
    let differs = pairs.find(|(_, (dim, to))| size(**dim) != Some(to.size));
    let Some((index, (dim, _))) = differs else { return Ok(()) };
    let message = format!("dimension {index} of the result is not dimension {dim} of {}", view.ty("vector"));
    problem(SHAPE, view.type_place("result"), message)
}

/// The last dimension of `long` is twice that of `short`.
pub(super) fn interleave(view: &OpView<'_, '_>, short: &'static str, long: &'static str) -> Verified {
    let (Some((half, element)), Some((whole, other))) = (view.vector(short), view.vector(long)) else {
        return Ok(());
    };
    let mut expected = half.to_vec();
    match expected.last_mut() {
        Some(last) => match last.size.checked_mul(2) {
            Some(size) => last.size = size,
            None => return Ok(()),
        },
        None => expected.push(VectorDim { size: 2, scalable: false }),
    }
    let fits = expected == whole && !element.differs_from(other);
    let message =
        || format!("the last dimension of {} has to be twice that of {}", view.ty(long), view.ty(short));
    reject_if(!fits, || problem(SHAPE, view.type_place(long), message()))
}
