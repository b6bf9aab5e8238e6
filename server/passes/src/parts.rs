//! The parts of a file, which `// -----` lines separate: each is a program of its own.

use std::sync::Arc;

use analysis::ods::Registry;
use syntax::SyntaxKind::{PART, SPLIT_MARKER};

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) text: String,
    /// The number of lines before it.
    pub(crate) first_line: usize,
}

/// The parts of a text, and the markers between them.
pub(crate) fn parts(text: &str, registry: &Arc<Registry>) -> (Vec<Part>, Vec<String>) {
    let root = syntax::parse_with(text, registry).syntax_node();
    let (mut parts, mut markers) = (Vec::new(), Vec::new());
    for child in root.children_with_tokens() {
        let content = &text[child.text_range()];
        if child.kind() == PART {
            let before = &text[..usize::from(child.text_range().start())];
            parts.push(Part { text: content.to_owned(), first_line: before.matches('\n').count() });
        } else if child.kind() == SPLIT_MARKER {
            markers.push(content.to_owned());
        }
    }
    (parts, markers)
}

/// A file of these parts.
pub(crate) fn joined(parts: &[Arc<str>], markers: &[String]) -> String {
    let mut text = String::new();
    for (index, part) in parts.iter().enumerate() {
        if let Some(marker) = index.checked_sub(1).and_then(|it| markers.get(it)) {
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            text.push_str(marker);
            if !part.starts_with('\n') {
                text.push('\n');
            }
        }
        text.push_str(part);
    }
    text
}
