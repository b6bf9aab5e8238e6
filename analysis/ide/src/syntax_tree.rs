//! The lossless tree as text, for debugging.

use std::fmt::{Debug, Write};

use rowan::NodeOrToken;
use syntax::{SyntaxNode, WalkEvent};

/// Lines are indented no deeper: in a nest of many thousand levels they would be blanks and nothing else.
const MOST_LEVELS: usize = 200;

/// One line per node and token, with kinds, ranges and the tokens' texts.
pub(crate) fn syntax_tree(root: &SyntaxNode) -> String {
    let mut text = String::new();
    let mut level = 0usize;
    for event in root.preorder_with_tokens() {
        match event {
            WalkEvent::Enter(element) => {
                let indentation = 2 * level.min(MOST_LEVELS);
                let element: &dyn Debug = match &element {
                    NodeOrToken::Node(node) => node,
                    NodeOrToken::Token(token) => token,
                };
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{:indentation$}{element:?}", "");
                level += 1;
            }
            WalkEvent::Leave(_) => level -= 1,
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{MOST_LEVELS, syntax_tree};

    #[test]
    fn nodes_and_tokens_by_level() {
        let root = syntax::parse("// a\nfunc.return").syntax_node();
        assert_eq!(syntax_tree(&root), format!("{root:#?}"));
    }

    #[test]
    fn deep_nests_are_not_indented_without_end() {
        let text = "\"a.b\"() ({\n".repeat(5_000);
        let tree = syntax_tree(&syntax::parse(&text).syntax_node());
        let widest = tree.lines().map(|it| it.len() - it.trim_start().len()).max();
        assert_eq!(widest, Some(2 * MOST_LEVELS));
    }
}
