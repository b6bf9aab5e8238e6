//! ODS's type constraints over types: whether a type is admitted, and a phrase for those that are.
//!
//! Types that are not known, and those of other dialects, are admitted everywhere, as are all types by constraints that
//! are not known.

use super::predicate;
use super::shapes::scalar;
use ir::types::{Signedness, Type};
use syntax::ods::{Expression, Name};

/// Whether nothing is known of the type here: unknown, or of another dialect.
pub(super) fn is_open(ty: &Type) -> bool {
    matches!(ty, Type::Unknown | Type::Dialect(_))
}

pub(super) fn is_integer(ty: &Type) -> bool {
    matches!(ty, Type::Integer { .. })
}

pub(super) fn is_memref(ty: &Type) -> bool {
    matches!(ty, Type::MemRef(_) | Type::UnrankedMemRef { .. })
}

/// Whether every type is admitted.
pub(super) fn is_anything(constraint: &Expression) -> bool {
    matches!(&*constraint.name, "AnyType" | "ForeignType")
}

pub(super) fn admits(constraint: &Expression, ty: &Type) -> bool {
    if let ("Where" | "WhereOfDialect", [_, predicate]) = (&*constraint.name, &*constraint.arguments) {
        return predicate::holds(predicate, ty) != Some(false);
    }
    if is_open(ty) {
        return true;
    }
    if let Some(container) = Container::of(constraint) {
        return container.admits(ty);
    }
    match (scalar_class(&constraint.name), &*constraint.name) {
        (Some(class), _) => class.admits(ty),
        (None, "AnyTypeOf") => constraint.arguments.iter().any(|it| admits(it, ty)),
        (None, "DefaultValuedType") => constraint.arguments.first().is_none_or(|it| admits(it, ty)),
        // Nothing more can be said of a tensor or memref without a rank.
        (None, "AnyShaped") => is_memref(ty) || matches!(ty, Type::Tensor { .. } | Type::Vector { .. }),
        (None, "TensorOrMemRef") => {
            matches!(ty, Type::MemRef(_) | Type::Tensor { dims: Some(_), .. })
        }
        (None, "Complex" | "AnyComplex") => match ty {
            Type::Complex(element) => constraint.arguments.iter().all(|it| admits(it, element)),
            _ => false,
        },
        (None, _) => match built(&constraint.name) {
            Some(only) => only == *ty,
            None => true,
        },
    }
}

/// A phrase for the types that a constraint admits: `a memref with one dimension`.
pub(super) fn words(constraint: &Expression) -> String {
    if let Some(container) = Container::of(constraint) {
        return container.words();
    }
    if let Some(class) = scalar_class(&constraint.name) {
        return class.words.to_owned();
    }
    match &*constraint.name {
        "Where" | "WhereOfDialect" => {
            constraint.arguments.first().map_or_else(String::new, |it| it.name.to_string())
        }
        "AnyTypeOf" => {
            // Of a constraint that was read in part the phrase may be missing.
            let each: Vec<String> =
                constraint.arguments.iter().map(words).filter(|it| !it.is_empty()).collect();
            each.join(" or ")
        }
        "DefaultValuedType" => constraint.arguments.first().map(words).unwrap_or_default(),
        "AnyShaped" => "a memref, tensor or vector".to_owned(),
        "TensorOrMemRef" => "a memref or a tensor with a rank".to_owned(),
        "Complex" | "AnyComplex" => "a complex number".to_owned(),
        name => name.to_lowercase(),
    }
}

/// The only type of a constraint such as `I1` or `Index`.
fn built(name: &Name) -> Option<Type> {
    let width = |signedness| {
        let digits = name.trim_start_matches(|it: char| it.is_ascii_alphabetic());
        Some(Type::Integer { width: digits.parse().ok()?, signedness })
    };
    match name.trim_end_matches(|it: char| it.is_ascii_digit()) {
        "Index" => Some(Type::Index),
        "I" => width(Signedness::Signless),
        "SI" => width(Signedness::Signed),
        "UI" => width(Signedness::Unsigned),
        _ => {
            ir::types::FLOATS.iter().find(|it| it.name.eq_ignore_ascii_case(name)).map(|it| Type::Float(*it))
        }
    }
}

