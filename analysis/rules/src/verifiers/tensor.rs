//! `tensor`: sizes, slices, shapes, bodies.

use super::arith::width;
use super::counts::index_count;
use super::memref::shape::shape_length;
use super::problem::{Verified, problem, reject_if};
use super::regions::{End, end, end_place};
use super::reshape;
use super::shapes::scalar;
use super::shapes::{are_compatible, ranked_tensor};
use super::slice::slice;
use super::strided::is_rank_reduced;
use super::type_constraint::is_open;
use super::view::{Mixed, OpView};
use crate::checks::alloc_dynamic_size_count::Sizes;
use crate::map_operands::counted;
use ir::types::{Dim, Type};

pub(super) fn verify(view: &OpView<'_, '_>) -> Verified {
    match view.op.name_in_dialect() {
        "cast" | "bitcast" => cast(view),
        "dim" => dim(view),
        "extract" => index_count(view, "tensor", "indices"),
        "insert" => index_count(view, "dest", "indices"),
        "from_elements" => from_elements(view),
        "empty" => dynamic_sizes(view, "dynamicSizes", "result"),
        "splat" => dynamic_sizes(view, "dynamicSizes", "aggregate"),
        "generate" => dynamic_sizes(view, "dynamicExtents", "result").and_then(|()| body(view)),
        "concat" => concat(view),
        "extract_slice" => slice_of(view, "source", "result"),
        "insert_slice" => slice_of(view, "dest", "source"),
        "parallel_insert_slice" => in_parallel(view).and_then(|()| slice_of(view, "dest", "source")),
        "pad" => pad(view).and_then(|()| body(view)),
        "reshape" => reshape(view),
        "expand_shape" => expand_shape(view),
        "collapse_shape" => collapse_shape(view),
        "gather" => gather(view, "gather_dims", "source", "result"),
        "scatter" => gather(view, "scatter_dims", "dest", "source"),
        _ => Ok(()),
    }
}

fn cast(view: &OpView<'_, '_>) -> Verified {
    let (source, result) = (view.ty("source"), view.ty("dest"));
    let (from, to) = (scalar(source), scalar(result));
    let is_bitcast = view.op.is("tensor.bitcast");
    let what = if is_bitcast && width(from).zip(width(to)).is_some_and(|it| it.0 != it.1) {
        "the width of the elements"
    } else if !is_bitcast && from.differs_from(to) {
        "the element type"
    } else if are_compatible(&[source, result]) == Some(false) {
        "the shape"
    } else {
        return Ok(());
    };
    let message = format!("{} cannot change {what}: {source} to {result}", view.op.name);
    problem("cast-incompatible", view.type_place("dest"), message)
}

/// It is in the end of a parallel loop.
fn in_parallel(view: &OpView<'_, '_>) -> Verified {
    let Some(parent) = view.ctx.ir.parent_op(view.id) else { return Ok(()) };
    let parent = &view.ctx.ir.ops[parent];
    let is_other =
        ["affine.", "builtin.", "func.", "memref.", "tensor."].iter().any(|it| parent.name.starts_with(it))
            || parent.name.starts_with("scf.") && !parent.is("scf.forall.in_parallel");
    let message = "tensor.parallel_insert_slice stands in scf.forall.in_parallel";
    reject_if(is_other, || problem("in-parallel-body", view.op.name_pointer, message))
}

fn dim(view: &OpView<'_, '_>) -> Verified {
    let is_scalar = ranked_tensor(view.ty("source")).is_some_and(|it| it.0.is_empty());
    let message = "a tensor without dimensions has no sizes";
    reject_if(is_scalar, || problem("memref-dim-rank-zero", view.operands_place("source"), message))
}

fn from_elements(view: &OpView<'_, '_>) -> Verified {
    let result = view.ty("result");
    let Some((dims, _)) = ranked_tensor(result) else { return Ok(()) };
    let count = dims.iter().try_fold(1, |count: u64, dim| count.checked_mul((*dim)?));
    count.map_or(Ok(()), |it| element_count(view, result, it))
}

/// As many elements as fill the type.
pub(super) fn element_count(view: &OpView<'_, '_>, ty: &Type, count: u64) -> Verified {
    let given = view.types("elements").len();
    let message = || format!("{ty} has {count} elements, {given} given");
    reject_if(given as u64 != count, || {
        problem("element-count-mismatch", view.operands_place("elements"), message())
    })
}

