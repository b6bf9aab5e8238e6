//! The tokens beside a token, and the one at an offset. The tree's own links stop at nodes without text, and a broken
//! text has many of them.

use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize};

/// The token of the byte after an offset.
///
/// By bisection in each node: rowan's `token_at_offset` walks over all functions before the offset.
pub fn token_behind(root: &SyntaxNode, offset: TextSize) -> Option<SyntaxToken> {
    let byte = TextRange::new(offset, offset.checked_add(TextSize::new(1))?);
    let is_inside = root.text_range().contains_range(byte);
    is_inside.then(|| root.covering_element(byte).into_token())?
}

/// The token before, trivia or not.
pub fn token_before(token: &SyntaxToken) -> Option<SyntaxToken> {
    token.prev_token().or_else(|| {
        let start = token.text_range().start();
        let around = token.parent_ancestors().find(|it| it.text_range().start() < start)?;
        around.token_at_offset(start).left_biased()
    })
}

/// The token after, trivia or not.
pub fn token_after(token: &SyntaxToken) -> Option<SyntaxToken> {
    token.next_token().or_else(|| {
        let end = token.text_range().end();
        let around = token.parent_ancestors().find(|it| it.text_range().end() > end)?;
        around.token_at_offset(end).right_biased()
    })
}

/// The next token that is not trivia.
pub fn next_token(token: &SyntaxToken) -> Option<SyntaxToken> {
    std::iter::successors(token_after(token), token_after).find(is_meant)
}

/// The last token before that is not trivia.
pub fn previous_token(token: &SyntaxToken) -> Option<SyntaxToken> {
    std::iter::successors(token_before(token), token_before).find(is_meant)
}

fn is_meant(token: &SyntaxToken) -> bool {
    !matches!(token.kind(), SyntaxKind::WHITESPACE | SyntaxKind::COMMENT)
}

#[cfg(test)]
mod tests {
    use super::{next_token, previous_token};

    #[test]
    fn nodes_without_text_are_passed() {
        // The bounds of the loop are there, and empty.
        let root = syntax::parse("affine.for %i [ 0 to 8 { }").syntax_node();
        let mut seen = Vec::new();
        let mut token = root.first_token();
        while let Some(found) = token {
            token = next_token(&found);
            if let Some(next) = &token {
                assert_eq!(previous_token(next).unwrap(), found);
            }
            seen.push(found.text().to_owned());
        }
        assert_eq!(seen, ["affine.for", "%i", "[", "0", "to", "8", "{", "}"]);
    }
}
