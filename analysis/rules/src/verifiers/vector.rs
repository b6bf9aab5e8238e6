//! `vector`: memory, masks, positions, shapes, reductions.

mod contract;
mod memory;
mod positions;
mod reductions;
mod shape;
mod transfer;

use super::problem::{Verified, problem, reject_if};
use super::tensor::element_count;
use super::view::OpView;
use crate::map_operands::counted;
use ir::types::Type;

pub(super) fn verify(view: &OpView<'_, '_>) -> Verified {
    match view.op.name_in_dialect() {
        "load" | "store" => memory::load_store(view),
        "maskedload" | "maskedstore" | "expandload" | "compressstore" => memory::masked(view),
        "gather" | "scatter" => memory::gather_scatter(view),
        "transfer_read" | "transfer_write" => transfer::verify(view),
        "extract" => positions::extract(view),
        "insert" => positions::insert(view),
        "scalable.extract" => positions::scalable(view, "res"),
        "scalable.insert" => positions::scalable(view, "valueToStore"),
        "extract_strided_slice" => positions::extract_strided_slice(view),
        "insert_strided_slice" => positions::insert_strided_slice(view),
        "shuffle" => shape::shuffle(view),
        "broadcast" => shape::broadcast(view),
        "shape_cast" => shape::shape_cast(view),
        "bitcast" => shape::bitcast(view),
        "transpose" => shape::transpose(view),
        "interleave" => shape::interleave(view, "lhs", "result"),
        "deinterleave" => shape::interleave(view, "res1", "source"),
        "constant_mask" => constant_mask(view),
        "create_mask" => create_mask(view),
        "mask" => mask(view),
        "print" => print(view),
        "from_elements" => elements(view, "dest"),
        "to_elements" => elements(view, "source"),
        "reduction" => reductions::reduction(view),
        "multi_reduction" => reductions::multi_reduction(view),
        "scan" => reductions::scan(view),
        "outerproduct" => reductions::outer_product(view),
        "contract" => contract::verify(view),
        "step" => step(view),
        _ => Ok(()),
    }
}

fn elements(view: &OpView<'_, '_>, of: &'static str) -> Verified {
    let Some((dims, _)) = view.vector(of) else { return Ok(()) };
    let Some(count) = dims.iter().try_fold(1_u64, |count, it| count.checked_mul(it.size)) else {
        return Ok(());
    };
    // The results of the custom form are as many as the type says.
    if of == "source" && !view.is_generic() {
        return Ok(());
    }
    element_count(view, view.ty(of), count)
}

/// Text is printed alone.
fn print(view: &OpView<'_, '_>) -> Verified {
    let prints_text = view.attribute("stringLiteral").is_some();
    // A new line is the default.
    let punctuation = view.keyword("punctuation").filter(|it| it != "newline");
    let more = !view.operands("source").is_empty() || punctuation.is_some();
    let message = "text is printed without a value and without punctuation";
    reject_if(prints_text && more, || problem("print-combination", view.op.name_pointer, message))
}

fn step(view: &OpView<'_, '_>) -> Verified {
    let Some((_, element)) = view.vector("result") else { return Ok(()) };
    let message = || format!("{} gives index or integers of at least 8 bits, not {element}", view.op.name);
    let is_narrow = matches!(element, Type::Integer { width: ..8, .. });
    reject_if(is_narrow, || problem("operand-type-class", view.type_place("result"), message()))
}

const MASK: &str = "vector-mask-size";

fn constant_mask(view: &OpView<'_, '_>) -> Verified {
    let Some((dims, _)) = view.vector("result") else { return Ok(()) };
    let Some(sizes) = view.integers("mask_dim_sizes") else { return Ok(()) };
    let place = view.attribute_place("mask_dim_sizes");
    if dims.is_empty() {
        let fits = matches!(*sizes, [0 | 1]);
        return reject_if(!fits, || {
            problem(MASK, place, "the mask of a vector without dimensions is [0] or [1]")
        });
    }
    if sizes.len() != dims.len() {
        let message = format!("{} for {}", counted(sizes.len(), "size"), counted(dims.len(), "dimension"));
        return problem(MASK, place, message);
    }
    for (index, (size, dim)) in sizes.iter().zip(dims).enumerate() {
        let inside = u64::try_from(*size).is_ok_and(|it| it <= dim.size);
        if !inside {
            return problem(
                MASK,
                place,
                format!("dimension {index} has size {}, {size} of it cannot be set", dim.size),
            );
        }
        if dim.scalable && *size != 0 && *size != dim.size as i64 {
            return problem(MASK, place, format!("of the scalable dimension {index} all is set or nothing"));
        }
    }
    let mixes = sizes.contains(&0) && sizes.iter().any(|it| *it != 0);
    reject_if(mixes, || problem(MASK, place, "where one size is 0 nothing is set, and all sizes are 0"))
}

fn create_mask(view: &OpView<'_, '_>) -> Verified {
    let Some((dims, _)) = view.vector("result") else { return Ok(()) };
    let (asked, given) = (dims.len().max(1), view.operands("operands").len());
    let message = || format!("{} for {}", counted(given, "size"), counted(dims.len(), "dimension"));
    reject_if(view.is_known("operands") && asked != given, || {
        problem(MASK, view.operands_place("operands"), message())
    })
}

fn mask(view: &OpView<'_, '_>) -> Verified {
    let results =
        if view.is_generic() { view.result_types().count() } else { view.written_types("results").len() };
    let is_useless = !view.operands("passthru").is_empty() && results == 0;
    let message = "values to pass through are given, but there is no result that they could stand in";
    reject_if(is_useless, || problem("region-result-mismatch", view.operands_place("passthru"), message))
}
