//! How many operands and results the generic form gives an operation.

use super::problem::{Verified, problem, reject_if};
use super::view::OpView;
use crate::map_operands::counted;
use ir::types::Type;
use syntax::ods::{Arity, ValueDefinition};

pub(super) fn verify(view: &OpView<'_, '_>) -> Verified {
    // Values that are passed to blocks are operands that the table does not list.
    if !view.is_generic() || !view.op.successors.is_empty() || view.op.name.starts_with("cf.") {
        return Ok(());
    }
    let results = view.result_types().count();
    miscount(view, &view.definition().operands, view.all_operand_types().len(), "operand")?;
    miscount(view, &view.definition().results, results, "result")
}

fn miscount(view: &OpView<'_, '_>, values: &[ValueDefinition], given: usize, word: &str) -> Verified {
    let least = values.iter().filter(|it| it.arity == Arity::One).count();
    let (fits, at_least) = match least == values.len() {
        true => (given == least, ""),
        false => (given >= least, "at least "),
    };
    let verb = if given == 1 { "is" } else { "are" };
    let message = || format!("{} has {at_least}{}, {given} {verb} given", view.op.name, counted(least, word));
    reject_if(!fits, || problem("operand-count-mismatch", view.op.name_pointer, message()))
}

/// As many indices as the memref or tensor has dimensions.
pub(super) fn index_count(view: &OpView<'_, '_>, of: &'static str, indices: &'static str) -> Verified {
    let (code, dims) = match view.ty(of) {
        Type::MemRef(it) => ("memref-index-count", it.dims.len()),
        Type::Tensor { dims: Some(dims), .. } => ("tensor-index-count", dims.len()),
        _ => return Ok(()),
    };
    let (given, Some(operand)) = (view.operands(indices).len(), view.operand(of)) else { return Ok(()) };
    let word = if given == 1 { "index is" } else { "indices are" };
    let message = || format!("{} has {}, {given} {word} given", operand.name, counted(dims, "dimension"));
    reject_if(given != dims, || problem(code, view.operands_place(indices), message()))
}
