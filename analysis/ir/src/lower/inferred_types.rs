//! Types of results that the operation itself infers: `inferReturnTypes` of those whose form writes none.

use super::aggregate_types::element_at;
use super::attributes::integers;
use crate::types::{Type, VectorDim};
use std::sync::Arc;
use syntax::ods::OpBinding;

/// The type of the only result; `None` if nothing infers it here. `operand` gives the type of an operand by its name.
pub(super) fn inferred_type(binding: &OpBinding<'_>, operand: impl Fn(&str) -> Type) -> Option<Type> {
    let ty = match &*binding.definition().name {
        "vector.shuffle" | "llvm.shufflevector" => shuffled(binding, &operand("v1")),
        "llvm.extractvalue" => element(binding, "position", operand("container")),
        "spirv.CompositeExtract" => element(binding, "indices", operand("composite")),
        "vector.outerproduct" | "arm_sme.outerproduct" => outer_product(&operand("lhs"), operand("rhs")),
        _ => return None,
    };
    Some(ty.unwrap_or(Type::Unknown))
}

/// As many rows as the mask has numbers, and else the dimensions of the first operand.
fn shuffled(binding: &OpBinding<'_>, first: &Type) -> Option<Type> {
    let Type::Vector { dims, element } = first else { return None };
    let size = u64::try_from(integers(binding.attribute("mask")?, 1)?.len()).ok()?;
    let rows = VectorDim { size, scalable: dims.first()?.scalable };
    let dims = std::iter::once(rows).chain(dims.iter().skip(1).copied()).collect();
    Some(Type::Vector { dims, element: Arc::clone(element) })
}

/// The type at the position that an attribute gives.
fn element(binding: &OpBinding<'_>, position: &str, aggregate: Type) -> Option<Type> {
    element_at(aggregate, &integers(binding.attribute(position)?, 1)?)
}

/// The dimensions of both operands, only those of the first if the second is not a vector.
fn outer_product(left: &Type, right: Type) -> Option<Type> {
    match (left, right) {
        (Type::Vector { dims, element }, Type::Vector { dims: others, .. }) => {
            let dims = dims.iter().chain(&others).copied().collect();
            Some(Type::Vector { dims, element: Arc::clone(element) })
        }
        (_, Type::Unknown) => None,
        (Type::Vector { .. }, _) => Some(left.clone()),
        _ => None,
    }
}
