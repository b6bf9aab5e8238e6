//! Shapes of types, and when they agree.

use ir::types::{Dim, Type, VectorDim};

/// Sizes of a vector, tensor or memref with a rank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) dims: Vec<Dim>,
    /// Per dimension; empty if the type is not a vector.
    pub(super) scalable: Vec<bool>,
}

/// How a type takes part in a comparison of shapes.
pub(super) enum Shaped {
    /// A scalar, or another type without a shape.
    No,
    Unranked,
    Ranked(Shape),
    /// Not known.
    Open,
}

pub(super) fn shaped(ty: &Type) -> Shaped {
    match ty {
        Type::Unknown | Type::Dialect(_) => Shaped::Open,
        Type::Vector { dims, .. } => Shaped::Ranked(Shape {
            dims: dims.iter().map(|it| Some(it.size)).collect(),
            scalable: dims.iter().map(|it| it.scalable).collect(),
        }),
        Type::Tensor { dims: Some(dims), .. } => {
            Shaped::Ranked(Shape { dims: dims.to_vec(), scalable: Vec::new() })
        }
        Type::MemRef(it) => Shaped::Ranked(Shape { dims: it.dims.to_vec(), scalable: Vec::new() }),
        Type::Tensor { dims: None, .. } | Type::UnrankedMemRef { .. } => Shaped::Unranked,
        _ => Shaped::No,
    }
}

/// Whether the types can have one shape: all have one or none has, all vectors are scalable or none is, ranks are
/// equal, and sizes where both are known. `None` if that is not known.
pub(super) fn are_compatible(types: &[&Type]) -> Option<bool> {
    let shapes: Vec<_> = types.iter().map(|it| shaped(it)).collect();
    if shapes.iter().any(|it| matches!(it, Shaped::Open)) {
        return None;
    }
    let bare = shapes.iter().filter(|it| matches!(it, Shaped::No)).count();
    if bare > 0 {
        return Some(bare == shapes.len());
    }
    let ranked: Vec<_> = shapes
        .into_iter()
        .filter_map(|it| match it {
            Shaped::Ranked(shape) => Some(shape),
            _ => None,
        })
        .collect();
    let Some(first) = ranked.first() else { return Some(true) };
    let is_scalable = |it: &Shape| it.scalable.contains(&true);
    if ranked.iter().any(is_scalable) && !ranked.iter().all(is_scalable) {
        return Some(false);
    }
    if ranked.iter().any(|it| it.dims.len() != first.dims.len()) {
        return Some(false);
    }
    Some((0..first.dims.len()).all(|index| {
        let mut sizes = ranked.iter().filter_map(|it| it.dims.get(index).copied().flatten());
        let one = sizes.next();
        sizes.all(|it| Some(it) == one)
    }))
}

pub(super) fn vector(ty: &Type) -> Option<(&[VectorDim], &Type)> {
    match ty {
        Type::Vector { dims, element } => Some((dims, element)),
        _ => None,
    }
}

pub(super) fn ranked_tensor(ty: &Type) -> Option<(&[Dim], &Type)> {
    match ty {
        Type::Tensor { dims: Some(dims), element, .. } => Some((dims, element)),
        _ => None,
    }
}

pub(super) fn element_and_space(ty: &Type) -> Option<(&Type, Option<&str>)> {
    match ty {
        Type::MemRef(it) => Some((&it.element, it.memory_space.as_deref())),
        Type::UnrankedMemRef { element, memory_space } => Some((element, memory_space.as_deref())),
        _ => None,
    }
}

pub(super) fn rank(ty: &Type) -> Option<usize> {
    match ty {
        Type::MemRef(it) => Some(it.dims.len()),
        Type::Tensor { dims: Some(dims), .. } => Some(dims.len()),
        Type::Vector { dims, .. } => Some(dims.len()),
        _ => None,
    }
}

/// The element type of a vector, tensor or memref; any other type itself.
pub(super) fn scalar(ty: &Type) -> &Type {
    match ty {
        Type::Vector { element, .. }
        | Type::Tensor { element, .. }
        | Type::UnrankedMemRef { element, .. } => element,
        Type::MemRef(memref) => &memref.element,
        _ => ty,
    }
}
