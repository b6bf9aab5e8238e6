//! `memref`: sizes, casts, views, atomic updates.

use super::class::{is_integer, is_open};
use super::reshape;
use super::shapes::are_compatible;
use super::slice::slice;
use super::strided::{
    Strided, is_identity, is_rank_reduced, may_be_equal, number, plus, size, spaces_differ, strided, times,
};
use super::view::OpView;
use super::{Verified, problem};
use crate::map_operands::counted;
use crate::types::{Dim, Layout, MemRefType, Type};
use std::sync::Arc;
use syntax::ast::{self, AstNode};

pub(super) fn verify(view: &OpView<'_, '_>) -> Verified {
    match &*view.op.name {
        "memref.alloc" | "memref.alloca" => alloc(view),
        "memref.dim" => dim(view),
        "memref.cast" => cast(view),
        "memref.memory_space_cast" => memory_space_cast(view),
        "memref.copy" => copy(view),
        "memref.subview" => subview(view),
        "memref.reinterpret_cast" => reinterpret_cast(view),
        "memref.expand_shape" => expand_shape(view),
        "memref.collapse_shape" => collapse_shape(view),
        "memref.reshape" => reshape(view),
        "memref.view" => view_of_bytes(view),
        "memref.transpose" => transpose(view),
        "memref.realloc" => realloc(view),
        "memref.atomic_rmw" => index_count(view, "memref", "indices").or_else(|| atomic_kind(view)),
        "memref.generic_atomic_rmw" => index_count(view, "memref", "indices").or_else(|| atomic_body(view)),
        "memref.prefetch" => index_count(view, "memref", "indices"),
        "memref.global" => global(view),
        "memref.distinct_objects" => distinct_objects(view),
        _ => None,
    }
}

const VIEW: &str = "view-result-type";

/// As many indices as the memref or tensor has dimensions.
pub(super) fn index_count(view: &OpView<'_, '_>, of: &'static str, indices: &'static str) -> Verified {
    let (code, dims) = match view.ty(of) {
        Type::MemRef(it) => ("memref-index-count", it.dims.len()),
        Type::Tensor { dims: Some(dims), .. } => ("tensor-index-count", dims.len()),
        _ => return None,
    };
    let (given, operand) = (view.operands(indices).len(), view.operand(of)?);
    let word = if given == 1 { "index is" } else { "indices are" };
    let message = || format!("{} has {}, {given} {word} given", operand.name, counted(dims, "dimension"));
    (given != dims).then(|| problem(code, view.operands_place(indices), message()))?
}

fn alloc(view: &OpView<'_, '_>) -> Verified {
    let Type::MemRef(memref) = view.ty("memref") else { return None };
    let asked = memref.dims.iter().filter(|it| it.is_none()).count();
    // The custom form is looked at by the rule itself.
    let given = view.operands("dynamicSizes").len();
    if view.is_generic() && asked != given {
        let message = format!("the type has {}, {given} given", counted(asked, "unknown size"));
        return problem("alloc-dynamic-size-count", view.op.name_pointer, message);
    }
    let symbols = match &memref.layout {
        Layout::Identity => 0,
        Layout::Map(map) => map.symbols,
        Layout::Strided { strides, offset } => {
            strides.iter().chain([offset]).filter(|it| it.is_none()).count()
        }
        Layout::Unknown => return None,
    };
    let given = view.operands("symbolOperands").len();
    let message = || format!("the layout has {}, {given} given", counted(symbols, "symbol"));
    (symbols != given)
        .then(|| problem("alloc-symbol-count", view.operands_place("symbolOperands"), message()))?
}

fn dim(view: &OpView<'_, '_>) -> Verified {
    let is_scalar = matches!(view.ty("source"), Type::MemRef(it) if it.dims.is_empty());
    let message = "a memref without dimensions has no sizes";
    is_scalar.then(|| problem("memref-dim-rank-zero", view.operands_place("source"), message))?
}

