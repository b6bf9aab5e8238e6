//! Small questions to the syntax of one operation.

use syntax::{Located, SyntaxKind, TextRange};

/// The full name that an `OP_NAME` writes, without quotes.
pub(super) fn op_name_text(node: Located<'_>) -> &str {
    let written = node.token(SyntaxKind::BARE_ID).map(|it| it.text());
    written.or_else(|| Some(node.token(SyntaxKind::STRING)?.text().trim_matches('"'))).unwrap_or_default()
}

/// The range of a node without trivia at its ends. Roots are trees of their own, so it is relative to the root.
pub fn trimmed_range<'a>(node: impl Into<Located<'a>>) -> TextRange {
    node.into().trimmed_range()
}
