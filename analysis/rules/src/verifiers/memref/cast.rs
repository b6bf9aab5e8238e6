//! Casts: the properties that they cannot change.

use crate::verifiers::problem::{Verified, problem, reject_if};
use crate::verifiers::shapes::element_and_space;
use crate::verifiers::strided::{may_be_equal, spaces_differ, strided};
use crate::verifiers::type_constraint::is_open;
use crate::verifiers::view::OpView;
use ir::types::{Layout, MemRefType, Type};

const CAST: &str = "memref-cast-incompatible";

pub(super) fn cast(view: &OpView<'_, '_>) -> Verified {
    let (source, result) = (view.ty("source"), view.ty("dest"));
    let (Some((from, from_space)), Some((to, to_space))) =
        (element_and_space(source), element_and_space(result))
    else {
        return Ok(());
    };
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
            (Type::MemRef(from), Type::MemRef(to)) => match ranked_cast(from, to) {
                Some(what) => what,
                None => return Ok(()),
            },
            _ => return Ok(()),
        }
    };
    let message = format!("memref.cast cannot change {what}: {source} to {result}");
    problem(CAST, view.type_place("dest"), message)
}

/// The property that a cast would change but cannot.
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

pub(super) fn memory_space_cast(view: &OpView<'_, '_>) -> Verified {
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
    reject_if(differs, || problem(CAST, view.type_place("dest"), message()))
}
