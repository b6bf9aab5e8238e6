//! Text as it is written, without comments.

use super::spelling::{exact, is_of_dialect};
use syntax::{Located, LocatedElement, SyntaxKind};

/// The node's text with single blanks for white space and comments, but for what a dialect reads.
pub(super) fn verbatim(node: Located<'_>) -> String {
    let mut writer = Writer::default();
    writer.node(node);
    writer.text
}

#[derive(Default)]
struct Writer {
    text: String,
    is_apart: bool,
}

impl Writer {
    /// The parser bounds the depth.
    fn node(&mut self, node: Located<'_>) {
        if is_of_dialect(node.kind()) {
            let first = node.children_with_tokens().next();
            self.is_apart |= matches!(first, Some(LocatedElement::Token(it)) if it.kind().is_trivia());
            self.push(&exact(node));
            return;
        }
        for child in node.children_with_tokens() {
            match child {
                LocatedElement::Node(it) => self.node(it),
                LocatedElement::Token(it) if it.kind().is_trivia() => self.is_apart = true,
                LocatedElement::Token(it) => self.push(it.text()),
            }
        }
    }

    fn push(&mut self, text: &str) {
        if std::mem::take(&mut self.is_apart) && !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(text);
    }
}

/// The text between the first opening and the last closing bracket of the node.
pub(super) fn inside(node: Located<'_>) -> String {
    let text = verbatim(node);
    let mut characters = text.chars();
    characters.next();
    characters.next_back();
    characters.as_str().trim().to_owned()
}

/// `"f"` for `@f` and `@"f"`.
pub(super) fn symbol_name(node: Located<'_>) -> Option<String> {
    let name = node.token_text(SyntaxKind::AT_ID)?.strip_prefix('@')?;
    Some(if name.starts_with('"') { name.to_owned() } else { format!("\"{name}\"") })
}
