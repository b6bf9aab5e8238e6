//! Predicates of type constraints as they are imported from ODS (`syntax::ods::import`), over types: they hold, fail, or
//! it is not known.

use super::shapes::scalar;
use ir::types::{Signedness, Type};
use syntax::ods::Expression;

/// Whether a predicate holds of a type; `None` where that is not known (Kleene's strong logic).
pub(super) fn holds(predicate: &Expression, ty: &Type) -> Option<bool> {
    if *ty == Type::Unknown {
        return None;
    }
    let arguments = &predicate.arguments;
    let number = || arguments.first().and_then(|it| it.name.parse::<u64>().ok());
    let compared = |value: Option<u64>, relation: fn(u64, u64) -> bool| Some(relation(value?, number()?));
    match &*predicate.name {
        "And" => all(arguments.iter().map(|it| holds(it, ty))),
        "Or" => all(arguments.iter().map(|it| holds(it, ty).map(|it| !it))).map(|it| !it),
        "Not" => holds(arguments.first()?, ty).map(|it| !it),
        "Element" => holds(arguments.first()?, element(ty)?),
        "IsA" => is_a(&arguments.first()?.name, ty),
        "IsDialectType" => is_dialect_type(&arguments.first()?.name, ty),
        "HasRank" => is_a("ShapedType", ty).filter(|it| *it).map(|_| rank(ty).is_some()),
        "HasStaticShape" => is_a("ShapedType", ty).filter(|it| *it).map(|_| sizes(ty).is_some()),
        "HasSizes" => {
            let asked: Option<Vec<u64>> = arguments.iter().map(|it| it.name.parse().ok()).collect();
            rank(ty).and(Some(sizes(ty) == Some(asked?)))
        }
        "NoSizeIs" => dims(ty)?.iter().flatten().all(|it| Some(*it) != number()).into(),
        "EachSizeIs" => dims(ty)?.iter().all(|it| *it == number()).into(),
        // Which encoding is the dialect's own, its parser knows.
        "HasEncoding" => {
            (!matches!(ty, Type::Tensor { encoding: Some(_), .. } | Type::Dialect(_))).then_some(false)
        }
        "RankEquals" => compared(rank(ty), |a, b| a == b),
        "RankAtLeast" => compared(rank(ty), |a, b| a >= b),
        "RankAbove" => compared(rank(ty), |a, b| a > b),
        "RankAtMost" => compared(rank(ty), |a, b| a <= b),
        "RankBelow" => compared(rank(ty), |a, b| a < b),
        "ElementCountEquals" => compared(element_count(ty), |a, b| a == b),
        "ElementCountAtLeast" => compared(element_count(ty), |a, b| a >= b),
        "ElementCountAbove" => compared(element_count(ty), |a, b| a > b),
        "ElementCountAtMost" => compared(element_count(ty), |a, b| a <= b),
        "ElementCountBelow" => compared(element_count(ty), |a, b| a < b),
        scalar => is_scalar(scalar, number(), ty),
    }
}

/// Whether all hold; `None` where that is not known.
pub(super) fn all(mut parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    parts
        .try_fold(Some(true), |all, it| match it {
            Some(false) => Err(()),
            Some(true) => Ok(all),
            None => Ok(None),
        })
        .unwrap_or(Some(false))
}

/// A class of types in C++.
fn is_a(class: &str, ty: &Type) -> Option<bool> {
    let is_scalable =
        |ty: &Type| matches!(ty, Type::Vector { dims, .. } if dims.iter().any(|it| it.scalable));
    Some(match (class, ty) {
        ("Type", _) => true,
        // Types of dialects may implement these interfaces.
        ("ShapedType" | "FloatType", Type::Dialect(_)) => return None,
        ("ShapedType", _) => element(ty).is_some() && !matches!(ty, Type::Complex(_)),
        ("FloatType", _) => matches!(ty, Type::Float(_)),
        ("IndexType", _) => *ty == Type::Index,
        ("IntegerType", _) => matches!(ty, Type::Integer { .. }),
        ("NoneType", _) => *ty == Type::None,
        ("ComplexType", _) => matches!(ty, Type::Complex(_)),
        ("TupleType", _) => matches!(ty, Type::Tuple(_)),
        ("FunctionType", _) => matches!(ty, Type::Function { .. }),
        ("VectorType", _) => matches!(ty, Type::Vector { .. }),
        ("FixedVectorType", _) => matches!(ty, Type::Vector { .. }) && !is_scalable(ty),
        ("ScalableVectorType", _) => is_scalable(ty),
        ("TensorType", _) => matches!(ty, Type::Tensor { .. }),
        ("RankedTensorType", _) => matches!(ty, Type::Tensor { dims: Some(_), .. }),
        ("UnrankedTensorType", _) => matches!(ty, Type::Tensor { dims: None, .. }),
        ("BaseMemRefType", _) => matches!(ty, Type::MemRef(_) | Type::UnrankedMemRef { .. }),
        ("MemRefType", _) => matches!(ty, Type::MemRef(_)),
        ("UnrankedMemRefType", _) => matches!(ty, Type::UnrankedMemRef { .. }),
        _ => {
            let kind = class.strip_suffix("Type")?;
            let name = match kind.split_once("Float")? {
                ("B", width) => format!("bf{width}"),
                ("", rest) if rest.starts_with('T') => rest.to_owned(),
                ("", rest) => format!("f{rest}"),
                _ => return None,
            };
            let known = ir::types::FLOATS.iter().find(|it| it.name.eq_ignore_ascii_case(&name))?;
            *ty == Type::Float(*known)
        }
    })
}