fn dynamic_sizes(view: &OpView<'_, '_>, sizes: &'static str, of: &'static str) -> Verified {
    let Some((dims, _)) = ranked_tensor(view.ty(of)) else { return Ok(()) };
    let (asked, given) = (dims.iter().filter(|it| it.is_none()).count(), view.operands(sizes).len());
    reject_if(asked != given, || {
        problem("alloc-dynamic-size-count", view.operands_place(sizes), Sizes { asked, given })
    })
}

/// The body of `tensor.generate` and `tensor.pad`: an index per dimension, and an element at its end.
fn body(view: &OpView<'_, '_>) -> Verified {
    let ir = view.ctx.ir;
    let Some(block) = ir.body(view.id) else { return Ok(()) };
    let Some((dims, element)) = ranked_tensor(view.ty("result")) else { return Ok(()) };
    let arguments = &ir.blocks[block].arguments;
    if arguments.len() != dims.len() {
        let message = format!(
            "the body takes an index per dimension: {} for {}",
            counted(arguments.len(), "argument"),
            counted(dims.len(), "dimension")
        );
        return problem("region-argument-mismatch", view.op.name_pointer, message);
    }
    if let Some(other) = arguments.iter().find(|it| ir.values[**it].ty.differs_from(&Type::Index)) {
        let message = format!("the body takes indices, not {}", ir.values[*other].ty);
        return problem("region-argument-mismatch", view.op.name_pointer, message);
    }
    let end = match end(view, ir.blocks[block].parent) {
        End::Terminator(it) if ir.ops[it].is("tensor.yield") => &ir.ops[it],
        End::Implicit => {
            let message = format!("the body has to give an element of type {element}");
            let brace = end_place(view, ir.blocks[block].parent, None);
            return problem("region-result-mismatch", view.op.name_pointer, message)
                .map_err(|it| it.related(brace, "nothing is given here"));
        }
        _ => return Ok(()),
    };
    let Some(yielded) = end.operands.first().and_then(|it| it.value) else { return Ok(()) };
    let ty = &ir.values[yielded].ty;
    let message = || format!("the body gives an element of type {element}, not {ty}");
    reject_if(ty.differs_from(element), || {
        problem("region-result-mismatch", view.op.name_pointer, message())
            .map_err(|it| it.related(end.name_pointer, "the end of the body"))
    })
}

fn concat(view: &OpView<'_, '_>) -> Verified {
    const CODE: &str = "concat-mismatch";
    let place = || view.op.name_pointer;
    let inputs = view.types("inputs");
    if inputs.is_empty() {
        let message = "tensor.concat takes at least one tensor";
        return reject_if(view.is_known("inputs"), || problem("operand-count-mismatch", place(), message));
    }
    let Some((result, element)) = ranked_tensor(view.ty("result")) else { return Ok(()) };
    let Some(inputs) = inputs.into_iter().map(ranked_tensor).collect::<Option<Vec<_>>>() else {
        return Ok(());
    };
    if let Some((dims, _)) = inputs.iter().find(|it| it.0.len() != result.len()) {
        let message =
            format!("an input has {}, the result {}", counted(dims.len(), "dimension"), result.len());
        return problem(CODE, view.type_place("result"), message);
    }
    let Some(along) = view.integer("dim") else { return Ok(()) };
    let Some(along) = usize::try_from(along).ok().filter(|it| *it < result.len()) else {
        let message = format!("there is no dimension {along}, only {}", result.len());
        return problem(CODE, view.attribute_place("dim"), message);
    };
    if let Some((_, other)) = inputs.iter().find(|it| it.1.differs_from(element)) {
        let message = format!("an input has elements of type {other}, the result {element}");
        return problem(CODE, view.type_place("result"), message);
    }
    for index in 0..result.len() {
        let sizes: Vec<Dim> = inputs.iter().map(|it| it.0.get(index).copied().flatten()).collect();
        let written = result.get(index).copied().flatten();
        if index == along {
            let sum = sizes.iter().try_fold(0_u64, |sum, it| sum.checked_add((*it)?));
            // An unknown size in the type takes any; an unknown sum demands one.
            if sum.is_some() && written != sum {
                let sum = sum.unwrap_or_default();
                let message = format!("the sizes of dimension {index} sum up to {sum}");
                return reject_if(written.is_some(), || problem(CODE, view.type_place("result"), message));
            }
            continue;
        }
        let mut known = sizes.iter().chain([&written]).flatten();
        let first = known.next();
        if let Some(other) = known.find(|it| Some(*it) != first) {
            let message = format!(
                "dimension {index} has size {} and {other}; only along dimension {along} may sizes differ",
                first.copied().unwrap_or_default()
            );
            return problem(CODE, view.type_place("result"), message);
        }
    }
    Ok(())
}

