//! Types of the IR as the machine knows them.

use ir::types::{Layout, Type as IrType};

use crate::types::{Element, Type};

/// The longest vector: longer ones are no value that a register holds.
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
        IrType::MemRef(memref) if memref.layout == Layout::Identity => {
            let sizes = memref.dims.iter().map(|it| match it {
                Some(size) => Some(Some(i64::try_from(*size).ok()?)),
                None => Some(None),
            });
            Type::MemRef { sizes: sizes.collect::<Option<_>>()?, element: element(&memref.element)? }
        }
        other => Type::Element(element(other)?),
    })
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
