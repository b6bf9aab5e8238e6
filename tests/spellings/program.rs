//! Random programs of `affine`, `scf` and `memref` as trees, which are printed, and run, without any parser of ours.

mod arithmetic;
mod expression;
mod lowered;
mod random;
mod run;
mod text;

use std::collections::BTreeSet;

pub(crate) use arithmetic::{Binary, Predicate};
use expression::Expression;
pub(crate) use run::{Distances, Event, Trace};
pub(crate) use text::{Mark, names};

/// A function of [`ARGUMENTS`] and [`MEMREFS`].
pub(crate) struct Program {
    /// The types of all variables; the arguments come first.
    types: Vec<Type>,
    body: Vec<Node>,
    pub(crate) accesses: Vec<Access>,
    /// Which arguments something depends on.
    uses: Vec<bool>,
}

pub(crate) struct Access {
    pub(crate) is_store: bool,
    /// The variables of the loops around it, outermost first.
    loops: Vec<usize>,
    /// What around it or in it may keep an analysis from an exact answer.
    pub(crate) features: BTreeSet<Feature>,
}

/// What no analysis has to see through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Feature {
    /// A loop whose iterations are not counted.
    While,
    /// A step that is no constant.
    DynamicStep,
    /// Computed in a type that wraps.
    Integer,
    /// An operation or a comparison of unsigned numbers, of which some may be negative.
    Unsigned,
    /// A product of two variables.
    Product,
    /// What a loop or a condition results in.
    Result,
    /// A combination of bits that is no mask.
    Bits,
    /// A vector of which some lanes are left out.
    Lanes,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Type {
    Index,
    I32,
    I64,
    I1,
}

/// An argument of the function, with the values that it is run with.
struct Argument {
    name: &'static str,
    ty: Type,
    values: std::ops::RangeInclusive<i64>,
}

const ARGUMENTS: &[Argument] = &[
    Argument { name: "%N", ty: Type::Index, values: 0..=3 },
    Argument { name: "%S", ty: Type::Index, values: 1..=2 },
    Argument { name: "%K", ty: Type::I32, values: -1..=2 },
];

/// Numbers of dimensions.
pub(crate) const MEMREFS: &[(&str, usize)] = &[("%A", 2), ("%B", 1)];

enum Node {
    Let { result: usize, operation: Operation },
    Loop(Loop),
    If(If),
    Access { access: usize, memref: usize, subscripts: Subscripts, mask: Option<Mask> },
}

/// Which lanes are accessed of a vector that runs along the last dimension.
type Mask = [bool; 4];

enum Operation {
    Constant(i64),
    /// With `nsw` or not.
    Binary(Binary, [usize; 2], bool),
    Compare(Predicate, [usize; 2]),
    /// The first if the condition holds.
    Select(usize, [usize; 2]),
    /// To the type of the result.
    Cast(usize),
    Apply(Expression),
    /// The least of the values, or the greatest.
    Extreme([Expression; 2], bool),
}

enum Subscripts {
    Affine(Vec<Expression>),
    Values(Vec<usize>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Spelling {
    AffineFor,
    AffineParallel,
    For,
    UnsignedFor,
    Parallel,
    Forall,
    /// Whether the comparison is `ub > i`.
    While(bool),
}

struct Loop {
    spelling: Spelling,
    dims: Vec<Dim>,
    carried: Option<Carried>,
    /// What a `scf.while` has in the end.
    last: Option<usize>,
    body: Vec<Node>,
}

struct Dim {
    variable: usize,
    lower: Bound,
    upper: Bound,
    step: Bound,
}

enum Bound {
    Constant(i64),
    Value(usize),
    /// The greatest of lower bounds, the least of upper ones.
    Affine(Vec<Expression>),
}

struct Carried {
    argument: usize,
    initial: usize,
    yielded: usize,
    result: usize,
}

struct If {
    condition: Condition,
    then: Vec<Node>,
    otherwise: Vec<Node>,
    /// The result, and what each region yields.
    value: Option<(usize, [usize; 2])>,
}

enum Condition {
    /// Each at least zero, or equal to it.
    Set(Vec<(Expression, bool)>),
    Value(usize),
}

impl Access {
    /// The variables of the loops around it, outermost first.
    pub(crate) fn loops(&self) -> &[usize] {
        &self.loops
    }
}