/// The slice that `whole` is asked for has the type of `part`, up to sizes of 1.
fn slice_of(view: &OpView<'_, '_>, whole: &'static str, part: &'static str) -> Verified {
    const CODE: &str = "slice-type";
    let Some((dims, element)) = ranked_tensor(view.ty(whole)) else { return Ok(()) };
    let Some((part_dims, part_element)) = ranked_tensor(view.ty(part)) else { return Ok(()) };
    let Some(slice) = slice(view, [dims.len(); 3])? else { return Ok(()) };
    let sizes = |dims: &[Dim]| dims.iter().map(|it| (*it, ())).collect::<Vec<_>>();
    let expected =
        Type::Tensor { dims: Some(slice.dims().into()), element: element.clone().into(), encoding: None };
    let what = if part_element.differs_from(element) {
        format!("has elements of type {element}, not {part_element}")
    } else if !is_rank_reduced(&sizes(&slice.dims()), &sizes(part_dims)) {
        format!("has type {expected}, without some of its sizes of 1 if wanted, not {}", view.ty(part))
    } else {
        return slice.bounds(view, dims);
    };
    problem(CODE, view.type_place(part), format!("the slice {what}"))
}

fn pad(view: &OpView<'_, '_>) -> Verified {
    const CODE: &str = "pad-type";
    let Some((source, element)) = ranked_tensor(view.ty("source")) else { return Ok(()) };
    let Some((result, result_element)) = ranked_tensor(view.ty("result")) else { return Ok(()) };
    for (name, numbers) in [("low", "static_low"), ("high", "static_high")] {
        let Some(entries) = view.mixed(name, numbers) else { return Ok(()) };
        if entries.len() != source.len() {
            let message =
                format!("{} for {}", counted(entries.len(), "size"), counted(source.len(), "dimension"));
            return problem(CODE, view.mixed_place(name, numbers), message);
        }
    }
    let place = || view.type_place("result");
    if result.len() != source.len() {
        let message =
            format!("padding keeps the number of dimensions: {} and {}", source.len(), result.len());
        return problem(CODE, place(), message);
    }
    if element.differs_from(result_element) {
        return problem(CODE, place(), format!("padding keeps the element type {element}"));
    }
    let (Some(low), Some(high)) = (view.mixed("low", "static_low"), view.mixed("high", "static_high")) else {
        return Ok(());
    };
    for (index, (dim, written)) in source.iter().zip(result).enumerate() {
        let known = |list: &[Mixed]| list.get(index).and_then(|it| it.known());
        let sum = || {
            let dim = i64::try_from((*dim)?).ok()?;
            u64::try_from(dim.checked_add(known(&low)?)?.checked_add(known(&high)?)?).ok()
        };
        let sum = sum();
        if sum.is_some() && *written != sum {
            let sum = sum.unwrap_or_default();
            return problem(CODE, place(), format!("dimension {index} has size {sum} after padding"));
        }
    }
    Ok(())
}

fn reshape(view: &OpView<'_, '_>) -> Verified {
    let (source, result) = (view.ty("source"), view.ty("result"));
    let place = || view.type_place("result");
    if scalar(source).differs_from(scalar(result)) {
        let message = format!("the source has elements of type {}, not {}", scalar(source), scalar(result));
        return problem(reshape::CODE, place(), message);
    }
    let Some((to, _)) = ranked_tensor(result) else { return Ok(()) };
    let Some((shape, _)) = ranked_tensor(view.ty("shape")) else { return Ok(()) };
    let count = |dims: &[Dim]| dims.iter().try_fold(1_u64, |count, it| count.checked_mul((*it)?));
    let from = ranked_tensor(source).and_then(|it| count(it.0));
    if let (Some(from), Some(to)) = (from, count(to))
        && from != to
    {
        return problem(reshape::CODE, place(), format!("the source has {from} elements, the result {to}"));
    }
    shape.first().map_or(Ok(()), |it| shape_length(view, *it, to.len()))
}

fn expand_shape(view: &OpView<'_, '_>) -> Verified {
    collapses(view, "result", "src")?;
    let Some((result, _)) = ranked_tensor(view.ty("result")) else { return Ok(()) };
    reshape::output_shape(view, result)
}

fn collapse_shape(view: &OpView<'_, '_>) -> Verified {
    collapses(view, "src", "result")
}

