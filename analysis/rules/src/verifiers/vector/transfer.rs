//! `vector.transfer_read` and `vector.transfer_write`.

use crate::checks::transfer_in_bounds::Entries;
use crate::map_operands::counted;
use crate::verifiers::arith::width;
use crate::verifiers::maps::map;
use crate::verifiers::problem::{Verified, problem, reject_if};
use crate::verifiers::type_constraint::is_open;
use crate::verifiers::view::OpView;
use ir::affine::{AffineExpr, AffineMap};
use ir::types::{Type, VectorDim};
use std::sync::Arc;

const MAP: &str = "transfer-permutation-map";

pub(super) fn verify(view: &OpView<'_, '_>) -> Verified {
    let is_read = view.op.is("vector.transfer_read");
    let value = if is_read { "vector" } else { "valueToStore" };
    let Some((dims, element)) = view.vector(value) else { return Ok(()) };
    let (rank, own) = match view.ty("base") {
        Type::MemRef(it) => (it.dims.len(), &it.element),
        Type::Tensor { dims: Some(dims), element, .. } => (dims.len(), &**element),
        _ => return Ok(()),
    };
    // Elements that are vectors give the last dimensions.
    let inner = match own {
        Type::Vector { dims, .. } => dims.len(),
        _ => 0,
    };
    let Some(asked) = dims.len().checked_sub(inner) else { return Ok(()) };
    let written = view.attribute("permutation_map");
    let given = view.operands("indices").len();
    if view.is_known("indices") && given != rank {
        let message = format!(
            "{}, {given} {} given",
            counted(rank, "dimension"),
            if given == 1 { "index" } else { "indices" }
        );
        return problem("transfer-index-count", view.operands_place("indices"), message);
    }
    let found = written.as_ref().map(|it| map(view, it));
    let place = || view.attribute_place("permutation_map");
    let shape = format!("the map has to select {asked} of the {}", counted(rank, "dimension"));
    let Some(found) = found else {
        if !view.is_generic() && asked > rank {
            return problem(MAP, view.type_place(value), format!("a permutation_map is needed: {shape}"));
        }
        return rest(view, is_read, value, None, (rank, asked, own, element, dims));
    };
    let Some(found) = found else { return Ok(()) };
    if found.symbols > 0 || found.dims != rank || found.results.len() != asked {
        return problem(MAP, place(), shape);
    }
    let mut seen = Vec::new();
    for result in &found.results {
        let fits = match result {
            AffineExpr::Dim(index) if !seen.contains(index) => {
                seen.push(*index);
                true
            }
            AffineExpr::Constant(0) if is_read => true,
            AffineExpr::Constant(0) => {
                return problem(MAP, place(), "what is written is not repeated: the map has no 0");
            }
            _ => false,
        };
        if !fits {
            return problem(MAP, place(), format!("{shape}, each once, or 0 to repeat"));
        }
    }
    rest(view, is_read, value, Some(&found), (rank, asked, own, element, dims))
}

fn rest(
    view: &OpView<'_, '_>,
    is_read: bool,
    value: &'static str,
    map: Option<&AffineMap>,
    (rank, asked, own, element, dims): (usize, usize, &Type, &Type, &[VectorDim]),
) -> Verified {
    if let Some(bounds) = view.booleans("in_bounds")
        && bounds.len() != asked
    {
        let facts = Entries { given: bounds.len(), asked };
        return problem("transfer-in-bounds", view.attribute_place("in_bounds"), facts);
    }
    if !matches!(own, Type::Vector { .. }) {
        let bits = |ty: &Type| width(ty).map(u64::from);
        let lanes = dims.last().map_or(1, |it| it.size);
        if let (Some(source), Some(vector)) = (bits(own), bits(element))
            && source > 0
            && lanes.checked_mul(vector).is_some_and(|it| it % source != 0)
        {
            let message = format!("vectors of {lanes} x {element} do not fill elements of {own}");
            return problem("transfer-element-width", view.type_place(value), message);
        }
    }
    if is_read {
        let padding = view.ty("padding");
        if padding.differs_from(own) && !is_open(padding) {
            let message = format!("the padding has type {padding}, the elements {own}");
            return problem("operands-type-disagree", view.operands_place("padding"), message);
        }
    }
    mask(view, map, rank, dims)
}

/// The mask has the dimensions of the vector that are not repeated, in the order of the memory.
fn mask(view: &OpView<'_, '_>, map: Option<&AffineMap>, rank: usize, dims: &[VectorDim]) -> Verified {
    let found = view.ty("mask");
    if is_open(found) {
        return Ok(());
    }
    let results: Vec<Option<usize>> = match map {
        Some(map) => map
            .results
            .iter()
            .map(|it| match it {
                AffineExpr::Dim(index) => Some(*index),
                _ => None,
            })
            .collect(),
        None if dims.len() > rank => return Ok(()),
        None => (rank - dims.len()..rank).map(Some).collect(),
    };
    let mut kept: Vec<_> =
        results.iter().zip(dims).filter_map(|(index, dim)| Some(((*index)?, *dim))).collect();
    kept.sort_by_key(|it| it.0);
    let mut shape: Vec<_> = kept.into_iter().map(|it| it.1).collect();
    // A mask has a dimension at least where everything is repeated.
    if shape.is_empty() && !dims.is_empty() {
        shape.push(VectorDim { size: 1, scalable: false });
    }
    let Type::Vector { element, .. } = found else { return Ok(()) };
    let expected = Type::Vector { dims: shape.into(), element: Arc::clone(element) };
    let message = || format!("the mask has type {expected}, not {found}");
    reject_if(found.differs_from(&expected), || {
        problem("vector-mask-shape", view.operands_place("mask"), message())
    })
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn masks_of_transfers_are_in_memory_order() {
        check(
            r#"
func.func @read(%m: memref<8x8xf32>, %i: index, %p: f32, %mask: vector<2x4xi1>) {
  %v = vector.transfer_read %m[%i, %i], %p, %mask {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<8x8xf32>, vector<4x2xf32>
  return
}"#,
        );
    }
}
