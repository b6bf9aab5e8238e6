//! Classes of types that operations ask of their operands and results.

use crate::types::{Signedness, Type};

/// A class of types: whether a type is in it, and what to call it. Types of other dialects are in every class.
#[derive(Clone, Copy)]
pub(super) struct TypeClass {
    pub(super) admits: fn(&Type) -> bool,
    pub(super) words: &'static str,
}

/// Whether nothing is known of the type here: unknown, or of another dialect.
pub(super) fn is_open(ty: &Type) -> bool {
    matches!(ty, Type::Unknown | Type::Dialect(_))
}

/// The element type of a vector, tensor or memref; any other type itself.
pub(super) fn scalar(ty: &Type) -> &Type {
    match ty {
        Type::Vector { element, .. }
        | Type::Tensor { element, .. }
        | Type::UnrankedMemRef { element, .. } => element,
        Type::MemRef(memref) => &memref.element,
        _ => ty,
    }
}

fn is_signless(ty: &Type) -> bool {
    matches!(ty, Type::Integer { signedness: Signedness::Signless, .. })
}

fn is_index(ty: &Type) -> bool {
    matches!(ty, Type::Index)
}

fn is_float(ty: &Type) -> bool {
    matches!(ty, Type::Float(_))
}

fn is_bool(ty: &Type) -> bool {
    matches!(ty, Type::Integer { signedness: Signedness::Signless, width: 1 })
}

pub(super) fn is_integer(ty: &Type) -> bool {
    matches!(ty, Type::Integer { .. })
}

pub(super) fn is_memref(ty: &Type) -> bool {
    matches!(ty, Type::MemRef(_) | Type::UnrankedMemRef { .. })
}

/// The type itself, or the elements of a vector or tensor.
fn like(ty: &Type, admits: fn(&Type) -> bool) -> bool {
    let element = scalar(ty);
    is_open(ty) || !is_memref(ty) && (is_open(element) || admits(element))
}

fn like_or_memref(ty: &Type, admits: fn(&Type) -> bool) -> bool {
    is_open(scalar(ty)) || admits(scalar(ty))
}

macro_rules! class {
    ($name:ident, $words:literal, $ty:ident => $admits:expr) => {
        pub(super) const $name: TypeClass = TypeClass { admits: |$ty| $admits, words: $words };
    };
}

class!(INTEGER_OR_INDEX_LIKE, "signless integers or index", it => like(it, |it| is_signless(it) || is_index(it)));
class!(INTEGER_LIKE, "signless integers", it => like(it, is_signless));
class!(FLOAT_LIKE, "floats", it => like(it, is_float));
class!(BOOL_LIKE, "i1", it => like(it, is_bool));
class!(INTEGER_OR_FLOAT_LIKE_OR_MEMREF, "signless integers or floats", it => like_or_memref(it, |it| is_signless(it) || is_float(it)));
class!(INDEX_CAST, "signless integers or index", it => like_or_memref(it, |it| is_signless(it) || is_index(it)));
class!(INTEGER_OR_INDEX, "a signless integer or index", it => is_open(it) || is_signless(it) || is_index(it));
class!(ANY_INTEGER_OR_INDEX, "an integer or index", it => is_open(it) || is_integer(it) || is_index(it));
class!(INDEX, "index", it => is_open(it) || is_index(it));
class!(BOOL, "i1", it => is_open(it) || is_bool(it));
class!(MEMREF, "a memref", it => is_open(it) || is_memref(it));
class!(RANKED_MEMREF, "a memref with a rank", it => is_open(it) || matches!(it, Type::MemRef(_)));
class!(MEMREF_RANK_1, "a memref with one dimension", it => is_open(it) || matches!(it, Type::MemRef(it) if it.dims.len() == 1));
class!(SHAPE_MEMREF, "a memref of integers or index with one dimension", it => is_open(it)
    || matches!(it, Type::MemRef(it) if it.dims.len() == 1 && (is_signless(&it.element) || is_index(&it.element) || is_open(&it.element))));
class!(TENSOR, "a tensor", it => is_open(it) || matches!(it, Type::Tensor { .. }));
class!(RANKED_TENSOR, "a tensor with a rank", it => is_open(it) || matches!(it, Type::Tensor { dims: Some(_), .. }));
class!(STATIC_TENSOR, "a tensor whose sizes are all known", it => is_open(it)
    || matches!(it, Type::Tensor { dims: Some(dims), .. } if dims.iter().all(Option::is_some)));
class!(NUMBER_TENSOR, "a tensor of integers or floats", it => is_open(it)
    || matches!(it, Type::Tensor { element, .. } if is_open(element) || is_integer(element) || is_float(element)));
class!(INDEX_TENSOR, "a tensor of integers or index", it => is_open(it)
    || matches!(it, Type::Tensor { dims: Some(_), element, .. } if is_open(element) || is_signless(element) || is_index(element)));
class!(SHAPE_TENSOR, "a tensor of integers or index with one dimension", it => is_open(it)
    || matches!(it, Type::Tensor { dims: Some(dims), element, .. } if dims.len() == 1 && (is_open(element) || is_signless(element) || is_index(element))));
class!(SHAPED, "a memref or a tensor with a rank", it => is_open(it)
    || matches!(it, Type::MemRef(_) | Type::Tensor { dims: Some(_), .. }));
class!(VECTOR, "a vector", it => is_open(it) || matches!(it, Type::Vector { .. }));
class!(VECTOR_NON_ZERO_RANK, "a vector with dimensions", it => is_open(it) || matches!(it, Type::Vector { dims, .. } if !dims.is_empty()));
class!(VECTOR_RANK_1, "a vector with one dimension", it => is_open(it) || matches!(it, Type::Vector { dims, .. } if dims.len() == 1));
class!(FIXED_VECTOR, "a vector without scalable dimensions", it => is_open(it)
    || matches!(it, Type::Vector { dims, .. } if dims.iter().all(|it| !it.scalable)));
class!(FLOAT_VECTOR, "a vector of floats", it => is_open(it) || matches!(it, Type::Vector { .. }) && like(it, is_float));
class!(BOOL_VECTOR, "a vector of i1", it => is_open(it) || matches!(it, Type::Vector { .. }) && like(it, is_bool));
class!(INTEGER_OR_INDEX_VECTOR, "a vector of integers or index", it => is_open(it)
    || matches!(it, Type::Vector { .. }) && like(it, |it| is_integer(it) || is_index(it)));
class!(INDEX_VECTOR_RANK_1, "a vector of index with one dimension", it => is_open(it)
    || matches!(it, Type::Vector { dims, .. } if dims.len() == 1) && like(it, is_index));