fn collapses(view: &OpView<'_, '_>, expanded: &'static str, collapsed: &'static str) -> Verified {
    let place = || view.type_place("result");
    for name in [expanded, collapsed] {
        if matches!(view.ty(name), Type::Tensor { dims: None, .. }) {
            let message = "a tensor of unknown rank has no dimensions to group";
            return problem(reshape::CODE, view.type_place(name), message);
        }
    }
    let Some((expanded, element)) = ranked_tensor(view.ty(expanded)) else { return Ok(()) };
    let Some((collapsed, other)) = ranked_tensor(view.ty(collapsed)) else { return Ok(()) };
    let Some(groups) = view.integer_lists("reassociation") else { return Ok(()) };
    reshape::groups(view, collapsed, expanded, &groups)?;
    let message = || format!("the elements stay of type {element}, not {other}");
    reject_if(other.differs_from(element), || problem(reshape::CODE, place(), message()))
}

/// `whole` is read or written at the places that `indices` names; the slice there has the type of `part`.
fn gather(
    view: &OpView<'_, '_>,
    attribute: &'static str,
    whole: &'static str,
    part: &'static str,
) -> Verified {
    const CODE: &str = "gather-mismatch";
    let Some((dims, element)) = ranked_tensor(view.ty(whole)) else { return Ok(()) };
    let Some((part_dims, part_element)) = ranked_tensor(view.ty(part)) else { return Ok(()) };
    let Some((indices, _)) = ranked_tensor(view.ty("indices")) else { return Ok(()) };
    let Some(chosen) = view.integers(attribute) else { return Ok(()) };
    let place = || view.attribute_place(attribute);
    if chosen.is_empty() {
        return problem(CODE, place(), format!("{attribute} names no dimension"));
    }
    if chosen.len() > dims.len() {
        return problem(CODE, place(), format!("there are only {}", counted(dims.len(), "dimension")));
    }
    if let Some(other) = chosen.iter().find(|it| usize::try_from(**it).map_or(true, |it| it >= dims.len())) {
        return problem(CODE, place(), format!("there is no dimension {other}, only {}", dims.len()));
    }
    if !chosen.iter().zip(chosen.iter().skip(1)).all(|it| it.0 < it.1) {
        return problem(CODE, place(), "the dimensions have to increase");
    }
    let Some((coordinates, batch)) = indices.split_last() else {
        return problem(
            CODE,
            view.operands_place("indices"),
            "the indices have no dimension that holds an entry each",
        );
    };
    if *coordinates != Some(chosen.len() as u64) {
        let size = coordinates.map_or("?".to_owned(), |it| it.to_string());
        let message = format!(
            "{}, the last dimension of the indices has size {size}",
            counted(chosen.len(), "dimension")
        );
        return problem(CODE, place(), message);
    }
    let is_chosen = |index: usize| chosen.contains(&(index as i64));
    let rest = |keep_ones: bool| {
        dims.iter().enumerate().filter_map(move |(index, dim)| match is_chosen(index) {
            true => keep_ones.then_some(Some(1)),
            false => Some(*dim),
        })
    };
    let full: Vec<Dim> = batch.iter().copied().chain(rest(true)).collect();
    let reduced: Vec<Dim> = batch.iter().copied().chain(rest(false)).collect();
    let fits = (part_dims == full || part_dims == reduced) && !part_element.differs_from(element);
    let expected = Type::Tensor { dims: Some(full.into()), element: element.clone().into(), encoding: None };
    let message =
        || format!("what is read or written has type {expected}, with or without its last sizes of 1");
    if fits || is_open(part_element) || is_open(element) {
        let unique = view.op.is("tensor.scatter") && view.is_generic() && !view.has_attribute("unique");
        return reject_if(unique, || {
            problem(CODE, view.op.name_pointer, "tensor.scatter has to be marked unique")
        });
    }
    problem(CODE, view.type_place(part), message())
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn bodies_that_give_nothing() {
        check(
            r#"
func.func @f(%t: tensor<2xi32>, %x: f32) {
  %0 = tensor.pad %t low[1] high[1] {
     //^^^^^^^^^^ error region-result-mismatch: the body has to give an element of type i32
  ^bb0(%i: index):
  } : tensor<2xi32> to tensor<4xi32>
  %1 = tensor.generate {
     //^^^^^^^^^^^^^^^ error region-result-mismatch: the body has to give an element of type f32
  ^bb0(%i: index):
    %y = arith.addf %x, %x : f32
  } : tensor<4xf32>
  %2 = tensor.generate {
  ^bb0(%i: index):
    my.yield %x
  } : tensor<4xf32>
  return
}"#,
        );
    }
}
