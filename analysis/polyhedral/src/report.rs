//! The results of whole-function analyses, with names and absolute ranges: the content of `deps`, `loops` and `fusion`.

mod bytes;
mod fusion;
mod iteration_space;
mod loops;
mod polyhedra;

pub use bytes::in_bytes;
pub use fusion::*;
pub use iteration_space::*;
pub use loops::*;
pub use polyhedra::*;

pub use crate::dependence_at_depth::{Component, Dependence as FoundDependence, DependenceKind, vector_text};

use std::ops::Deref;
use syntax::TextRange;

/// The accesses and dependences of one function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FunctionDependences {
    /// The symbol's name without `@`; empty for operations outside any function.
    pub name: String,
    pub accesses: Vec<Access>,
    pub dependences: Vec<Dependence>,
    /// Why nothing is said about which values flow where, if that was asked for.
    pub flow_unknown: Option<String>,
    /// Groups of pairs that may depend on each other; of each the nearest ones alone are among the dependences.
    pub not_computed: Vec<NotComputed>,
    /// Operations that depend on accesses in ways that are not known.
    pub unanalysed: Vec<Unanalysed>,
}

/// Accesses that may share memory, too many for all their pairs to be computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotComputed {
    /// The names of the memrefs, as they come.
    pub memrefs: Vec<String>,
    /// Ids of all of them, in program order.
    pub accesses: Vec<usize>,
    /// Pairs with a write are not computed where they are at least this many places apart in this list.
    pub apart: usize,
    /// How many pairs that are, both orders of one counted once.
    pub pairs: u64,
    pub reason: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AccessKind {
    Read,
    Write,
}

/// One memref access; its index in [`FunctionDependences::accesses`] is its id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Access {
    pub op: String,
    pub kind: AccessKind,
    /// The memref's name as written at the access.
    pub memref: String,
    /// Of the operation's name.
    pub range: TextRange,
    /// The enclosing loops' induction variables, outermost first.
    pub loops: Vec<String>,
    /// Whether a read sees in some iteration what was there before the function; `None` for writes, and where it is
    /// not known.
    pub live_in: Option<bool>,
    /// Whether no value of a write is ever read, here or later; `None` for reads, and where it is not known.
    pub dead: Option<bool>,
}

/// An operation that is not an affine access and may touch the memory of some: in any order, in any iteration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unanalysed {
    pub op: String,
    /// The name of what it touches; `None` where that may be any memory.
    pub memref: Option<String>,
    pub reads: bool,
    pub writes: bool,
    /// Of the operation's name.
    pub range: TextRange,
    /// The enclosing loops' induction variables, outermost first.
    pub loops: Vec<String>,
    /// Ids of the accesses with which it may share an element that one of both writes.
    pub accesses: Vec<usize>,
    /// How many there are besides, where all of them would be too many: those around the operation are listed.
    pub accesses_left_out: usize,
    /// Why more is not known.
    pub reason: String,
}

/// A dependence, and whether it is one of values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependence {
    pub found: FoundDependence,
    /// Of RAW: whether in some pair of iterations the value read is the one written, and no other write comes
    /// between. `None` where it is not known.
    pub flow: Option<bool>,
    /// The least and the greatest distance of those pairs, where that is less than the components say.
    pub flow_components: Option<Vec<Component>>,
}

impl Deref for Dependence {
    type Target = FoundDependence;

    fn deref(&self) -> &Self::Target {
        &self.found
    }
}

/// Why a transformation is refused, and the places that forbid it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Refusal {
    pub reason: String,
    pub related: Vec<(TextRange, String)>,
}

impl<T: Into<String>> From<T> for Refusal {
    fn from(reason: T) -> Self {
        Self { reason: reason.into(), related: Vec::new() }
    }
}