/// The types that a class of scalars holds also as elements.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Scalars,
    /// Vectors and tensors too.
    Like,
    /// Memrefs besides.
    LikeOrMemRefs,
}

struct ScalarClass {
    of: Of,
    admits: fn(&Type) -> bool,
    words: &'static str,
}

impl ScalarClass {
    fn admits(&self, ty: &Type) -> bool {
        match self.of {
            Of::Scalars => (self.admits)(ty),
            Of::Like if is_memref(ty) => false,
            _ => is_open(scalar(ty)) || (self.admits)(scalar(ty)),
        }
    }
}

fn scalar_class(name: &str) -> Option<ScalarClass> {
    let is_signless = |ty: &Type| matches!(ty, Type::Integer { signedness: Signedness::Signless, .. });
    let is_signless_or_index =
        |ty: &Type| matches!(ty, Type::Integer { signedness: Signedness::Signless, .. } | Type::Index);
    let is_signless_or_float =
        |ty: &Type| matches!(ty, Type::Integer { signedness: Signedness::Signless, .. } | Type::Float(_));
    let is_bool = |ty: &Type| matches!(ty, Type::Integer { signedness: Signedness::Signless, width: 1 });
    let is_float = |ty: &Type| matches!(ty, Type::Float(_));
    let (of, admits, words): (Of, fn(&Type) -> bool, _) = match name {
        "AnyInteger" => (Of::Scalars, is_integer, "an integer"),
        "AnySignlessInteger" => (Of::Scalars, is_signless, "a signless integer"),
        "AnySignlessIntegerOrIndex" => (Of::Scalars, is_signless_or_index, "a signless integer or index"),
        "AnyFloat" => (Of::Scalars, is_float, "a float"),
        "SignlessIntegerOrIndexLike" => (Of::Like, is_signless_or_index, "signless integers or index"),
        "SignlessFixedWidthIntegerLike" | "SignlessIntegerLike" => {
            (Of::Like, is_signless, "signless integers")
        }
        "FloatLike" => (Of::Like, is_float, "floats"),
        "BoolLike" => (Of::Like, is_bool, "i1"),
        "IndexCastTypeConstraint" => (Of::LikeOrMemRefs, is_signless_or_index, "signless integers or index"),
        "BitcastTypeConstraint" => (Of::LikeOrMemRefs, is_signless_or_float, "signless integers or floats"),
        _ => return None,
    };
    Some(ScalarClass { of, admits, words })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    MemRef,
    Tensor,
    Vector,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Rank {
    /// Or none.
    Any,
    Ranked,
    AtLeastOne,
    OneOf,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sizes {
    Any,
    Known,
    NotScalable,
    Scalable,
}

/// A constraint on memrefs, tensors or vectors. Its arguments are ranks and the constraints of elements.
struct Container<'a> {
    kind: Kind,
    rank: Rank,
    sizes: Sizes,
    arguments: &'a [Expression],
}

impl<'a> Container<'a> {
    fn of(constraint: &'a Expression) -> Option<Self> {
        use Kind::{MemRef, Tensor, Vector};
        let (kind, rank, sizes) = match &*constraint.name {
            // A more specific rule reports rank 0.
            "AnyRankedOrUnrankedMemRef" | "AnyNon0RankedOrUnrankedMemRef" => (MemRef, Rank::Any, Sizes::Any),
            "AnyMemRef" | "AnyStridedMemRef" | "MemRefOf" => (MemRef, Rank::Ranked, Sizes::Any),
            "AnyStaticShapeMemRef" | "StaticShapeMemRefOf" => (MemRef, Rank::Ranked, Sizes::Known),
            "MemRefRankOf" => (MemRef, Rank::OneOf, Sizes::Any),
            "AnyTensor" | "AnyNon0RankedOrUnrankedTensor" | "TensorOf" => (Tensor, Rank::Any, Sizes::Any),
            "AnyRankedTensor" | "RankedTensorOf" => (Tensor, Rank::Ranked, Sizes::Any),
            "AnyStaticShapeTensor" => (Tensor, Rank::Ranked, Sizes::Known),
            "TensorRankOf" => (Tensor, Rank::OneOf, Sizes::Any),
            "AnyVectorOfAnyRank" | "VectorOfAnyRankOf" => (Vector, Rank::Ranked, Sizes::Any),
            "AnyVectorOfNonZeroRank" | "VectorOfNonZeroRankOf" => (Vector, Rank::AtLeastOne, Sizes::Any),
            "AnyFixedVectorOfAnyRank" => (Vector, Rank::Ranked, Sizes::NotScalable),
            "FixedVectorOfNonZeroRankOf" => (Vector, Rank::AtLeastOne, Sizes::NotScalable),
            "VectorOfRank" | "VectorOfRankAndType" => (Vector, Rank::OneOf, Sizes::Any),
            "ScalableVectorOfRank" => (Vector, Rank::OneOf, Sizes::Scalable),
            _ => return None,
        };
        Some(Self { kind, rank, sizes, arguments: &constraint.arguments })
    }

    fn ranks(&self) -> impl Iterator<Item = usize> {
        self.arguments.iter().filter_map(|it| it.name.parse().ok())
    }

    fn elements(&self) -> impl Iterator<Item = &'a Expression> {
        self.arguments.iter().filter(|it| it.name.parse::<usize>().is_err() && !is_anything(it))
    }

    fn admits(&self, ty: &Type) -> bool {
        // The rank, and whether all sizes are known and any is scalable.
        let (kind, rank, known, scalable) = match ty {
            Type::MemRef(it) => {
                (Kind::MemRef, Some(it.dims.len()), it.dims.iter().all(Option::is_some), false)
            }
            Type::UnrankedMemRef { .. } => (Kind::MemRef, None, false, false),
            Type::Tensor { dims: Some(dims), .. } => {
                (Kind::Tensor, Some(dims.len()), dims.iter().all(Option::is_some), false)
            }
            Type::Tensor { dims: None, .. } => (Kind::Tensor, None, false, false),
            Type::Vector { dims, .. } => {
                (Kind::Vector, Some(dims.len()), true, dims.iter().any(|it| it.scalable))
            }
            _ => return false,
        };
        let has_rank = match self.rank {
            Rank::Any => true,
            Rank::Ranked => rank.is_some(),
            Rank::AtLeastOne => rank.is_some_and(|it| it > 0),
            Rank::OneOf => rank.is_some_and(|it| self.ranks().any(|rank| rank == it)),
        };
        let has_sizes = match self.sizes {
            Sizes::Any => true,
            Sizes::Known => known,
            Sizes::NotScalable => !scalable,
            Sizes::Scalable => scalable,
        };
        let mut elements = self.elements().peekable();
        let has_elements = elements.peek().is_none() || elements.any(|it| admits(it, scalar(ty)));
        kind == self.kind && has_rank && has_sizes && has_elements
    }

    fn words(&self) -> String {
        let mut text = match self.kind {
            Kind::MemRef => "a memref",
            Kind::Tensor => "a tensor",
            Kind::Vector => "a vector",
        }
        .to_owned();
        let elements: Vec<&str> = self.elements().map(|it| plural(&it.name)).collect();
        if !elements.is_empty() {
            text.push_str(&format!(" of {}", elements.join(" or ")));
        }
        match (self.sizes, self.rank) {
            (Sizes::Known, _) => text.push_str(" whose sizes are all known"),
            (Sizes::NotScalable, _) => text.push_str(" without scalable dimensions"),
            (Sizes::Scalable, _) => text.push_str(" with one dimension, which is scalable"),
            (_, Rank::OneOf) => text.push_str(" with one dimension"),
            (_, Rank::Ranked) if elements.is_empty() && self.kind != Kind::Vector => {
                text.push_str(" with a rank");
            }
            (_, Rank::AtLeastOne) if elements.is_empty() => {
                text.push_str(" with dimensions");
            }
            _ => {}
        }
        text
    }
}

/// A phrase for several elements of a kind.
fn plural(name: &str) -> &str {
    match name {
        "AnyInteger" | "AnySignlessInteger" => "integers",
        "AnySignlessIntegerOrIndex" => "integers or index",
        "AnyFloat" => "floats",
        "Index" => "index",
        "I1" => "i1",
        "I8" => "i8",
        _ => name,
    }
}
