//! Pointers to nodes that outlive the tree, relative to an ancestor.

use crate::{SyntaxElement, SyntaxKind, SyntaxNode, TextRange};

/// A node by its kind and its range from the start of some node around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SyntaxPointer {
    kind: SyntaxKind,
    start: u32,
    end: u32,
}

impl SyntaxPointer {
    /// A pointer to `node`, which is inside `root` or is `root`.
    pub fn new(root: &SyntaxNode, node: &SyntaxNode) -> SyntaxPointer {
        let base = u32::from(root.text_range().start());
        let range = node.text_range();
        SyntaxPointer {
            kind: node.kind(),
            start: u32::from(range.start()).saturating_sub(base),
            end: u32::from(range.end()).saturating_sub(base),
        }
    }

    pub fn kind(self) -> SyntaxKind {
        self.kind
    }

    /// The node's range, from the start of the root.
    pub fn range(self) -> TextRange {
        TextRange::new(self.start.into(), self.end.into())
    }

    /// The node in a root with the text and shape that the pointer was made in; `None` in another one.
    pub fn to_node(self, root: &SyntaxNode) -> Option<SyntaxNode> {
        let range = self.range() + root.text_range().start();
        if !root.text_range().contains_range(range) {
            return None;
        }
        // The innermost node that covers the range, then outwards; an empty node is covered by nothing of its own.
        let covering = match root.covering_element(range) {
            SyntaxElement::Node(node) => node,
            SyntaxElement::Token(token) => token.parent()?,
        };
        let root_end = root.parent();
        let outwards = covering.ancestors().take_while(|it| Some(it) != root_end.as_ref());
        let mut candidates = outwards.take_while(|it| it.text_range() == range || range.is_empty());
        if let Some(found) = candidates.find(|it| it.kind() == self.kind && it.text_range() == range) {
            return Some(found);
        }
        if !range.is_empty() {
            return None;
        }
        let top = covering.ancestors().take_while(|it| Some(it) != root_end.as_ref()).find(|it| {
            it.text_range().start() < range.start() && range.end() < it.text_range().end() || it == root
        })?;
        top.descendants().find(|it| it.kind() == self.kind && it.text_range() == range)
    }
}
