//! Views of a part of a memory, or of all of it with other strides.

use crate::checks::subview_result_type::View;
use crate::map_operands::counted;
use crate::verifiers::maps;
use crate::verifiers::problem::{Verified, problem, reject_if};
use crate::verifiers::regions::{differ, list};
use crate::verifiers::shapes::element_and_space;
use crate::verifiers::slice::slice;
use crate::verifiers::strided::{
    Strided, is_identity, is_rank_reduced, number, plus, size, spaces_differ, strided, times,
};
use crate::verifiers::type_constraint::is_open;
use crate::verifiers::view::OpView;
use ir::types::{Dim, Layout, MemRefType, Type};
use std::sync::Arc;

pub(super) const VIEW: &str = "view-result-type";

pub(super) fn subview(view: &OpView<'_, '_>) -> Verified {
    const CODE: &str = "subview-result-type";
    let (Type::MemRef(source), Type::MemRef(result)) = (view.ty("source"), view.ty("result")) else {
        return Ok(());
    };
    let Some(slice) = slice(view, [source.dims.len(); 3])? else { return Ok(()) };
    let place = || view.type_place("result");
    if spaces_differ(source.memory_space.as_deref(), result.memory_space.as_deref()) {
        return problem(CODE, place(), "a view stays in the memory space of its source");
    }
    let Some(base) = strided(source) else { return Ok(()) };
    let offsets = slice.offsets.iter().zip(&base.strides).map(|(a, b)| times(a.known(), *b));
    let offset = offsets.fold(base.offset, plus);
    let strides: Vec<_> =
        slice.strides.iter().zip(&base.strides).map(|(a, b)| times(a.known(), *b)).collect();
    let dims = slice.dims();
    let expected = MemRefType {
        dims: dims.clone().into(),
        element: source.element.clone(),
        layout: layout(&Strided { strides: strides.clone(), offset }, &dims),
        memory_space: source.memory_space.clone(),
    };
    let wrong = |why: &str| problem(CODE, place(), View { ty: expected.clone(), why: why.to_owned() });
    if result.element.differs_from(&source.element) {
        return wrong("the element type differs");
    }
    if result.dims.len() > dims.len() {
        return wrong("the result has more dimensions");
    }
    let sizes = |dims: &[Dim]| dims.iter().map(|it| (*it, ())).collect::<Vec<_>>();
    if !is_rank_reduced(&sizes(&dims), &sizes(&result.dims)) {
        return wrong("the sizes differ");
    }
    let Some(found) = strided(result) else { return Ok(()) };
    if found.offset != offset {
        return wrong(&format!("the offset is {}, not {}", number(offset), number(found.offset)));
    }
    let pairs = |dims: &[Dim], strides: &[Option<i64>]| {
        dims.iter().copied().zip(strides.iter().copied()).collect::<Vec<_>>()
    };
    if !is_rank_reduced(&pairs(&dims, &strides), &pairs(&result.dims, &found.strides)) {
        return wrong("the strides differ");
    }
    slice.bounds(view, &source.dims)
}

/// A layout as it is written, identity where it is that.
fn layout(found: &Strided, dims: &[Dim]) -> Layout {
    let identity = MemRefType {
        dims: dims.into(),
        element: Type::Unknown,
        layout: Layout::Identity,
        memory_space: None,
    };
    match strided(&identity) {
        Some(it) if it == *found => Layout::Identity,
        _ => Layout::Strided { strides: found.strides.clone().into(), offset: found.offset },
    }
}

