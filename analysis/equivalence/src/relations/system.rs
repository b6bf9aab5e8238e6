//! A function as a system of equations: what each value is in each iteration, in terms of other values in other iterations.

use std::cell::OnceCell;
use std::hash::{Hash, Hasher};

use interpreter::Scalar;
use ir::types::Type;
use polyhedral::dependence::last_write::{ScheduledAccess, last_writes};
use presburger::{Budget, GaveUp, Union};
use syntax::ods::Semantics;

use super::edges::Edge;

/// The index of a node.
pub(super) type NodeId = usize;

/// A value, or what an output holds, in all iterations in which it is computed.
#[derive(Debug)]
pub(super) struct Node {
    /// Loop variables, then lanes or coordinates of an element.
    pub(super) dims: usize,
    /// The set of its iterations; there may be more where a condition is not affine.
    pub(super) domain: Union,
    /// The type of one lane; `None` of memory.
    pub(super) element: Option<Type>,
    pub(super) equation: Equation,
    /// The operation that computes it, by its number.
    pub(super) operation: Option<usize>,
}

#[derive(Debug)]
pub(super) enum Equation {
    /// Copies of other nodes, each in some of the iterations; together they cover all of them.
    Copies(Vec<CopySource>),
    /// The value that the read of that number sees.
    Load(usize),
    /// A value from the caller: an argument, or an element of one.
    LiveIn(usize),
    /// `{ iteration -> value }`
    Integer(Union),
    /// The operation applied to its operands.
    Operation { kind: Kind, operands: Vec<(Edge, NodeId)> },
    /// All numbers to which the edges lead, which may be many for one iteration, combined in any order.
    Fold { combining: Semantics, operands: Vec<(Edge, NodeId)> },
    /// The element of a memref that values choose.
    Element {
        indices: Vec<(Edge, NodeId)>,
        /// The node of all elements in the same iterations, with a coordinate more for each index.
        contents: NodeId,
    },
    /// Why nothing is known.
    Unknown(String),
}

impl Equation {
    /// Whether it is undefined for some of its operands.
    pub(super) fn may_trap(&self) -> bool {
        match self {
            Equation::Operation { kind, .. } => kind.traps,
            Equation::Element { .. } => true,
            _ => false,
        }
    }

    /// Whether it is made of no other nodes.
    pub(super) fn is_leaf(&self) -> bool {
        matches!(self, Equation::LiveIn(_) | Equation::Integer(_) | Equation::Unknown(_))
    }
}

/// The semantics by which an operation combines many numbers.
pub(super) fn combining_of(equation: &Equation) -> Option<Semantics> {
    match equation {
        Equation::Operation { kind, .. } => kind.combining,
        Equation::Fold { combining, .. } => Some(*combining),
        _ => None,
    }
}

/// The identity of an operation, operands and types aside.
#[derive(Debug, Clone)]
pub(super) struct Kind {
    pub(super) name: String,
    pub(super) attributes: String,
    pub(super) commutes: bool,
    /// Whether it is undefined for some operands.
    pub(super) traps: bool,
    /// Its semantics, if many numbers may be combined by it in any order.
    pub(super) combining: Option<Semantics>,
    /// The number, of a constant.
    pub(super) constant: Option<Scalar>,
}

/// The name of the operation that chooses by a value, however it is written.
const CHOICE: &str = "select";

impl Kind {
    /// One of two values, by another.
    pub(super) fn choice() -> Kind {
        Kind {
            name: CHOICE.to_owned(),
            attributes: String::new(),
            commutes: false,
            traps: false,
            combining: None,
            constant: None,
        }
    }

    pub(super) fn is_choice(&self) -> bool {
        self.name == CHOICE
    }
}

impl PartialEq for Kind {
    fn eq(&self, other: &Self) -> bool {
        // The attributes determine the rest.
        (&self.name, &self.attributes) == (&other.name, &other.attributes)
    }
}

impl Hash for Kind {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.name, &self.attributes).hash(state);
    }
}

/// A node that another one copies.
#[derive(Debug, Clone)]
pub(super) struct CopySource {
    /// In these iterations of the copy; `None` for all of the edge's.
    pub(super) within: Option<Union>,
    pub(super) edge: Edge,
    pub(super) node: NodeId,
}

/// Memory that is distinct from all other.
#[derive(Debug)]
pub(super) struct Memory {
    /// The argument; `None` of what the function allocates.
    pub(super) argument: Option<usize>,
    /// The node of what it holds before the function writes.
    pub(super) live_in: NodeId,
    pub(super) writes: Vec<ScheduledAccess>,
    /// The node of each write.
    pub(super) written: Vec<NodeId>,
}

/// The bounds of an access.
#[derive(Debug)]
pub(super) struct Checked {
    pub(super) access: ScheduledAccess,
    /// For the last coordinates of its elements.
    pub(super) sizes: Vec<Size>,
    /// Whether its domain has no iteration too many.
    pub(super) is_exact: bool,
    /// The operation, by its number.
    pub(super) operation: usize,
}

#[derive(Debug, Clone)]
pub(super) enum Size {
    Constant(i64),
    /// The symbol in that column.
    Symbol(usize),
    /// `{ iteration of the outermost loops -> size }`
    Value(Union),
}

#[derive(Debug, Default)]
pub(super) struct System {
    pub(super) nodes: Vec<Node>,
    pub(super) memories: Vec<Memory>,
    /// Each read with the memory that it is of.
    pub(super) reads: Vec<(ScheduledAccess, usize)>,
    pub(super) checked: Vec<Checked>,
    /// Sizes of allocations, which are not negative.
    pub(super) allocated: Vec<Union>,
    /// Per argument that is a memref and is written: the node of what it holds in the end.
    pub(super) left: Vec<Option<NodeId>>,
    /// The node of each result.
    pub(super) results: Vec<NodeId>,
    /// The values that reads see, where that was computed.
    pub(super) seen: Vec<OnceCell<Vec<CopySource>>>,
}

impl System {
    pub(super) fn node(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// The number of a read of a memory.
    pub(super) fn read(&mut self, access: ScheduledAccess, memory: usize) -> usize {
        self.reads.push((access, memory));
        self.seen.push(OnceCell::new());
        self.reads.len() - 1
    }

    /// The nodes that a node copies; `None` of one that copies none.
    pub(super) fn pieces(&self, node: NodeId, budget: &Budget<'_>) -> Result<Option<&[CopySource]>, GaveUp> {
        match &self.nodes[node].equation {
            Equation::Copies(pieces) => Ok(Some(pieces)),
            Equation::Load(read) => Ok(Some(self.seen_by(*read, budget)?)),
            _ => Ok(None),
        }
    }

    fn seen_by(&self, read: usize, budget: &Budget<'_>) -> Result<&[CopySource], GaveUp> {
        if let Some(known) = self.seen[read].get() {
            return Ok(known);
        }
        let (access, memory) = &self.reads[read];
        let memory = &self.memories[*memory];
        let found = last_writes(access, &memory.writes, budget)?;
        let mut pieces: Vec<CopySource> = found
            .pieces
            .into_iter()
            .map(|it| CopySource {
                within: None,
                edge: Edge::Relation(it.relation),
                node: memory.written[it.writer],
            })
            .collect();
        if !found.live_in.parts().is_empty() {
            let edge = Edge::Relation(access.elements.clone());
            pieces.push(CopySource { within: Some(found.live_in), edge, node: memory.live_in });
        }
        Ok(self.seen[read].get_or_init(|| pieces))
    }
}
