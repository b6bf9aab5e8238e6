//! The same elements in another shape.

use crate::map_operands::counted;
use crate::verifiers::problem::{Verified, problem, reject_if};
use crate::verifiers::reshape;
use crate::verifiers::shapes::{element_and_space, rank};
use crate::verifiers::strided::{is_identity, may_be_equal, number, size, spaces_differ, strided, times};
use crate::verifiers::view::OpView;
use ir::types::{Dim, Layout, MemRefType, Type};
use std::sync::Arc;

pub(super) fn expand_shape(view: &OpView<'_, '_>) -> Verified {
    let (Type::MemRef(source), Type::MemRef(result)) = (view.ty("src"), view.ty("result")) else {
        return Ok(());
    };
    let Some(groups) = view.integer_lists("reassociation") else { return Ok(()) };
    reshape::groups(view, &source.dims, &result.dims, &groups)?;
    let Some(base) = strided(source) else { return Ok(()) };
    let layout = if is_identity(&source.layout) {
        Layout::Identity
    } else {
        let mut strides = vec![None; result.dims.len()];
        for (group, stride) in groups.iter().zip(&base.strides) {
            let mut stride = *stride;
            for dim in group.iter().rev().filter_map(|it| usize::try_from(*it).ok()) {
                let (Some(slot), Some(of_dim)) = (strides.get_mut(dim), result.dims.get(dim)) else {
                    return Ok(());
                };
                *slot = stride;
                stride = times(stride, size(*of_dim));
            }
        }
        // Without groups all sizes are 1, and so are the strides.
        if groups.is_empty() {
            strides.fill(Some(1));
        }
        Layout::Strided { strides: strides.into(), offset: base.offset }
    };
    reshaped_type(view, source, result, layout)?;
    reshape::output_shape(view, &result.dims)
}

fn reshaped_type(
    view: &OpView<'_, '_>,
    source: &MemRefType,
    result: &Arc<MemRefType>,
    layout: Layout,
) -> Verified {
    let expected = MemRefType {
        dims: result.dims.clone(),
        element: source.element.clone(),
        layout,
        memory_space: source.memory_space.clone(),
    };
    let differs = expected.element.differs_from(&result.element)
        || spaces_differ(expected.memory_space.as_deref(), result.memory_space.as_deref())
        || expected.layout != result.layout && result.layout != Layout::Unknown;
    let message = || format!("the result has type {expected}");
    reject_if(differs, || problem(reshape::CODE, view.type_place("result"), message()))
}

pub(super) fn collapse_shape(view: &OpView<'_, '_>) -> Verified {
    let (Type::MemRef(source), Type::MemRef(result)) = (view.ty("src"), view.ty("result")) else {
        return Ok(());
    };
    let Some(groups) = view.integer_lists("reassociation") else { return Ok(()) };
    reshape::groups(view, &result.dims, &source.dims, &groups)?;
    let Some(base) = strided(source) else { return Ok(()) };
    if is_identity(&source.layout) {
        return reshaped_type(view, source, result, Layout::Identity);
    }
    let dim = |it: i64| usize::try_from(it).ok().and_then(|it| *source.dims.get(it)?);
    let stride = |it: i64| usize::try_from(it).ok().and_then(|it| *base.strides.get(it)?);
    let mut strides = Vec::new();
    for group in &groups {
        // A size of 1 at the end says nothing about the distance of elements.
        let mut kept = group.as_slice();
        while let [init @ .., last] = kept
            && !init.is_empty()
            && dim(*last) == Some(1)
        {
            kept = init;
        }
        let Some(&last) = kept.last() else { return Ok(()) };
        let is_known = dim(last).is_some() || kept.len() == 1;
        strides.push(if is_known { stride(last) } else { None });
        let mut running = strides.last().copied().flatten();
        for (inner, outer) in kept.iter().zip(kept.iter().skip(1)).rev().map(|it| (*it.1, *it.0)) {
            running = times(running, size(dim(inner)));
            if dim(outer) == Some(1) {
                continue;
            }
            if !may_be_equal(running, stride(outer)) {
                let message = format!(
                    "dimensions {outer} and {inner} are not contiguous: the stride of {outer} is {}, {} would be",
                    number(stride(outer)),
                    number(running)
                );
                return problem(reshape::CODE, view.attribute_place("reassociation"), message);
            }
        }
    }
    reshaped_type(view, source, result, Layout::Strided { strides: strides.into(), offset: base.offset })
}

pub(super) fn reshape(view: &OpView<'_, '_>) -> Verified {
    let (source, result) = (view.ty("source"), view.ty("result"));
    let (Some((from, from_space)), Some((to, to_space))) =
        (element_and_space(source), element_and_space(result))
    else {
        return Ok(());
    };
    let place = || view.type_place("result");
    if from.differs_from(to) {
        return problem(reshape::CODE, place(), format!("the source has elements of type {from}, not {to}"));
    }
    if spaces_differ(from_space, to_space) {
        return problem(reshape::CODE, place(), "a view stays in the memory space of its source");
    }
    let Type::MemRef(shape) = view.ty("shape") else { return Ok(()) };
    let (Some(length), Some(rank)) = (shape.dims.first(), rank(result)) else { return Ok(()) };
    shape_length(view, *length, rank)
}

/// The operand that gives a shape has an element per dimension.
pub(crate) fn shape_length(view: &OpView<'_, '_>, length: Dim, rank: usize) -> Verified {
    let place = view.operands_place("shape");
    match length {
        None => problem(reshape::CODE, place, "a shape of unknown length gives no rank; the result has one"),
        Some(length) if length != rank as u64 => {
            let message = format!("the shape has {length} sizes, the result {}", counted(rank, "dimension"));
            problem(reshape::CODE, place, message)
        }
        _ => Ok(()),
    }
}
