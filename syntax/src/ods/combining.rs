//! The operations that fold many numbers to one in any order, up to rounding.

use super::Semantics;
use super::semantics::{Float, Integer};

/// One such operation, with its names where an attribute chooses it.
#[derive(Debug, PartialEq, Eq)]
pub struct Combining {
    pub semantics: Semantics,
    /// Its name in `vector`'s `CombiningKind`, which the type of the numbers makes unique.
    pub vector_kind: &'static str,
    /// Its name in `arith`'s `AtomicRMWKind`.
    pub atomic_kind: &'static str,
    pub neutral: Neutral,
}

/// The number that changes nothing when it is combined with another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Neutral {
    Zero,
    One,
    /// All bits set.
    Ones,
    LeastSigned,
    GreatestSigned,
    /// 0 would make −0 a 0.
    NegativeZero,
    FloatOne,
    Infinity,
    NegativeInfinity,
    Nan,
}

/// The names of `arith`'s `AtomicRMWKind` in the order of their numbers. All but `assign` combine.
pub const ATOMIC_KINDS: &[&str] = &[
    "addf", "addi", "andi", "assign", "maximumf", "maxnumf", "maxs", "maxu", "minimumf", "minnumf", "mins",
    "minu", "mulf", "muli", "ori", "xori",
];

const fn integer(
    operation: Integer,
    vector_kind: &'static str,
    atomic_kind: &'static str,
    neutral: Neutral,
) -> Combining {
    Combining { semantics: Semantics::Integer(operation), vector_kind, atomic_kind, neutral }
}

const fn float(
    operation: Float,
    vector_kind: &'static str,
    atomic_kind: &'static str,
    neutral: Neutral,
) -> Combining {
    Combining { semantics: Semantics::Float(operation), vector_kind, atomic_kind, neutral }
}

static ALL: &[Combining] = &[
    float(Float::Add, "add", "addf", Neutral::NegativeZero),
    float(Float::Mul, "mul", "mulf", Neutral::FloatOne),
    float(Float::Maximum, "maximumf", "maximumf", Neutral::NegativeInfinity),
    float(Float::Minimum, "minimumf", "minimumf", Neutral::Infinity),
    float(Float::MaxNum, "maxnumf", "maxnumf", Neutral::Nan),
    float(Float::MinNum, "minnumf", "minnumf", Neutral::Nan),
    integer(Integer::Add, "add", "addi", Neutral::Zero),
    integer(Integer::Mul, "mul", "muli", Neutral::One),
    integer(Integer::And, "and", "andi", Neutral::Ones),
    integer(Integer::Or, "or", "ori", Neutral::Zero),
    integer(Integer::Xor, "xor", "xori", Neutral::Zero),
    integer(Integer::MaxSigned, "maxsi", "maxs", Neutral::LeastSigned),
    integer(Integer::MinSigned, "minsi", "mins", Neutral::GreatestSigned),
    integer(Integer::MaxUnsigned, "maxui", "maxu", Neutral::Zero),
    integer(Integer::MinUnsigned, "minui", "minu", Neutral::Ones),
];

impl Combining {
    pub fn of(semantics: Semantics) -> Option<&'static Combining> {
        ALL.iter().find(|it| it.semantics == semantics)
    }

    /// The operation of that name in `AtomicRMWKind`.
    pub fn of_atomic_kind(name: &str) -> Option<&'static Combining> {
        ALL.iter().find(|it| it.atomic_kind == name)
    }

    /// The operation of that name in `CombiningKind`, on floats or on integers.
    pub fn of_vector_kind(name: &str, is_float: bool) -> Option<&'static Combining> {
        ALL.iter().find(|it| it.vector_kind == name && it.is_of_floats() == is_float)
    }

    pub fn is_of_floats(&self) -> bool {
        matches!(self.semantics, Semantics::Float(_))
    }

    /// Whether another order of the numbers may give another result, by rounding.
    pub fn rounds(&self) -> bool {
        matches!(self.semantics, Semantics::Float(Float::Add | Float::Mul))
    }
}
