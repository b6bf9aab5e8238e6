//! Strides and offsets of memrefs, and the types that views of them have.

use ir::affine::{AffineExpr, AffineMap, BinaryOp};
use ir::types::{Dim, Layout, MemRefType};

/// Strides and offset of a memref in elements; `None` where one is not constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Strided {
    pub(super) strides: Vec<Option<i64>>,
    pub(super) offset: Option<i64>,
}

/// `None` if the layout is not known, or a map that is not linear.
pub(super) fn strided(memref: &MemRefType) -> Option<Strided> {
    match &memref.layout {
        Layout::Identity => Some(Strided { strides: row_major(&memref.dims), offset: Some(0) }),
        Layout::Strided { strides, offset } if strides.len() == memref.dims.len() => {
            Some(Strided { strides: strides.to_vec(), offset: *offset })
        }
        Layout::Map(map) => of_map(map, memref.dims.len()),
        _ => None,
    }
}

/// The strides that a map spells out: one result, linear in the dimensions with constant coefficients. Symbols that are
/// added make the offset unknown.
fn of_map(map: &AffineMap, rank: usize) -> Option<Strided> {
    let [result] = &*map.results else { return None };
    let mut found = Strided { strides: vec![Some(0); rank], offset: Some(0) };
    add(result, 1, &mut found)?;
    (map.dims == rank).then_some(found)
}

fn add(expression: &AffineExpr, factor: i64, sum: &mut Strided) -> Option<()> {
    match expression {
        AffineExpr::Dim(dim) => {
            let stride = sum.strides.get_mut(*dim)?;
            *stride = Some((*stride)?.checked_add(factor)?);
        }
        AffineExpr::Symbol(_) if factor == 0 => {}
        // A second symbol may cancel the first.
        AffineExpr::Symbol(_) => {
            sum.offset?;
            sum.offset = None;
        }
        AffineExpr::Constant(constant) => sum.offset = plus(sum.offset, Some(constant.checked_mul(factor)?)),
        AffineExpr::Binary(BinaryOp::Add, left, right) => {
            add(left, factor, sum)?;
            add(right, factor, sum)?;
        }
        AffineExpr::Binary(BinaryOp::Mul, left, right) => match (left.as_constant(), right.as_constant()) {
            (_, Some(constant)) => add(left, factor.checked_mul(constant)?, sum)?,
            (Some(constant), _) => add(right, factor.checked_mul(constant)?, sum)?,
            _ => return None,
        },
        AffineExpr::Binary(..) => return None,
    }
    Some(())
}

/// Whether elements lie one after the other from the start, in the eyes of MLIR: of strided layouts only that of one
/// dimension counts.
pub(super) fn is_identity(layout: &Layout) -> bool {
    match layout {
        Layout::Identity => true,
        Layout::Strided { strides, offset } => **strides == [Some(1)] && *offset == Some(0),
        Layout::Map(map) => map.is_identity(),
        _ => false,
    }
}

/// The strides of consecutive elements, the last dimension fastest.
fn row_major(dims: &[Dim]) -> Vec<Option<i64>> {
    let mut strides = vec![Some(1); dims.len()];
    let mut stride = Some(1);
    for (slot, dim) in strides.iter_mut().zip(dims).rev() {
        *slot = stride;
        stride = times(stride, size(*dim));
    }
    strides
}

pub(super) fn size(dim: Dim) -> Option<i64> {
    dim.and_then(|it| i64::try_from(it).ok())
}

/// Nothing times an unknown number is nothing.
pub(super) fn times(a: Option<i64>, b: Option<i64>) -> Option<i64> {
    if a == Some(0) || b == Some(0) {
        return Some(0);
    }
    a?.checked_mul(b?)
}

pub(super) fn plus(a: Option<i64>, b: Option<i64>) -> Option<i64> {
    a?.checked_add(b?)
}

/// Whether dimensions of size 1 can be left out of `full` such that `reduced` remains. Each dimension is a size with
/// something that has to be equal too, such as a stride.
pub(super) fn is_rank_reduced<T: PartialEq>(full: &[(Dim, T)], reduced: &[(Dim, T)]) -> bool {
    // reachable[j]: the dimensions before this one can be the first j of `reduced`.
    let mut reachable = vec![false; reduced.len() + 1];
    if let Some(first) = reachable.first_mut() {
        *first = true;
    }
    for one in full {
        let mut next = vec![false; reduced.len() + 1];
        for (index, _) in reachable.iter().enumerate().filter(|it| *it.1) {
            if one.0 == Some(1)
                && let Some(slot) = next.get_mut(index)
            {
                *slot = true;
            }
            if reduced.get(index) == Some(one)
                && let Some(slot) = next.get_mut(index + 1)
            {
                *slot = true;
            }
        }
        reachable = next;
    }
    reachable.last() == Some(&true)
}

/// How a stride or offset is written.
pub(super) fn number(value: Option<i64>) -> String {
    value.map_or_else(|| "?".to_owned(), |it| it.to_string())
}

/// Whether two sizes, strides or offsets can be equal.
pub(super) fn may_be_equal<T: PartialEq>(a: Option<T>, b: Option<T>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    }
}

/// Whether the memory spaces are certainly different; an alias may be either.
pub(super) fn spaces_differ(a: Option<&str>, b: Option<&str>) -> bool {
    let plain = |it: Option<&str>| {
        it.map(|it| it.strip_suffix(":i64").unwrap_or(it).to_owned()).filter(|it| it != "0")
    };
    let is_alias = |it: Option<&str>| it.is_some_and(|it| it.starts_with('#') && !it.contains('.'));
    plain(a) != plain(b) && !is_alias(a) && !is_alias(b)
}