pub(super) fn reinterpret_cast(view: &OpView<'_, '_>) -> Verified {
    let Type::MemRef(result) = view.ty("result") else { return Ok(()) };
    let Some(slice) = slice(view, [1, result.dims.len(), result.dims.len()])? else { return Ok(()) };
    let Some((element, space)) = element_and_space(view.ty("source")) else { return Ok(()) };
    let place = || view.type_place("result");
    if spaces_differ(space, result.memory_space.as_deref()) {
        return problem(VIEW, place(), "a cast stays in the memory space of its source");
    }
    if element.differs_from(&result.element) {
        return problem(
            VIEW,
            place(),
            format!("the source has elements of type {element}, not {}", result.element),
        );
    }
    let wrong = |what: &str, given: Option<i64>, written: Option<i64>| {
        let message = format!("the {what} is given as {}, the type has {}", number(given), number(written));
        problem(VIEW, place(), message)
    };
    // An unknown number in the type takes any.
    let differs = |given: Option<i64>, written: Option<i64>| written.is_some() && given != written;
    for (index, (given, dim)) in slice.sizes.iter().zip(&result.dims).enumerate() {
        if differs(given.known(), size(*dim)) {
            return wrong(&format!("size of dimension {index}"), given.known(), size(*dim));
        }
    }
    let Some(found) = strided(result) else { return Ok(()) };
    let Some(offset) = slice.offsets.first().map(|it| it.known()) else { return Ok(()) };
    if differs(offset, found.offset) {
        return wrong("offset", offset, found.offset);
    }
    for (index, (given, stride)) in slice.strides.iter().zip(&found.strides).enumerate() {
        if differs(given.known(), *stride) {
            return wrong(&format!("stride of dimension {index}"), given.known(), *stride);
        }
    }
    Ok(())
}

/// The base, the offset, and as many sizes and strides as the memref has dimensions.
pub(super) fn metadata(view: &OpView<'_, '_>) -> Verified {
    let Type::MemRef(source) = view.ty("source") else { return Ok(()) };
    let base = Type::MemRef(Arc::new(MemRefType {
        dims: Box::default(),
        element: source.element.clone(),
        layout: Layout::Identity,
        memory_space: source.memory_space.clone(),
    }));
    let indices = std::iter::repeat_n(Type::Index, 1 + 2 * source.dims.len());
    let asked: Vec<_> = std::iter::once(base).chain(indices).collect();
    let given: Vec<_> = match view.is_generic() {
        true => view.result_types().cloned().collect(),
        false => view.written_types("results"),
    };
    if given.is_empty() {
        return Ok(());
    }
    let message = || format!("the results are ({}), not ({})", list(&asked), list(&given));
    reject_if(differ(&given, &asked), || problem(VIEW, view.type_place("results"), message()))
}

pub(super) fn view_of_bytes(view: &OpView<'_, '_>) -> Verified {
    let (Type::MemRef(source), Type::MemRef(result)) = (view.ty("source"), view.ty("result")) else {
        return Ok(());
    };
    let (from, to) = (view.type_place("source"), view.type_place("result"));
    let is_bytes = matches!(&source.element, Type::Integer { width: 8, .. }) || is_open(&source.element);
    if !is_bytes {
        return problem(
            "operand-type-class",
            from,
            format!("memref.view takes bytes, a memref of i8, not {}", view.ty("source")),
        );
    }
    for (memref, place) in [(source, from), (result, to)] {
        if !is_identity(&memref.layout) && memref.layout != Layout::Unknown {
            return problem(VIEW, place, "memref.view takes and gives memrefs without a layout");
        }
    }
    if spaces_differ(source.memory_space.as_deref(), result.memory_space.as_deref()) {
        return problem(VIEW, to, "a view stays in the memory space of its source");
    }
    let (asked, given) = (result.open_sizes(), view.operands("sizes").len());
    let message = || format!("the type has {}, {given} given", counted(asked, "unknown size"));
    reject_if(asked != given, || problem(VIEW, to, message()))
}

