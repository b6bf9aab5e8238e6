//! The operations that the analyses know by more than their definitions: loops, conditions, maps and
//! accesses.

use crate::Pointer;
use crate::affine::{AffineMap, IntegerSet};
use std::ops::Range;

/// An affine map and the operands that it is applied to.
///
/// `operands` are indices into [`crate::Op::operands`]: first the dimensions, then the symbols.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppliedMap {
    /// `None` if the map is broken, an unknown alias or no map.
    pub map: Option<AffineMap>,
    pub operands: Range<usize>,
    /// The number of operands that are written in parentheses; the rest are in brackets. In generic form the
    /// map's own count.
    pub dim_operands: usize,
    pub origin: MapOrigin,
    /// The attribute (or the constant, the value, the subscript list).
    pub pointer: Pointer,
}

/// How a map came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MapOrigin {
    /// `affine_map<…>` or `#map`, with operands in parentheses and brackets.
    Attribute,
    /// A bare integer.
    Constant,
    /// A bare value: `()[s0] -> (s0)`.
    Value,
    /// Expressions over values. `mentions` of the operands: see [`crate::Op::operands`]; each input once.
    Expressions,
    /// An attribute of the generic form.
    Generic,
}

/// An integer set and the operands that it is applied to; as [`AppliedMap`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppliedSet {
    pub set: Option<IntegerSet>,
    pub operands: Range<usize>,
    pub dim_operands: usize,
    pub pointer: Pointer,
}

/// Kinds that are large and rarer than accesses are boxed: every operation has room for the largest of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OpKind {
    For(Box<For>),
    Parallel(Parallel),
    If(If),
    /// `affine.load`, `store`, `vector_load`, `vector_store`, `prefetch`
    Access(Access),
    /// `affine.apply`
    Apply(AppliedMap),
    Min(AppliedMap),
    Max(AppliedMap),
    /// `affine.linearize_index`: operands `0..indices` are the digits
    Linearize {
        indices: usize,
        basis: Basis,
        disjoint: bool,
    },
    /// `affine.delinearize_index`: operand 0 is the index
    Delinearize {
        basis: Basis,
    },
    DmaStart(Box<DmaStart>),
    DmaWait(Box<DmaWait>),
    /// `affine.yield`
    Yield,
    /// `arith.constant`, `index.constant` of an integer or index
    ConstantInteger(i64),
    /// Any operation that is a constant of another kind.
    Constant,
    /// Anything else.
    Other,
}

/// `affine.for`. Body block: argument 0 is the induction variable, then one per iteration argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct For {
    pub lower: AppliedMap,
    pub upper: AppliedMap,
    /// `None` if it is not a constant, or does not fit.
    pub step: Option<i64>,
    pub step_pointer: Option<Pointer>,
    /// Indices into [`crate::Op::operands`] of the initial values.
    pub inits: Range<usize>,
}

/// `affine.parallel`. Body block: one argument per dimension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parallel {
    /// For each dimension, the maps whose maximum is the lower bound.
    pub lower: Vec<AppliedMap>,
    /// For each dimension, the maps whose minimum is the upper bound.
    pub upper: Vec<AppliedMap>,
    pub steps: Option<Vec<i64>>,
    pub reductions: Vec<Box<str>>,
}

/// `affine.if`. Regions: then, else (absent or without a block if it is not written).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct If {
    pub condition: AppliedSet,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AccessOp {
    Load,
    Store,
    VectorLoad,
    VectorStore,
    Prefetch,
}

impl AccessOp {
    pub fn writes(self) -> bool {
        matches!(self, AccessOp::Store | AccessOp::VectorStore)
    }

    pub fn reads(self) -> bool {
        matches!(self, AccessOp::Load | AccessOp::VectorLoad)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Access {
    pub op: AccessOp,
    /// Index into [`crate::Op::operands`] of the stored value.
    pub stored: Option<usize>,
    /// Index into [`crate::Op::operands`].
    pub memref: usize,
    pub subscripts: AppliedMap,
}

/// Sizes of digits, the outermost first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Basis {
    pub elements: Vec<BasisElement>,
    pub pointer: Option<Pointer>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BasisElement {
    Constant(i64),
    /// Index into [`crate::Op::operands`].
    Operand(usize),
}

/// Memrefs, counts and strides are indices into [`crate::Op::operands`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DmaStart {
    pub source: (usize, AppliedMap),
    pub destination: (usize, AppliedMap),
    pub tag: (usize, AppliedMap),
    pub count: usize,
    pub stride_and_chunk: Option<(usize, usize)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DmaWait {
    pub tag: (usize, AppliedMap),
    pub count: usize,
}
