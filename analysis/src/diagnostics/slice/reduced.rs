//! A function in which all but some statements are blank. Places are those of the whole function.

use rowan::{GreenNode, GreenToken, Language, NodeOrToken};
use rustc_hash::FxHashSet;
use syntax::{Located, LocatedElement, MlirLanguage, SyntaxKind, TextSize};

/// Statements stay where one starts that is kept.
pub(super) fn reduced(node: Located<'_>, kept: &FxHashSet<u32>) -> GreenNode {
    let mut blank = TextSize::default();
    let mut children: Vec<NodeOrToken<GreenNode, GreenToken>> = Vec::new();
    let is_block = node.kind() == SyntaxKind::BLOCK;
    for child in node.children_with_tokens() {
        match child {
            LocatedElement::Node(child) if is_block && child.kind() == SyntaxKind::OPERATION => {
                if !kept.contains(&u32::from(child.start)) {
                    blank += child.green.text_len();
                    continue;
                }
                flush(&mut children, &mut blank);
                children.push(NodeOrToken::Node(reduced(child, kept)));
            }
            LocatedElement::Node(child) => {
                flush(&mut children, &mut blank);
                let holds_statements =
                    matches!(child.kind(), SyntaxKind::OPERATION | SyntaxKind::REGION | SyntaxKind::BLOCK);
                let child = if holds_statements { reduced(child, kept) } else { child.green.to_owned() };
                children.push(NodeOrToken::Node(child));
            }
            LocatedElement::Token(token) if is_block && token.kind().is_trivia() => {
                blank += token.green.text_len();
            }
            LocatedElement::Token(token) => {
                flush(&mut children, &mut blank);
                children.push(NodeOrToken::Token(token.green.to_owned()));
            }
        }
    }
    flush(&mut children, &mut blank);
    GreenNode::new(MlirLanguage::kind_to_raw(node.kind()), children)
}

/// Line breaks: what is said about a statement may depend on whether it shares its line.
fn flush(children: &mut Vec<NodeOrToken<GreenNode, GreenToken>>, blank: &mut TextSize) {
    let length = std::mem::take(blank);
    if length > TextSize::default() {
        let text = "\n".repeat(length.into());
        let kind = MlirLanguage::kind_to_raw(SyntaxKind::WHITESPACE);
        children.push(NodeOrToken::Token(GreenToken::new(kind, &text)));
    }
}
