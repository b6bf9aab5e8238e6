//! `expand_shape` and `collapse_shape` of memrefs and tensors: the groups of dimensions.

use super::problem::{Verified, problem, reject_if};
use super::view::{Mixed, OpView};
use crate::map_operands::counted;
use ir::types::Dim;

pub(super) const CODE: &str = "reshape-mismatch";

/// Each dimension of `collapsed` corresponds to a group of neighbours of `expanded`.
pub(super) fn groups(
    view: &OpView<'_, '_>,
    collapsed: &[Dim],
    expanded: &[Dim],
    groups: &[Vec<i64>],
) -> Verified {
    let place = view.attribute_place("reassociation");
    let types = || view.type_place("result");
    if collapsed.len() > expanded.len() {
        let message = format!(
            "the expanded shape has {}, the collapsed one {}",
            counted(expanded.len(), "dimension"),
            collapsed.len()
        );
        return problem(CODE, types(), message);
    }
    if collapsed.is_empty() && groups.is_empty() {
        // MLIR does not look at tensors here.
        let all_ones = expanded.iter().all(|it| *it == Some(1)) || view.op.name.starts_with("tensor.");
        let message = "without dimensions there is one element: all sizes of the other shape have to be 1";
        return reject_if(!all_ones, || problem(CODE, types(), message));
    }
    if groups.len() != collapsed.len() {
        let message = format!(
            "{} for {}",
            counted(groups.len(), "group"),
            counted(collapsed.len(), "collapsed dimension")
        );
        return problem(CODE, place, message);
    }
    let mut next = 0;
    for (index, (group, size)) in groups.iter().zip(collapsed).enumerate() {
        let mut product = Some(1_u64);
        for dim in group {
            if *dim != next {
                return problem(CODE, place, format!("dimension {next} has to follow, not {dim}"));
            }
            let Some(size) = usize::try_from(next).ok().and_then(|it| expanded.get(it)) else {
                let message = format!("there is no dimension {dim}, only {}", expanded.len());
                return problem(CODE, place, message);
            };
            product = product.zip(*size).and_then(|(a, b)| a.checked_mul(b));
            next += 1;
        }
        let is_open = group
            .iter()
            .any(|it| usize::try_from(*it).ok().and_then(|it| expanded.get(it)).is_some_and(Option::is_none));
        let show = |it: Option<u64>| it.map_or("unknown".to_owned(), |it| it.to_string());
        let fits = if is_open { size.is_none() } else { product.is_none() || *size == product };
        if !fits {
            let message = format!(
                "collapsed dimension {index} has size {}, its group {group:?} has {}",
                show(*size),
                show(product.filter(|_| !is_open))
            );
            return problem(CODE, types(), message);
        }
    }
    if usize::try_from(next).ok() != Some(expanded.len()) {
        let message = format!("the groups name {next} of {}", counted(expanded.len(), "dimension"));
        return problem(CODE, place, message);
    }
    Ok(())
}

/// The output shape of an expansion is that of its result.
pub(super) fn output_shape(view: &OpView<'_, '_>, result: &[Dim]) -> Verified {
    let names = ("output_shape", "static_output_shape");
    let Some(shape) = view.mixed(names.0, names.1) else { return Ok(()) };
    let place = || view.mixed_place(names.0, names.1);
    if shape.len() != result.len() {
        let message = format!("{} for {}", counted(shape.len(), "size"), counted(result.len(), "dimension"));
        return problem(CODE, place(), message);
    }
    let asked = shape.iter().filter(|it| **it == Mixed::Dynamic).count();
    let given = view.operands("output_shape").len();
    if asked != given {
        return problem(
            CODE,
            place(),
            format!("the shape leaves {}, {given} given", counted(asked, "value")),
        );
    }
    // Sizes that only the type or only the list knows go together, and those of tensors are not compared.
    let differs = |it: &(usize, (&Mixed, &Dim))| match it.1 {
        (Mixed::Static(size), Some(dim)) => i64::try_from(*dim) != Ok(*size),
        _ => false,
    };
    if view.op.is("tensor.expand_shape") {
        return Ok(());
    }
    let Some((index, (_, dim))) = shape.iter().zip(result).enumerate().find(differs) else { return Ok(()) };
    let size = dim.map_or("unknown".to_owned(), |it| it.to_string());
    problem(CODE, place(), format!("dimension {index} of the result has size {size}"))
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn not_contiguous() {
        check(
            r#"
func.func @fold(%m: memref<4x4xf32, strided<[8, 1]>>) {
  %f = memref.collapse_shape %m [[0, 1]] : memref<4x4xf32, strided<[8, 1]>> into memref<16xf32, strided<[1]>>
                              //^^^^^^^^ error reshape-mismatch: dimensions 0 and 1 are not contiguous: the stride of 0 is 8, 4 would be
  return
}"#,
        );
    }

    #[test]
    fn strided_neighbours() {
        check(
            r#"
func.func @fold(%m: memref<4x4xf32, strided<[8, 2]>>) {
  %f = memref.collapse_shape %m [[0, 1]] : memref<4x4xf32, strided<[8, 2]>> into memref<16xf32, strided<[2]>>
  return
}"#,
        );
    }
}
