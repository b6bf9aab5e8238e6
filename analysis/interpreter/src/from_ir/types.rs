//! Types of the IR as the machine knows them.

use ir::affine::AffineExpr;
use ir::types::{Layout as IrLayout, Type as IrType};

use crate::types::{Element, Layout, Type};

/// The longest vector: longer ones are no values that a register holds.
const MOST_LANES: usize = 1 << 14;

pub(super) fn of(ty: &IrType) -> Type {
    shaped(ty).unwrap_or_else(|| match ty {
        IrType::Vector { .. } | IrType::Unknown => Type::Unknown,
        other => Type::Other(other.to_string()),
    })
}

fn shaped(ty: &IrType) -> Option<Type> {
    Some(match ty {
        IrType::Vector { dims, element: inner } => {
            let size = |it: &ir::types::VectorDim| usize::try_from(it.size).ok().filter(|_| !it.scalable);
            let shape = dims.iter().map(size).collect::<Option<Vec<_>>>()?;
            let lanes = shape.iter().try_fold(1_usize, |product, size| product.checked_mul(*size))?;
            let element = element(inner)?;
            return (lanes <= MOST_LANES).then_some(Type::Vector { shape, element });
        }
        IrType::MemRef(memref) => {
            let mut sizes = memref.dims.iter().map(size).collect::<Option<Vec<_>>>()?;
            let element = match shaped(&memref.element)? {
                Type::Element(element) => element,
                Type::Vector { shape, element } => {
                    sizes.extend(shape.iter().map(|it| i64::try_from(*it).ok()));
                    element
                }
                _ => return None,
            };
            let vector_rank = sizes.len() - memref.dims.len();
            let layout = layout(&memref.layout, memref.dims.len(), vector_rank)?;
            Type::MemRef { sizes, element, vector_rank, layout }
        }
        IrType::Tensor { dims: Some(dims), element: inner, encoding: None } => {
            let sizes = dims.iter().map(size).collect::<Option<_>>()?;
            Type::Tensor { sizes, element: element(inner)? }
        }
        other => Type::Element(element(other)?),
    })
}

/// The size of a dimension as far as it is known; `None` where it is too large.
fn size(dim: &Option<u64>) -> Option<Option<i64>> {
    match dim {
        Some(size) => i64::try_from(*size).ok().map(Some),
        None => Some(None),
    }
}

/// `None` where two elements may lie in one place.
fn layout(layout: &IrLayout, rank: usize, vector_rank: usize) -> Option<Layout> {
    match layout {
        IrLayout::Identity => Some(Layout::RowMajor),
        IrLayout::Strided { strides, offset } => {
            let strides: Option<Vec<i64>> = strides.iter().copied().collect();
            match (strides, offset) {
                (Some(strides), Some(offset)) if vector_rank == 0 => {
                    let is_positive = *offset >= 0 && strides.iter().all(|it| *it >= 0);
                    is_positive.then_some(Layout::Strided { offset: *offset, strides })
                }
                _ => Some(Layout::Injective),
            }
        }
        IrLayout::Map(map) => {
            let is_dim = |dim: usize| map.results.contains(&AffineExpr::Dim(dim));
            let is_permutation = map.symbols == 0 && map.results.len() == rank && (0..rank).all(is_dim);
            is_permutation.then_some(Layout::Injective)
        }
        IrLayout::Unknown => None,
    }
}

fn element(ty: &IrType) -> Option<Element> {
    Some(match ty {
        IrType::Index => Element::Index,
        IrType::Integer { width: width @ 1..=64, .. } => Element::Integer(*width),
        IrType::Float(kind) if kind.name == "f32" => Element::F32,
        IrType::Float(kind) if kind.name == "f64" => Element::F64,
        _ => return None,
    })
}
