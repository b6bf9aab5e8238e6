//! The names of operations that a value is computed by, to match the operands of commutative operations.

use std::cell::RefCell;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::system::{Equation, NodeId, System};

/// Nodes that are looked at for one profile.
const MOST_NODES: usize = 200;

/// The bits of arguments.
const MEMORY: u64 = (1 << 32) - 1;

pub(super) struct Profiles<'a> {
    systems: [&'a System; 2],
    known: RefCell<[FxHashMap<NodeId, u64>; 2]>,
}

impl<'a> Profiles<'a> {
    pub(super) fn new(systems: [&'a System; 2]) -> Self {
        Self { systems, known: RefCell::default() }
    }

    /// Whether a node of the first function and one of the second are made of the same.
    pub(super) fn are_alike(&self, first: NodeId, second: NodeId) -> bool {
        self.of(0, first) == self.of(1, second)
    }

    /// Whether they are made of elements of the same arguments.
    pub(super) fn read_alike(&self, first: NodeId, second: NodeId) -> bool {
        self.of(0, first) & MEMORY == self.of(1, second) & MEMORY
    }

    /// A bit for each kind of operation and each argument that the value is made of.
    fn of(&self, side: usize, node: NodeId) -> u64 {
        if let Some(known) = self.known.borrow()[side].get(&node) {
            return *known;
        }
        let system = self.systems[side];
        let mut profile = 0;
        let mut seen = FxHashSet::default();
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            if seen.len() > MOST_NODES || !seen.insert(node) {
                continue;
            }
            match &system.nodes[node].equation {
                Equation::Copies(pieces) => pending.extend(pieces.iter().map(|it| it.node)),
                // The content of an argument is identified by its number, whatever wrote it.
                Equation::Load(read) => {
                    let memory = &system.memories[system.reads[*read].1];
                    match memory.argument {
                        Some(number) => profile |= bit(&number) & MEMORY,
                        None => pending.extend(&memory.written),
                    }
                }
                Equation::LiveIn(number) => profile |= bit(&number) & MEMORY,
                Equation::Integer(_) => profile |= bit(&"integer") & !MEMORY,
                Equation::Operation { kind, operands } => {
                    profile |= bit(kind) & !MEMORY;
                    pending.extend(operands.iter().map(|it| it.1));
                }
                Equation::Fold { operands, .. } => pending.extend(operands.iter().map(|it| it.1)),
                Equation::Element { indices, contents } => {
                    pending.extend(indices.iter().map(|it| it.1));
                    pending.push(*contents);
                }
                Equation::Unknown(_) => {}
            }
        }
        self.known.borrow_mut()[side].insert(node, profile);
        profile
    }
}

/// A bit among those of arguments, and one among those of anything else.
fn bit(of: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    of.hash(&mut hasher);
    let place = hasher.finish() >> 59;
    1 << place | 1 << (place + 32)
}
