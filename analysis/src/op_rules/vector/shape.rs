//! Vectors of another shape with the same elements.

use super::super::arith::width;
use super::super::class::scalar;
use super::*;

pub(super) fn broadcast(view: &OpView<'_, '_>) -> Verified {
    let (dims, element) = vector(view, "result")?;
    let source = view.ty("source");
    let place = || view.type_place("source");
    if scalar(source).differs_from(element) {
        let message = format!("{} has elements of type {element}, not {}", view.ty("result"), scalar(source));
        return problem("operands-type-disagree", place(), message);
    }
    let (from, _) = match source {
        Type::Vector { .. } => vector(view, "source")?,
        Type::Index | Type::Integer { .. } | Type::Float(_) | Type::Unknown | Type::Dialect(_) => {
            return None;
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
    (!fits).then(|| problem(SHAPE, place(), message()))?
}

pub(super) fn shuffle(view: &OpView<'_, '_>) -> Verified {
    let ((first, _), (second, _)) = (vector(view, "v1")?, vector(view, "v2")?);
    let fits = first.len() == second.len() && first.get(1..) == second.get(1..);
    if !fits {
        let message =
            format!("{} and {} differ in more than the first dimension", view.ty("v1"), view.ty("v2"));
        return problem(SHAPE, view.type_place("v2"), message);
    }
    let mask = view.integers("mask")?;
    let place = || view.attribute_place("mask");
    if mask.is_empty() {
        return problem("vector-position", place(), "the mask names no element");
    }
    let size = |dims: &[VectorDim]| dims.first().map_or(1, |it| it.size);
    let total = size(first).saturating_add(size(second));
    // −1 stands for no element at all.
    let outside = mask.iter().find(|it| **it != -1 && u64::try_from(**it).map_or(true, |it| it >= total));
    if let Some(outside) = outside {
        let message = format!("there is no element {outside}, both vectors have {total}");
        return problem("vector-position", place(), message);
    }
    if !view.is_generic() {
        return None;
    }
    let (result, _) = vector(view, "vector")?;
    let expected = result.first().is_some_and(|it| it.size == mask.len() as u64 && !it.scalable);
    let (_, element) = vector(view, "v1")?;
    let (_, own) = vector(view, "vector")?;
    let fits = expected && !own.differs_from(element) && result.get(1..) == first.get(1.min(first.len())..);
    let message =
        || format!("the mask names {}, the result is {}", counted(mask.len(), "element"), view.ty("vector"));
    (!fits).then(|| problem(SHAPE, view.type_place("vector"), message()))?
}

pub(super) fn shape_cast(view: &OpView<'_, '_>) -> Verified {
    let ((from, element), (to, other)) = (vector(view, "source")?, vector(view, "result")?);
    let place = || view.type_place("result");
    let (source, result) = (view.ty("source"), view.ty("result"));
    if element.differs_from(other) {
        let message = format!("the elements stay of type {element}, not {other}");
        return problem("operands-type-disagree", place(), message);
    }
    let count = |dims: &[VectorDim]| dims.iter().try_fold(1_u64, |count, it| count.checked_mul(it.size));
    let scalable = |dims: &[VectorDim]| dims.iter().filter(|it| it.scalable).count();
    if count(from)? != count(to)? {
        let message = format!("{source} has {} elements, {result} {}", count(from)?, count(to)?);
        return problem(SHAPE, place(), message);
    }
    let message = || {
        format!("{source} has {}, {result} {}", counted(scalable(from), "scalable dimension"), scalable(to))
    };
    (scalable(from) != scalable(to)).then(|| problem(SHAPE, place(), message()))?
}

pub(super) fn bitcast(view: &OpView<'_, '_>) -> Verified {
    let ((from, element), (to, other)) = (vector(view, "source")?, vector(view, "result")?);
    let (source, result) = (view.ty("source"), view.ty("result"));
    let place = || view.type_place("result");
    if from.len() != to.len() {
        return None;
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
    let (a, b) = (size(last(inner_from), element)?, size(last(inner_to), other)?);
    let message = || format!("the last dimension of {source} has {a} bits, that of {result} {b}");
    (a != b).then(|| problem("cast-incompatible", place(), message()))?
}

pub(super) fn transpose(view: &OpView<'_, '_>) -> Verified {
    let ((from, _), (to, _)) = (vector(view, "vector")?, vector(view, "result")?);
    let order = view.integers("permutation")?;
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
    let expected: Vec<VectorDim> = order
        .iter()
        .map(|it| usize::try_from(*it).ok().and_then(|it| from.get(it)).copied())
        .collect::<Option<_>>()?;
    let index = expected.iter().zip(to).position(|it| it.0.size != it.1.size)?;
    let message = format!(
        "dimension {index} of the result is not dimension {} of {}",
        order.get(index)?,
        view.ty("vector")
    );
    problem(SHAPE, view.type_place("result"), message)
}

/// The last dimension of `long` is twice that of `short`.
pub(super) fn interleave(view: &OpView<'_, '_>, short: &'static str, long: &'static str) -> Verified {
    let ((half, element), (whole, other)) = (vector(view, short)?, vector(view, long)?);
    let mut expected = half.to_vec();
    match expected.last_mut() {
        Some(last) => last.size = last.size.checked_mul(2)?,
        None => expected.push(VectorDim { size: 2, scalable: false }),
    }
    let fits = expected == whole && !element.differs_from(other);
    let message =
        || format!("the last dimension of {} has to be twice that of {}", view.ty(long), view.ty(short));
    (!fits).then(|| problem(SHAPE, view.type_place(long), message()))?
}
