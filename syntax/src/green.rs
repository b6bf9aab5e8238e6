//! Builds green trees, and what is small and equal only once: `%i`, `memref<8xf32>` and a row of blanks stand in a
//! file thousands of times.
//!
//! rowan's own builder does that for nodes of up to three children. This one compares numbers where that one follows
//! pointers, and counts no references for what is there already, so that it can afford larger nodes.

use std::hash::Hasher;

use hashbrown::{HashTable, hash_table::Entry};
use rowan::{GreenNode, GreenToken, NodeOrToken};
use rustc_hash::FxHasher;

use crate::SyntaxKind::{self, *};

/// Nodes with more children are not looked for: most of them are operations, of which no two are equal.
const MAX_SHARED_CHILDREN: usize = 8;

pub(crate) struct GreenBuilder {
    /// What is there once for all its places.
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
    /// Of all open nodes.
    children: Vec<Child>,
}

enum Child {
    /// An index in `shared`.
    Shared(u32),
    Own(GreenNode),
}

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
    /// A builder for about so many tokens.
    pub(crate) fn new(tokens: usize) -> GreenBuilder {
        GreenBuilder {
            shared: Vec::with_capacity(tokens / 16),
            tokens: HashTable::new(),
            fixed: [None; DIMENSION_X as usize + 1],
            nodes: HashTable::with_capacity(tokens / 16),
            children_of_nodes: Vec::with_capacity(tokens / 8),
            open: Vec::new(),
            children: Vec::new(),
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
        self.children.push(Child::Shared(index));
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

    /// Finishes the node that was started last. Not for the root.
    pub(crate) fn finish_node(&mut self) {
        let Some((kind, first)) = self.open.pop() else { return };
        let child = self
            .shared_node(kind, first)
            .map_or_else(|| Child::Own(self.own_node(kind, first)), Child::Shared);
        self.children.push(child);
    }

    /// Finishes the root.
    pub(crate) fn finish(mut self) -> GreenNode {
        let (kind, first) = self.open.pop().unwrap_or((SOURCE_FILE, 0));
        self.own_node(kind, first)
    }

    /// The node of the children from `first` on, in its one place.
    fn shared_node(&mut self, kind: SyntaxKind, first: usize) -> Option<u32> {
        let len = self.children.len() - first;
        if len > MAX_SHARED_CHILDREN {
            return None;
        }
        let start = self.children_of_nodes.len();
        for child in &self.children[first..] {
            match child {
                Child::Shared(index) => self.children_of_nodes.push(*index),
                Child::Own(_) => {
                    self.children_of_nodes.truncate(start);
                    return None;
                }
            }
        }
        let (known, children) = self.children_of_nodes.split_at(start);
        let entry = self.nodes.entry(
            hash_of_node(kind, children),
            |it| it.kind == kind && it.children(known) == children,
            |it| hash_of_node(it.kind, it.children(known)),
        );
        match entry {
            Entry::Occupied(entry) => {
                let index = entry.get().index;
                self.children_of_nodes.truncate(start);
                self.children.truncate(first);
                Some(index)
            }
            Entry::Vacant(entry) => {
                let index = self.shared.len() as u32;
                entry.insert(SharedNode { kind, len: len as u16, first_child: start as u32, index });
                let node = self.own_node(kind, first);
                self.shared.push(node.into());
                Some(index)
            }
        }
    }

    fn own_node(&mut self, kind: SyntaxKind, first: usize) -> GreenNode {
        let children = self.children.drain(first..).map(|child| match child {
            Child::Shared(index) => self.shared[index as usize].clone(),
            Child::Own(node) => node.into(),
        });
        GreenNode::new(kind.into(), children)
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
