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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_find_their_nodes() {
        let text = "func.func @f(%n: index) {\n  affine.for %i = 0 to %n {\n    d.op\n  }\n  return\n}\n";
        let root = crate::parse(text).syntax_node();
        let function = root.descendants().find(|it| it.kind() == SyntaxKind::OPERATION).expect("a function");
        for node in function.descendants() {
            let pointer = SyntaxPointer::new(&function, &node);
            assert_eq!(pointer.to_node(&function), Some(node));
        }
    }

    #[test]
    fn pointers_do_not_depend_on_what_stands_before() {
        let function = "func.func @f() {\n  return\n}";
        let find = |text: &str, kind| {
            let root = crate::parse(text).syntax_node();
            root.descendants().find(|it| it.kind() == kind).expect("in the text")
        };
        let first = find(function, SyntaxKind::OPERATION);
        let moved = find(&format!("\n\n// Moved.\n{function}"), SyntaxKind::OPERATION);
        let pointer = SyntaxPointer::new(&first, &find(function, SyntaxKind::REGION));
        assert_eq!(
            pointer.to_node(&moved).map(|it| it.text().to_string()).as_deref(),
            Some("{\n  return\n}")
        );
        assert_eq!(pointer.to_node(&find("d.op", SyntaxKind::OPERATION)), None);
    }
}
