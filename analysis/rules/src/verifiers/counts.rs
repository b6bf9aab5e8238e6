//! How many operands, results and regions the generic form gives an operation.

use super::problem::{Verified, problem, reject_if};
use super::view::OpView;
use crate::map_operands::counted;
use ir::types::Type;
use syntax::ods::{Arity, ValueDefinition};

pub(super) fn verify(view: &OpView<'_, '_>) -> Verified {
    if !view.is_generic() {
        return Ok(());
    }
    let is_built_in = view.op.is_of_complete_dialect;
    if !is_built_in {
        regions(view)?;
    }
    // Values that are passed to blocks are operands that the built-in tables do not list.
    let passes = view.op.successors.iter().any(|it| is_built_in || !it.operands.is_empty());
    if passes || view.op.name.starts_with("cf.") {
        return Ok(());
    }
    let results = view.result_types().count();
    miscount(view, &view.definition().operands, view.all_operand_types().len(), "operand")?;
    miscount(view, &view.definition().results, results, "result")
}

fn miscount(view: &OpView<'_, '_>, values: &[ValueDefinition], given: usize, word: &str) -> Verified {
    let least = values.iter().filter(|it| it.arity == Arity::One).count();
    let is_open = values.iter().any(|it| it.arity == Arity::Variadic);
    let (named, bound) = match values.len() {
        most if most == least => (least, ""),
        most if given > most && !is_open => (most, "at most "),
        _ => (least, "at least "),
    };
    let fits = takes(values, given);
    let verb = if given == 1 { "is" } else { "are" };
    let message = || format!("{} has {bound}{}, {given} {verb} given", view.op.name, counted(named, word));
    reject_if(!fits, || problem("operand-count-mismatch", view.op.name_pointer, message()))
}

/// Whether there may be that many of these operands or results.
pub(crate) fn takes(values: &[ValueDefinition], given: usize) -> bool {
    let least = values.iter().filter(|it| it.arity == Arity::One).count();
    given >= least && (given <= values.len() || values.iter().any(|it| it.arity == Arity::Variadic))
}

fn regions(view: &OpView<'_, '_>) -> Verified {
    let (regions, given) = (&view.definition().regions, view.op.regions.len());
    let least = regions.iter().filter(|it| !it.is_variadic).count();
    let (fits, bound) = match least == regions.len() {
        true => (given == least, ""),
        false => (given >= least, "at least "),
    };
    let message = || format!("{} has {bound}{}, {given} given", view.op.name, counted(least, "region"));
    reject_if(!fits, || problem("region-count-mismatch", view.op.name_pointer, message()))
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

#[cfg(test)]
mod tests {
    use fixture::check;

    /// Operations with unknown forms have known numbers of operands and results.
    #[test]
    fn generic_form_of_other_dialects() {
        check(
            r#"
func.func @counts(%m: memref<4xf32>, %n: index) {
  "gpu.memcpy"(%m) : (memref<4xf32>) -> ()
//^^^^^^^^^^^^ error operand-count-mismatch: gpu.memcpy has at least 2 operands, 1 is given
  "gpu.barrier"() ({}) : () -> ()
//^^^^^^^^^^^^^ error region-count-mismatch: gpu.barrier has 0 regions, 1 given
  %0 = "gpu.printf"(%n) <{format = "%i"}> : (index) -> index
     //^^^^^^^^^^^^ error operand-count-mismatch: gpu.printf has 0 results, 1 is given
  %1 = "gpu.thread_id"() : () -> index
     //^^^^^^^^^^^^^^^ error missing-inherent-attribute: gpu.thread_id needs the attribute dimension
  "gpu.memcpy"(%m, %m) : (memref<4xf32>, memref<4xf32>) -> ()
  %2 = "pdl_interp.create_attribute"() <{value}> : () -> !pdl.attribute
  return
}"#,
        );
    }

    #[test]
    fn relations_of_types_in_other_dialects() {
        check(
            r#"
func.func @sum(%a: f32, %b: f16) -> f32 {
  %0 = "spirv.FAdd"(%a, %b) : (f32, f16) -> f32
                                  //^^^ error operands-type-disagree: spirv.FAdd needs one type for operand1, operand2 and result: operand1 has f32, operand2 has f16
  return %0 : f32
}"#,
        );
    }
}
