//! `memref`: sizes, casts, views, atomic updates.

mod atomic;
mod cast;
mod global;
pub(super) mod shape;
mod view;

use super::counts::index_count;
use super::problem::{Verified, problem, reject_if};
use super::shapes::{are_compatible, element_and_space};
use super::strided::{is_identity, spaces_differ};
use super::view::OpView;
use crate::checks::alloc_dynamic_size_count::Sizes;
use crate::checks::alloc_symbol_count::Symbols;
use ir::types::{Layout, Type};

pub(super) fn verify(view: &OpView<'_, '_>) -> Verified {
    match view.op.name_in_dialect() {
        "alloc" | "alloca" => alloc(view),
        "dim" => dim(view),
        "cast" => cast::cast(view),
        "memory_space_cast" => cast::memory_space_cast(view),
        "copy" => copy(view),
        "subview" => view::subview(view),
        "reinterpret_cast" => view::reinterpret_cast(view),
        "expand_shape" => shape::expand_shape(view),
        "collapse_shape" => shape::collapse_shape(view),
        "reshape" => shape::reshape(view),
        "view" => view::view_of_bytes(view),
        "transpose" => view::transpose(view),
        "realloc" => realloc(view),
        "atomic_rmw" => index_count(view, "memref", "indices").and_then(|()| atomic::atomic_kind(view)),
        "generic_atomic_rmw" => {
            index_count(view, "memref", "indices").and_then(|()| atomic::atomic_body(view))
        }
        "atomic_yield" => atomic::atomic_yield(view),
        "extract_strided_metadata" => view::metadata(view),
        "prefetch" => index_count(view, "memref", "indices"),
        "global" => global::global(view),
        "distinct_objects" => distinct_objects(view),
        _ => Ok(()),
    }
}

fn alloc(view: &OpView<'_, '_>) -> Verified {
    let Type::MemRef(memref) = view.ty("memref") else { return Ok(()) };
    let asked = memref.open_sizes();
    // The custom form is looked at by the rule itself.
    let given = view.operands("dynamicSizes").len();
    if view.is_generic() && asked != given {
        return problem("alloc-dynamic-size-count", view.op.name_pointer, Sizes { asked, given });
    }
    let symbols = match &memref.layout {
        layout if is_identity(layout) => 0,
        Layout::Identity => 0,
        Layout::Map(map) => map.symbols,
        Layout::Strided { strides, offset } => {
            strides.iter().chain([offset]).filter(|it| it.is_none()).count()
        }
        Layout::Unknown => return Ok(()),
    };
    let given = view.operands("symbolOperands").len();
    reject_if(symbols != given, || {
        problem(
            "alloc-symbol-count",
            view.operands_place("symbolOperands"),
            Symbols { asked: symbols, given },
        )
    })
}

fn dim(view: &OpView<'_, '_>) -> Verified {
    let is_scalar = matches!(view.ty("source"), Type::MemRef(it) if it.dims.is_empty());
    let message = "a memref without dimensions has no sizes";
    reject_if(is_scalar, || problem("memref-dim-rank-zero", view.operands_place("source"), message))
}

fn copy(view: &OpView<'_, '_>) -> Verified {
    let (source, target) = (view.ty("source"), view.ty("target"));
    let (Some((from, _)), Some((to, _))) = (element_and_space(source), element_and_space(target)) else {
        return Ok(());
    };
    let what = if from.differs_from(to) {
        "element types"
    } else if are_compatible(&[source, target]) == Some(false) {
        "shapes"
    } else {
        return Ok(());
    };
    let message = format!("source and destination have different {what}: {source} and {target}");
    problem("memref-copy-mismatch", view.type_place("target"), message)
}

fn realloc(view: &OpView<'_, '_>) -> Verified {
    let (Type::MemRef(source), Type::MemRef(result)) = (view.ty("source"), view.ty("result")) else {
        return Ok(());
    };
    let place = || view.type_place("result");
    for (memref, name) in [(source, "source"), (result, "result")] {
        if !is_identity(&memref.layout) && memref.layout != Layout::Unknown {
            return problem(
                view::VIEW,
                view.type_place(name),
                "memref.realloc takes and gives memrefs without a layout",
            );
        }
    }
    if spaces_differ(source.memory_space.as_deref(), result.memory_space.as_deref()) {
        return problem(view::VIEW, place(), "the new memory is in the memory space of the old");
    }
    if source.element.differs_from(&result.element) {
        let message = format!("the source has elements of type {}, not {}", source.element, result.element);
        return problem(view::VIEW, place(), message);
    }
    let (asked, given) = (result.open_sizes(), view.operands("dynamicResultSize").len());
    reject_if(asked != given, || problem("alloc-dynamic-size-count", place(), Sizes { asked, given }))
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
    reject_if(differs, || problem("operands-type-disagree", view.op.name_pointer, message))
}
