//! Operations that compute numbers of which nothing is known.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::program::Operation;
use super::types::Element;
use super::value::Scalar;

/// Whether an operation on numbers may compute anything: not where subscripts and bounds come from.
pub(super) fn is_opaque(op: &Operation) -> bool {
    let is_index = |it: Option<Element>| it == Some(Element::Index);
    !is_index(op.result_element()) && !is_index(op.operand_element())
}

/// The number that an operation gives for these operands.
pub(super) fn number(operation: &str, operands: &[Scalar], element: Element) -> Scalar {
    let bits: Vec<u64> = operands.iter().map(|it| bits(*it)).collect();
    scalar(hash((operation, bits)), element)
}

/// What a buffer holds after a number has been stored.
pub(super) fn stored(number: Scalar) -> Scalar {
    let hash = hash(("store", bits(number)));
    match number {
        Scalar::F32(_) => scalar(hash, Element::F32),
        Scalar::F64(_) => scalar(hash, Element::F64),
        // Integers may be subscripts, and there is no telling of which width they are.
        other => other,
    }
}

/// What an element of a buffer holds that nobody has written.
pub(super) fn unwritten(sizes: &[i64], place: i64, element: Element) -> Scalar {
    match element {
        Element::Index => Scalar::Poison,
        _ => scalar(hash((sizes, place)), element),
    }
}

/// The same for equal numbers of a type.
pub(super) fn bits(number: Scalar) -> u64 {
    match number {
        Scalar::Integer(value) => value as u64,
        // Zeros of either sign are the same number.
        Scalar::F32(value) => f64::from(value + 0.0).to_bits(),
        Scalar::F64(value) => (value + 0.0).to_bits(),
        Scalar::Poison | Scalar::Term(_) => 0,
    }
}

fn hash(what: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    // The upper bits depend on all of the lower ones.
    hasher.finish() >> 16
}

/// Floats are integers of 20 bits, which are exact.
fn scalar(bits: u64, element: Element) -> Scalar {
    match element {
        Element::F32 | Element::F64 => Scalar::from_i64((bits & 0xf_ffff) as i64, element),
        _ => Scalar::from_i64(bits as i64, element),
    }
}