/// A type of a dialect by its full name without the text in angle brackets.
fn is_dialect_type(name: &str, ty: &Type) -> Option<bool> {
    let Type::Dialect(text) = ty else { return Some(false) };
    is_of_dialect(name, text.trim_start_matches('!'))
}

/// Whether the text after the sigil is a type or an attribute of a dialect.
pub(super) fn is_of_dialect(name: &str, written: &str) -> Option<bool> {
    let (dialect, _) = name.split_once('.')?;
    let written = written.split_once('<').map_or(written, |it| it.0);
    match written.split_once('.') {
        Some(_) if written == name => Some(true),
        Some((other, _)) if other != dialect => Some(false),
        None if written != dialect => Some(false),
        // Which class its dialect's parser makes of another name is not known.
        _ => None,
    }
}

/// `isF32`, `isSignlessInteger` and their like of MLIR's `Type`, with a width or without.
fn is_scalar(name: &str, width: Option<u64>, ty: &Type) -> Option<bool> {
    let integer = match ty {
        Type::Integer { width: own, signedness } => {
            Some((width.is_none_or(|it| it == u64::from(*own)), *signedness))
        }
        _ => None,
    };
    let has_width = integer.is_some_and(|it| it.0);
    let is = |signedness: Signedness| has_width && integer.is_some_and(|it| it.1 == signedness);
    let is_index = *ty == Type::Index;
    let is_float = is_a("FloatType", ty);
    match name {
        "IsIndex" => Some(is_index),
        "IsInteger" => Some(has_width),
        "IsSignlessInteger" => Some(is(Signedness::Signless)),
        "IsSignedInteger" => Some(is(Signedness::Signed)),
        "IsUnsignedInteger" => Some(is(Signedness::Unsigned)),
        "IsIntOrIndex" => Some(has_width || is_index),
        "IsSignlessIntOrIndex" => Some(is(Signedness::Signless) || is_index),
        "IsIntOrFloat" => is_float.map(|it| it || has_width),
        "IsIntOrIndexOrFloat" => is_float.map(|it| it || has_width || is_index),
        "IsSignlessIntOrFloat" => is_float.map(|it| it || is(Signedness::Signless)),
        "IsSignlessIntOrIndexOrFloat" => is_float.map(|it| it || is_index || is(Signedness::Signless)),
        _ => {
            let name = name.strip_prefix("Is")?;
            let known = ir::types::FLOATS.iter().find(|it| it.name.eq_ignore_ascii_case(name))?;
            Some(*ty == Type::Float(*known))
        }
    }
}

fn element(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Complex(element) => Some(element),
        Type::Vector { .. } | Type::Tensor { .. } | Type::MemRef(_) | Type::UnrankedMemRef { .. } => {
            Some(scalar(ty))
        }
        _ => None,
    }
}

fn rank(ty: &Type) -> Option<u64> {
    Some(super::shapes::rank(ty)? as u64)
}

fn dims(ty: &Type) -> Option<Vec<Option<u64>>> {
    match ty {
        Type::Vector { dims, .. } => Some(dims.iter().map(|it| Some(it.size)).collect()),
        Type::Tensor { dims: Some(dims), .. } => Some(dims.to_vec()),
        Type::MemRef(memref) => Some(memref.dims.to_vec()),
        _ => None,
    }
}

/// The sizes of a shape, if all are known.
fn sizes(ty: &Type) -> Option<Vec<u64>> {
    dims(ty)?.into_iter().collect()
}

fn element_count(ty: &Type) -> Option<u64> {
    sizes(ty)?.into_iter().try_fold(1_u64, u64::checked_mul)
}
