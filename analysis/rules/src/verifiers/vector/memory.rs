//! Loads and stores of vectors, masked, compressed, gathered.

use super::shape::SHAPE;
use crate::map_operands::counted;
use crate::verifiers::counts::index_count;
use crate::verifiers::problem::{Verified, problem, reject_if};
use crate::verifiers::strided::strided;
use crate::verifiers::type_constraint::is_open;
use crate::verifiers::view::OpView;
use ir::types::{Type, VectorDim};

const ELEMENT: &str = "vector-load-element-type";

pub(super) fn load_store(view: &OpView<'_, '_>) -> Verified {
    let value = value(view);
    let Some((dims, element)) = view.vector(value) else { return Ok(()) };
    let Type::MemRef(memref) = view.ty("base") else { return Ok(()) };
    let (lanes, place) = (dims.iter().map(|it| it.size).product::<u64>(), || view.type_place(value));
    if memref.dims.len() < dims.len() && !matches!(memref.element, Type::Vector { .. }) {
        let message =
            format!("the memref has {}, the vector {}", counted(memref.dims.len(), "dimension"), dims.len());
        return problem(SHAPE, place(), message);
    }
    let is_single = lanes == 1 && dims.iter().all(|it| !it.scalable);
    let last = strided(memref).and_then(|it| it.strides.last().copied());
    if let (false, Some(stride)) = (is_single, last)
        && stride != Some(1)
    {
        let message = "the elements of the last dimension have to lie side by side: its stride is not 1";
        return problem("vector-memory-stride", view.type_place("base"), message);
    }
    let fits = match &memref.element {
        own @ Type::Vector { .. } => !own.differs_from(view.ty(value)),
        own => !own.differs_from(element),
    };
    let message = || format!("the memref has elements of type {}", memref.element);
    reject_if(!fits, || problem(ELEMENT, place(), message()))
}

fn element_of_base<'t>(view: &'t OpView<'_, '_>) -> Option<&'t Type> {
    match view.ty("base") {
        Type::MemRef(it) => Some(&it.element),
        Type::Tensor { element, .. } => Some(element),
        _ => None,
    }
}

/// The value that is read or written.
fn value(view: &OpView<'_, '_>) -> &'static str {
    let stored = "valueToStore";
    if view.definition().operand(stored).is_some() { stored } else { "result" }
}

pub(super) fn masked(view: &OpView<'_, '_>) -> Verified {
    let name = value(view);
    let Some((dims, element)) = view.vector(name) else { return Ok(()) };
    let Some(own) = element_of_base(view) else { return Ok(()) };
    if own.differs_from(element) {
        return problem(ELEMENT, view.type_place(name), format!("the memref has elements of type {own}"));
    }
    index_count(view, "base", "indices")?;
    mask_and_rest(view, name, dims)
}

/// The mask has the shape of the value, the passed vector its type.
fn mask_and_rest(view: &OpView<'_, '_>, name: &'static str, dims: &[VectorDim]) -> Verified {
    let Some((mask, _)) = view.vector("mask") else { return Ok(()) };
    // For these MLIR compares the first dimension alone.
    let compared = match &*view.op.name {
        "vector.expandload" | "vector.compressstore" => 1,
        _ => usize::MAX,
    };
    let same_rank = compared == 1 || mask.len() == dims.len();
    if !same_rank || !same_sizes(mask, dims, compared) {
        let message = format!("the mask {} does not have the shape of {}", view.ty("mask"), view.ty(name));
        return problem("vector-mask-shape", view.type_place("mask"), message);
    }
    let (rest, value) = (view.ty("pass_thru"), view.ty(name));
    let differs = rest.differs_from(value) && !is_open(rest);
    let message = || format!("what is passed through has type {rest}, the result {value}");
    reject_if(differs, || problem("operands-type-disagree", view.type_place("pass_thru"), message()))
}

pub(super) fn gather_scatter(view: &OpView<'_, '_>) -> Verified {
    let name = value(view);
    let Some((dims, element)) = view.vector(name) else { return Ok(()) };
    let Some(own) = element_of_base(view) else { return Ok(()) };
    if own.differs_from(element) {
        return problem(ELEMENT, view.type_place(name), format!("the base has elements of type {own}"));
    }
    index_count(view, "base", "offsets")?;
    let Some((indices, _)) = view.vector("indices") else { return Ok(()) };
    if indices.len() != dims.len() || !same_sizes(indices, dims, usize::MAX) {
        let message =
            format!("the indices {} do not have the shape of {}", view.ty("indices"), view.ty(name));
        return problem(SHAPE, view.type_place("indices"), message);
    }
    mask_and_rest(view, name, dims)
}

/// Whether the first dimensions have the same sizes, scalable or not.
fn same_sizes(a: &[VectorDim], b: &[VectorDim], count: usize) -> bool {
    a.iter().zip(b).take(count).all(|it| it.0.size == it.1.size)
}
