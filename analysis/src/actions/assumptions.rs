//! What an operation on numbers assumes of its results: that none overflows, is infinite or is no number.

use syntax::{SyntaxKind, SyntaxNode, TextRange};

/// The flags of an operation that promise such a thing, with the blanks in front. Partial results that another order
/// of terms makes, or a neutral element that the terms start with, may break the promise.
pub(super) fn assumptions(operation: &SyntaxNode) -> Vec<TextRange> {
    let mut found = Vec::new();
    let mut end = None;
    for child in operation.children_with_tokens() {
        let range = child.text_range();
        match child.kind() {
            SyntaxKind::BARE_ID if matches!(child.to_string().as_str(), "overflow" | "fastmath") => {
                let flags = child.as_token().and_then(|it| it.next_sibling_or_token());
                let (Some(flags), Some(start)) = (flags, end) else { continue };
                let text = flags.to_string();
                if ["nsw", "nuw", "nnan", "ninf", "fast>"].iter().any(|it| text.contains(it)) {
                    found.push(TextRange::new(start, flags.text_range().end()));
                }
            }
            SyntaxKind::WHITESPACE => {}
            _ => end = Some(range.end()),
        }
    }
    found
}