pub(super) fn transpose(view: &OpView<'_, '_>) -> Verified {
    let (Type::MemRef(source), Type::MemRef(result)) = (view.ty("in"), view.ty("result")) else {
        return Ok(());
    };
    let map = view.attribute("permutation").and_then(|it| maps::map(view, &it));
    let Some(map) = map else { return Ok(()) };
    let place = view.attribute_place("permutation");
    let order = maps::permutation(&map);
    let Some(order) = order.filter(|it| it.len() == source.dims.len()) else {
        let message = format!("the map has to permute {}", counted(source.dims.len(), "dimension"));
        return problem(VIEW, place, message);
    };
    let (Some(base), Some(found)) = (strided(source), strided(result)) else { return Ok(()) };
    let dims: Option<Vec<_>> = order.iter().map(|it| source.dims.get(*it).copied()).collect();
    let strides: Option<Vec<_>> = order.iter().map(|it| base.strides.get(*it).copied()).collect();
    let (Some(dims), Some(strides)) = (dims, strides) else { return Ok(()) };
    let expected = MemRefType {
        layout: layout(&Strided { strides: strides.clone(), offset: base.offset }, &dims),
        dims: dims.clone().into(),
        element: source.element.clone(),
        memory_space: source.memory_space.clone(),
    };
    let differs = *dims != *result.dims
        || strides != found.strides
        || base.offset != found.offset
        || source.element.differs_from(&result.element)
        || spaces_differ(source.memory_space.as_deref(), result.memory_space.as_deref());
    reject_if(differs, || problem(VIEW, view.type_place("result"), format!("the result has type {expected}")))
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn unknown_factors_make_unknown_numbers() {
        check(
            r#"
func.func @rows(%m: memref<?x8xf32>, %i: index) {
  %a = memref.subview %m[%i, 0] [2, 8] [1, 1] : memref<?x8xf32> to memref<2x8xf32, strided<[8, 1], offset: ?>>
  %b = memref.subview %m[0, 0] [2, 1] [1, 1] : memref<?x8xf32> to memref<2xf32, strided<[8]>>
  return
}"#,
        );
    }

    #[test]
    fn layouts_written_as_maps() {
        check(
            r#"
#rows = affine_map<(d0, d1) -> (d0 * 16 + d1)>
#moved = affine_map<(d0, d1)[s0] -> (d0 * 16 + s0 + d1)>
#tiled = affine_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>
func.func @corner(%m: memref<16x16xf32>, %t: memref<16x16xf32, #tiled>, %i: index) {
  %a = memref.subview %m[0, 0] [8, 8] [1, 1] : memref<16x16xf32> to memref<8x8xf32, #rows>
  %b = memref.subview %m[%i, 0] [8, 8] [1, 1] : memref<16x16xf32> to memref<8x8xf32, #moved>
  %c = memref.subview %m[%i, 0] [8, 8] [1, 1] : memref<16x16xf32> to memref<8x8xf32, #rows>
                                                                   //^^^^^^^^^^^^^^^^^^^^^^ error subview-result-type: the view has type memref<8x8xf32, strided<[16, 1], offset: ?>>, without some of its sizes of 1 if wanted: the offset is ?, not 0
  return
}"#,
        );
    }

    #[test]
    fn too_few_offsets() {
        check(
            r#"
func.func @rows(%m: memref<4x8xf32>) {
  %a = memref.subview %m[0] [2, 8] [1, 1] : memref<4x8xf32> to memref<2x8xf32, strided<[8, 1]>>
                      //^^^ error subview-result-type: 2 offsets are needed, 1 given
  return
}"#,
        );
    }

    #[test]
    fn results_of_metadata() {
        check(
            r#"
func.func @metadata(%m: memref<3x?xf32, strided<[?, 1], offset: ?>, 3>) {
  %a, %b, %c:2, %d:2 = memref.extract_strided_metadata %m : memref<3x?xf32, strided<[?, 1], offset: ?>, 3> -> memref<f32, 3>, index, index, index, index, index
  %e, %f, %g:2, %h:2 = memref.extract_strided_metadata %m : memref<3x?xf32, strided<[?, 1], offset: ?>, 3> -> memref<f32>, index, index, index, index, index
                                                                                                                                                     //^^^^^ error view-result-type: the results are (memref<f32, 3>, index, index, index, index, index), not (memref<f32>, index, index, index, index, index)
  %i, %j, %k:2 = memref.extract_strided_metadata %m : memref<3x?xf32, strided<[?, 1], offset: ?>, 3> -> memref<f32, 3>, index, index, index
                                                                                                                                    //^^^^^ error view-result-type: the results are (memref<f32, 3>, index, index, index, index, index), not (memref<f32, 3>, index, index, index)
  return
}"#,
        );
    }
}