const CAST: &str = "memref-cast-incompatible";

fn cast(view: &OpView<'_, '_>) -> Verified {
    let (source, result) = (view.ty("source"), view.ty("dest"));
    let ((from, from_space), (to, to_space)) = (element_and_space(source)?, element_and_space(result)?);
    let what = if from.differs_from(to) {
        "the element type".to_owned()
    } else if spaces_differ(from_space, to_space) {
        "the memory space".to_owned()
    } else {
        match (source, result) {
            (Type::UnrankedMemRef { .. }, Type::UnrankedMemRef { .. }) => {
                let message = format!(
                    "memref.cast changes nothing between memrefs without a rank: {source} to {result}"
                );
                return problem(CAST, view.type_place("dest"), message);
            }
            (Type::MemRef(from), Type::MemRef(to)) => ranked_cast(from, to)?,
            _ => return None,
        }
    };
    let message = format!("memref.cast cannot change {what}: {source} to {result}");
    problem(CAST, view.type_place("dest"), message)
}

fn element_and_space(ty: &Type) -> Option<(&Type, Option<&str>)> {
    match ty {
        Type::MemRef(it) => Some((&it.element, it.memory_space.as_deref())),
        Type::UnrankedMemRef { element, memory_space } => Some((element, memory_space.as_deref())),
        _ => None,
    }
}

/// What a cast would change that it cannot.
fn ranked_cast(from: &MemRefType, to: &MemRefType) -> Option<String> {
    if from.dims.len() != to.dims.len() {
        return Some("the number of dimensions".to_owned());
    }
    let mut sizes = from.dims.iter().zip(&to.dims);
    if let Some(index) = sizes.position(|it| !may_be_equal(*it.0, *it.1)) {
        return Some(format!("the size of dimension {index}"));
    }
    if from.layout == to.layout {
        return None;
    }
    let (a, b) = (strided(from)?, strided(to)?);
    if !may_be_equal(a.offset, b.offset) {
        return Some("the offset".to_owned());
    }
    let mut strides = a.strides.iter().zip(&b.strides).zip(from.dims.iter().zip(&to.dims));
    let index = strides
        .position(|((a, b), (from, to))| *from != Some(1) && *to != Some(1) && !may_be_equal(*a, *b))?;
    Some(format!("the stride of dimension {index}"))
}

fn memory_space_cast(view: &OpView<'_, '_>) -> Verified {
    let (source, result) = (view.ty("source"), view.ty("dest"));
    let differs = match (source, result) {
        (Type::MemRef(a), Type::MemRef(b)) => {
            a.element.differs_from(&b.element)
                || a.dims != b.dims
                || a.layout != b.layout && a.layout != Layout::Unknown && b.layout != Layout::Unknown
        }
        (Type::UnrankedMemRef { element: a, .. }, Type::UnrankedMemRef { element: b, .. }) => {
            a.differs_from(b)
        }
        _ => !is_open(source) && !is_open(result),
    };
    let message = || format!("memref.memory_space_cast changes only the memory space: {source} to {result}");
    differs.then(|| problem(CAST, view.type_place("dest"), message()))?
}

fn copy(view: &OpView<'_, '_>) -> Verified {
    let (source, target) = (view.ty("source"), view.ty("target"));
    let ((from, _), (to, _)) = (element_and_space(source)?, element_and_space(target)?);
    let what = if from.differs_from(to) {
        "element types"
    } else if are_compatible(&[source, target]) == Some(false) {
        "shapes"
    } else {
        return None;
    };
    let message = format!("source and destination have different {what}: {source} and {target}");
    problem("memref-copy-mismatch", view.type_place("target"), message)
}

