//! Small questions to the syntax of one operation.

use syntax::{Located, TextRange};

/// The range of a node without trivia at its ends. Roots are trees of their own, so it is relative to the root.
pub fn trimmed_range<'a>(node: impl Into<Located<'a>>) -> TextRange {
    node.into().trimmed_range()
}
