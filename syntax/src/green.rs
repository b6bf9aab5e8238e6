//! Builds green trees, with small equal nodes built only once: `%i`, `memref<8xf32>` and a row of blanks are in a
//! file thousands of times.
//!
//! rowan's own builder does that for nodes of up to three children. This one compares numbers where that one follows
//! pointers, and counts no references for what is there already, so that it can afford larger nodes.

use std::hash::Hasher;

use hashbrown::{HashTable, hash_table::Entry};
use rowan::{GreenNode, GreenToken, NodeOrToken};
use rustc_hash::FxHasher;

use crate::SyntaxKind::{self, *};

/// Nodes with more children are not looked for: most of them are operations, no two of which are equal.
const MAX_SHARED_CHILDREN: usize = 8;

pub(crate) struct GreenBuilder {
    /// The shared nodes and tokens.
    shared: Vec<NodeOrToken<GreenNode, GreenToken>>,
    /// Tokens, as indices in `shared`.
    tokens: HashTable<u32>,
    /// By kind, tokens that are found without their text.
    fixed: [Option<u32>; DIMENSION_X as usize + 1],
    nodes: HashTable<SharedNode>,
    /// The children of all `nodes`, as indices in `shared`.
    children_of_nodes: Vec<u32>,
    /// Kind, and where in `children` the node's own start.
    open: Vec<(SyntaxKind, usize)>,
    /// Of all open nodes: an index in `shared`, or `OWN`.
    children: Vec<u32>,
    /// The nodes that are `OWN` among `children`, in their order.
    own: Vec<GreenNode>,
}

const OWN: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct SharedNode {
    kind: SyntaxKind,
    len: u16,
    /// Index in `children_of_nodes`.
    first_child: u32,
    /// Index in `shared`.
    index: u32,
}

impl SharedNode {
    fn children(self, all: &[u32]) -> &[u32] {
        let first = self.first_child as usize;
        &all[first..first + usize::from(self.len)]
    }
}

impl GreenBuilder {
    pub(crate) fn new() -> GreenBuilder {
        GreenBuilder {
            shared: Vec::new(),
            tokens: HashTable::new(),
            fixed: [None; DIMENSION_X as usize + 1],
            nodes: HashTable::new(),
            children_of_nodes: Vec::new(),
            open: Vec::new(),
            children: Vec::new(),
            own: Vec::new(),
        }
    }

    pub(crate) fn token(&mut self, kind: SyntaxKind, text: &str) {
        let is_fixed = match text.as_bytes() {
            [b' '] => kind == WHITESPACE,
            [_] => (L_PAREN..=AMP).contains(&kind) || kind == DIMENSION_X,
            _ => false,
        };
        let index = if !is_fixed {
            self.intern(kind, text)
        } else if let Some(index) = self.fixed[kind as usize] {
            index
        } else {
            let index = self.intern(kind, text);
            self.fixed[kind as usize] = Some(index);
            index
        };
        self.children.push(index);
    }

    fn intern(&mut self, kind: SyntaxKind, text: &str) -> u32 {
        let shared = &mut self.shared;
        let entry = self.tokens.entry(
            hash_of_token(kind.into(), text),
            |index| {
                matches!(&shared[*index as usize],
                    NodeOrToken::Token(it) if it.kind() == kind.into() && it.text() == text)
            },
            |index| match &shared[*index as usize] {
                NodeOrToken::Token(it) => hash_of_token(it.kind(), it.text()),
                NodeOrToken::Node(_) => 0,
            },
        );
        match entry {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                let index = shared.len() as u32;
                entry.insert(index);
                shared.push(GreenToken::new(kind.into(), text).into());
                index
            }
        }
    }

    pub(crate) fn start_node(&mut self, kind: SyntaxKind) {
        self.open.push((kind, self.children.len()));
    }

    /// Kind of the node that was started last and is not finished.
    pub(crate) fn open_node(&self) -> Option<SyntaxKind> {
        self.open.last().map(|it| it.0)
    }

    /// Finishes the node that was started last.
    pub(crate) fn finish_node(&mut self) {
        let Some((kind, first)) = self.open.pop() else { return };
        if let Some(index) = self.shared_node(kind, first) {
            self.children.truncate(first);
            self.children.push(index);
        } else {
            let node = self.own_node(kind, first);
            self.children.push(OWN);
            self.own.push(node);
        }
    }

    /// The root, after all nodes are finished; `None` without any.
    pub(crate) fn root(mut self) -> Option<GreenNode> {
        let root = self.children.pop()?;
        let Some(root) = self.shared.get(root as usize) else { return self.own.pop() };
        root.as_node().cloned()
    }

    /// The node of the children from `first` on, in its one place.
    fn shared_node(&mut self, kind: SyntaxKind, first: usize) -> Option<u32> {
        let children = &self.children[first..];
        if children.len() > MAX_SHARED_CHILDREN || children.contains(&OWN) {
            return None;
        }
        let known = &self.children_of_nodes;
        let entry = self.nodes.entry(
            hash_of_node(kind, children),
            |it| it.kind == kind && it.children(known).iter().eq(children),
            |it| hash_of_node(it.kind, it.children(known)),
        );
        match entry {
            Entry::Occupied(entry) => Some(entry.get().index),
            Entry::Vacant(entry) => {
                let index = self.shared.len() as u32;
                let first_child = known.len() as u32;
                entry.insert(SharedNode { kind, len: children.len() as u16, first_child, index });
                self.children_of_nodes.extend_from_slice(children);
                let node = self.own_node(kind, first);
                self.shared.push(node.into());
                Some(index)
            }
        }
    }

    /// A node of the children from `first` on.
    fn own_node(&mut self, kind: SyntaxKind, first: usize) -> GreenNode {
        let children = self.children.drain(first..);
        let own = children.as_slice().iter().filter(|it| **it == OWN).count();
        let mut own = self.own.drain(self.own.len() - own..);
        let shared = &self.shared;
        GreenNode::new(
            kind.into(),
            children.map(|index| match shared.get(index as usize) {
                Some(child) => child.clone(),
                None => own.next().expect("as many as there are `OWN`").into(),
            }),
        )
    }
}

fn hash_of_token(kind: rowan::SyntaxKind, text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u16(kind.0);
    hasher.write(text.as_bytes());
    hasher.finish()
}

fn hash_of_node(kind: SyntaxKind, children: &[u32]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u16(kind as u16);
    for child in children {
        hasher.write_u32(*child);
    }
    hasher.finish()
}
