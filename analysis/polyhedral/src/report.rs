//! The results of whole-function analyses, with names and absolute ranges: the content of `deps`, `loops` and `fusion`.

mod fusion;
mod iteration_space;
mod loops;
mod polyhedra;

pub use fusion::*;
pub use iteration_space::*;
pub use loops::*;
pub use polyhedra::*;

use presburger::Integer;
use std::fmt;
use std::sync::Arc;
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DependenceKind {
    Raw,
    War,
    Waw,
}

impl DependenceKind {
    pub fn as_str(self) -> &'static str {
        match self {
            DependenceKind::Raw => "RAW",
            DependenceKind::War => "WAR",
            DependenceKind::Waw => "WAW",
        }
    }
}

/// A dependence between two accesses at one depth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependence {
    pub source: usize,
    pub sink: usize,
    pub kind: DependenceKind,
    /// From 1; the number of common loops + 1 where the dependence is loop-independent.
    pub depth: usize,
    /// One per common loop: the least and the greatest t − s, in values of the induction variables; both are attained.
    pub components: Arc<[Component]>,
    /// All vectors t − s in lexicographic order, where there are at most 16.
    pub distances: Option<Arc<[Vec<Integer>]>>,
    /// Of RAW: whether in some pair of iterations the value read is the one written, and no other write comes
    /// between. `None` where it is not known.
    pub flow: Option<bool>,
    /// The least and the greatest distance of those pairs, where that is less than the components say.
    pub flow_components: Option<Vec<Component>>,
    /// Why nothing more is known; the components are then unbounded from its depth on and the dependence may not exist.
    pub unknown: Option<Arc<str>>,
}

/// `None` where there is no bound.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Component {
    pub lower: Option<Integer>,
    pub upper: Option<Integer>,
}

impl fmt::Display for Component {
    /// `2`, or `[-1, *]` where it is not constant.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = |it: &Option<Integer>| it.as_ref().map_or("*".to_owned(), Integer::to_string);
        match &self.lower {
            Some(lower) if Some(lower) == self.upper.as_ref() => lower.fmt(f),
            lower => write!(f, "[{}, {}]", end(lower), end(&self.upper)),
        }
    }
}

/// `(2, 0)`; `([1, 7], [-1, *])` where it is not constant.
pub fn vector_text(components: impl IntoIterator<Item: fmt::Display>) -> String {
    let components: Vec<String> = components.into_iter().map(|it| it.to_string()).collect();
    format!("({})", components.join(", "))
}

/// Why a transformation is refused, and the places that forbid it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Refusal {
    pub reason: String,
    pub related: Vec<(TextRange, String)>,
}