fn subview(view: &OpView<'_, '_>) -> Verified {
    const CODE: &str = "subview-result-type";
    let (Type::MemRef(source), Type::MemRef(result)) = (view.ty("source"), view.ty("result")) else {
        return None;
    };
    let slice = match slice(view, [source.dims.len(); 3]) {
        Ok(slice) => slice,
        Err(wrong) => return wrong,
    };
    let place = || view.type_place("result");
    if spaces_differ(source.memory_space.as_deref(), result.memory_space.as_deref()) {
        return problem(CODE, place(), "a view stays in the memory space of its source");
    }
    let base = strided(source)?;
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
    let wrong = |what: &str| {
        problem(
            CODE,
            place(),
            format!("the view has type {expected}, without some of its sizes of 1 if wanted: {what}"),
        )
    };
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
    let found = strided(result)?;
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

fn reinterpret_cast(view: &OpView<'_, '_>) -> Verified {
    let Type::MemRef(result) = view.ty("result") else { return None };
    let slice = match slice(view, [1, result.dims.len(), result.dims.len()]) {
        Ok(slice) => slice,
        Err(wrong) => return wrong,
    };
    let (element, space) = element_and_space(view.ty("source"))?;
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
    let found = strided(result)?;
    let offset = slice.offsets.first()?.known();
    if differs(offset, found.offset) {
        return wrong("offset", offset, found.offset);
    }
    for (index, (given, stride)) in slice.strides.iter().zip(&found.strides).enumerate() {
        if differs(given.known(), *stride) {
            return wrong(&format!("stride of dimension {index}"), given.known(), *stride);
        }
    }
    None
}

fn expand_shape(view: &OpView<'_, '_>) -> Verified {
    let (Type::MemRef(source), Type::MemRef(result)) = (view.ty("src"), view.ty("result")) else {
        return None;
    };
    let groups = view.integer_lists("reassociation")?;
    let wrong = reshape::groups(view, &source.dims, &result.dims, &groups);
    if wrong.is_some() {
        return wrong;
    }
    let base = strided(source)?;
    let layout = if is_identity(&source.layout) {
        Layout::Identity
    } else {
        let mut strides = vec![None; result.dims.len()];
        for (group, stride) in groups.iter().zip(&base.strides) {
            let mut stride = *stride;
            for dim in group.iter().rev().filter_map(|it| usize::try_from(*it).ok()) {
                *strides.get_mut(dim)? = stride;
                stride = times(stride, size(*result.dims.get(dim)?));
            }
        }
        // Without groups all sizes are 1, and so are the strides.
        if groups.is_empty() {
            strides.fill(Some(1));
        }
        Layout::Strided { strides: strides.into(), offset: base.offset }
    };
    reshaped_type(view, source, result, layout).or_else(|| reshape::output_shape(view, &result.dims))
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
    differs.then(|| problem(reshape::CODE, view.type_place("result"), message()))?
}

fn collapse_shape(view: &OpView<'_, '_>) -> Verified {
    let (Type::MemRef(source), Type::MemRef(result)) = (view.ty("src"), view.ty("result")) else {
        return None;
    };
    let groups = view.integer_lists("reassociation")?;
    let wrong = reshape::groups(view, &result.dims, &source.dims, &groups);
    if wrong.is_some() {
        return wrong;
    }
    let base = strided(source)?;
    if is_identity(&source.layout) {
        return reshaped_type(view, source, result, Layout::Identity);
    }
    let dim = |it: i64| usize::try_from(it).ok().and_then(|it| source.dims.get(it)).copied();
    let stride = |it: i64| usize::try_from(it).ok().and_then(|it| base.strides.get(it)).copied();
    let mut strides = Vec::new();
    for group in &groups {
        // A size of 1 at the end says nothing about the distance of elements.
        let mut kept = group.as_slice();
        while let [init @ .., last] = kept
            && !init.is_empty()
            && dim(*last)? == Some(1)
        {
            kept = init;
        }
        let last = *kept.last()?;
        let is_known = dim(last)?.is_some() || kept.len() == 1;
        strides.push(if is_known { stride(last)? } else { None });
        let mut running = strides.last().copied().flatten();
        for (inner, outer) in kept.iter().zip(kept.iter().skip(1)).rev().map(|it| (*it.1, *it.0)) {
            running = times(running, size(dim(inner)?));
            if dim(outer)? == Some(1) {
                continue;
            }
            if !may_be_equal(running, stride(outer)?) {
                let message = format!(
                    "dimensions {outer} and {inner} are not contiguous: the stride of {outer} is {}, {} would be",
                    number(stride(outer)?),
                    number(running)
                );
                return problem(reshape::CODE, view.attribute_place("reassociation"), message);
            }
        }
    }
    reshaped_type(view, source, result, Layout::Strided { strides: strides.into(), offset: base.offset })
}

fn reshape(view: &OpView<'_, '_>) -> Verified {
    let (source, result) = (view.ty("source"), view.ty("result"));
    let ((from, from_space), (to, to_space)) = (element_and_space(source)?, element_and_space(result)?);
    let place = || view.type_place("result");
    if from.differs_from(to) {
        return problem(reshape::CODE, place(), format!("the source has elements of type {from}, not {to}"));
    }
    if spaces_differ(from_space, to_space) {
        return problem(reshape::CODE, place(), "a view stays in the memory space of its source");
    }
    let Type::MemRef(shape) = view.ty("shape") else { return None };
    shape_length(view, shape.dims.first().copied()?, rank(result)?)
}

/// The operand that gives a shape has an element per dimension.
pub(super) fn shape_length(view: &OpView<'_, '_>, length: Dim, rank: usize) -> Verified {
    let place = view.operands_place("shape");
    match length {
        None => problem(reshape::CODE, place, "a shape of unknown length gives no rank; the result has one"),
        Some(length) if length != rank as u64 => {
            let message = format!("the shape has {length} sizes, the result {}", counted(rank, "dimension"));
            problem(reshape::CODE, place, message)
        }
        _ => None,
    }
}

pub(super) fn rank(ty: &Type) -> Option<usize> {
    match ty {
        Type::MemRef(it) => Some(it.dims.len()),
        Type::Tensor { dims: Some(dims), .. } => Some(dims.len()),
        Type::Vector { dims, .. } => Some(dims.len()),
        _ => None,
    }
}

fn view_of_bytes(view: &OpView<'_, '_>) -> Verified {
    let (Type::MemRef(source), Type::MemRef(result)) = (view.ty("source"), view.ty("result")) else {
        return None;
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
    let (asked, given) = (result.dims.iter().filter(|it| it.is_none()).count(), view.operands("sizes").len());
    let message = || format!("the type has {}, {given} given", counted(asked, "unknown size"));
    (asked != given).then(|| problem(VIEW, to, message()))?
}

fn transpose(view: &OpView<'_, '_>) -> Verified {
    let (Type::MemRef(source), Type::MemRef(result)) = (view.ty("in"), view.ty("result")) else {
        return None;
    };
    let map = super::maps::map(view, &view.attribute("permutation")?)?;
    let place = view.attribute_place("permutation");
    let order = super::maps::permutation(&map);
    let Some(order) = order.filter(|it| it.len() == source.dims.len()) else {
        let message = format!("the map has to permute {}", counted(source.dims.len(), "dimension"));
        return problem(VIEW, place, message);
    };
    let base = strided(source)?;
    let found = strided(result)?;
    let dims = order.iter().map(|it| source.dims.get(*it).copied()).collect::<Option<Vec<_>>>()?;
    let strides = order.iter().map(|it| base.strides.get(*it).copied()).collect::<Option<Vec<_>>>()?;
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
    differs.then(|| problem(VIEW, view.type_place("result"), format!("the result has type {expected}")))?
}

fn realloc(view: &OpView<'_, '_>) -> Verified {
    let (Type::MemRef(source), Type::MemRef(result)) = (view.ty("source"), view.ty("result")) else {
        return None;
    };
    let place = || view.type_place("result");
    for (memref, name) in [(source, "source"), (result, "result")] {
        if !is_identity(&memref.layout) && memref.layout != Layout::Unknown {
            return problem(
                VIEW,
                view.type_place(name),
                "memref.realloc takes and gives memrefs without a layout",
            );
        }
    }
    if spaces_differ(source.memory_space.as_deref(), result.memory_space.as_deref()) {
        return problem(VIEW, place(), "the new memory is in the memory space of the old");
    }
    if source.element.differs_from(&result.element) {
        let message = format!("the source has elements of type {}, not {}", source.element, result.element);
        return problem(VIEW, place(), message);
    }
    let (asked, given) =
        (result.dims.iter().filter(|it| it.is_none()).count(), view.operands("dynamicResultSize").len());
    let message = || format!("the type has {}, {given} given", counted(asked, "unknown size"));
    (asked != given).then(|| problem("alloc-dynamic-size-count", place(), message()))?
}

fn atomic_kind(view: &OpView<'_, '_>) -> Verified {
    let ty = view.ty("value");
    if is_open(ty) || view.is_generic() {
        return None;
    }
    let kind = view.keyword("kind")?;
    let wants = match &*kind {
        "addf" | "mulf" | "maximumf" | "minimumf" | "maxnumf" | "minnumf"
            if !matches!(ty, Type::Float(_)) =>
        {
            "floats"
        }
        "addi" | "muli" | "maxs" | "maxu" | "mins" | "minu" | "ori" | "andi" | "xori" if !is_integer(ty) => {
            "integers"
        }
        _ => return None,
    };
    problem("operand-type-class", view.type_place("value"), format!("{kind} works on {wants}, not {ty}"))
}

fn atomic_body(view: &OpView<'_, '_>) -> Verified {
    let ir = view.ctx.ir;
    let body = ir.body(view.id)?;
    let result = view.ty("result");
    let arguments = &ir.blocks[body].arguments;
    let [argument] = &**arguments else {
        let message =
            format!("the body takes the old value alone, not {}", counted(arguments.len(), "argument"));
        return problem("region-argument-mismatch", view.op.name_pointer, message);
    };
    let ty = &ir.values[*argument].ty;
    if ty.differs_from(result) {
        let message = format!("the body takes the old value of type {result}, not {ty}");
        return problem("region-argument-mismatch", view.ctx.definition(*argument), message);
    }
    None
}

fn distinct_objects(view: &OpView<'_, '_>) -> Verified {
    let operands = view.all_operand_types();
    if operands.is_empty() {
        return problem(
            "operand-count-mismatch",
            view.op.name_pointer,
            "memref.distinct_objects takes at least one memref",
        );
    }
    let results: Vec<_> = view.result_types().collect();
    let differs = view.is_generic()
        && (results.len() != operands.len()
            || operands.iter().zip(results).any(|it| it.0.differs_from(it.1)));
    let message = "memref.distinct_objects gives its operands back, with their types";
    differs.then(|| problem("operands-type-disagree", view.op.name_pointer, message))?
}

/// The initial value has the sizes and the elements of the memref.
fn global(view: &OpView<'_, '_>) -> Verified {
    let ty = match view.is_generic() {
        true => view.ctx.lowered_type(ast::child::<ast::Type>(&view.attribute("type")?)?.syntax()),
        false => view.written_types("type").pop()?,
    };
    let Type::MemRef(memref) = &ty else { return None };
    let value = view.resolved("initial_value")?;
    let of_value = view.ctx.lowered_type(ast::child::<ast::Type>(&value)?.syntax());
    let (dims, element) = super::shapes::ranked_tensor(&of_value)?;
    let message = format!("the initial value {of_value} does not have the sizes and elements of {ty}");
    (*dims != *memref.dims || element.differs_from(&memref.element))
        .then(|| problem("global-initial-value", view.attribute_place("initial_value"), message))?
}
