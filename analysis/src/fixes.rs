//! Quick fixes of what the parser and the rules of aliases report. The fix of one code is one file and a line in the
//! table; rules that look at operations give theirs with their findings.

use crate::diagnostic::{Diagnostic, Fix};
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextEdit, TextRange, TextSize, TokenAtOffset};

/// What a fix looks at: the file's tree, and the place of the error in it.
pub(crate) struct FixContext<'a> {
    pub(crate) root: &'a SyntaxNode,
    pub(crate) range: TextRange,
    pub(crate) message: &'a str,
}

impl FixContext<'_> {
    /// The token at the start of the place; of two that meet there, the second.
    pub(crate) fn token(&self) -> Option<SyntaxToken> {
        match self.root.token_at_offset(self.range.start()) {
            TokenAtOffset::None => None,
            TokenAtOffset::Single(token) => Some(token),
            TokenAtOffset::Between(_, token) => Some(token),
        }
    }

    /// The smallest node that holds the place.
    pub(crate) fn node(&self) -> Option<SyntaxNode> {
        match self.root.covering_element(self.range) {
            rowan::NodeOrToken::Node(node) => Some(node),
            rowan::NodeOrToken::Token(token) => token.parent(),
        }
    }

    /// The nearest node of a kind around the place.
    pub(crate) fn around(&self, kind: SyntaxKind) -> Option<SyntaxNode> {
        self.node()?.ancestors().find(|it| it.kind() == kind)
    }

    /// The text of the place.
    pub(crate) fn text(&self) -> String {
        self.text_of(self.range)
    }

    pub(crate) fn text_of(&self, range: TextRange) -> String {
        self.root.text().slice(range).to_string()
    }

    /// The fix that writes a text in place of what is wrong.
    pub(crate) fn replace(&self, title: impl Into<String>, insert: impl Into<String>) -> Vec<Fix> {
        fix(title, vec![edit(self.range, insert)])
    }
}

/// The next token that is no trivia.
pub(crate) fn next_token(token: &SyntaxToken) -> Option<SyntaxToken> {
    std::iter::successors(token.next_token(), SyntaxToken::next_token).find(|it| !it.kind().is_trivia())
}

/// The token before that is no trivia.
pub(crate) fn previous_token(token: &SyntaxToken) -> Option<SyntaxToken> {
    std::iter::successors(token.prev_token(), SyntaxToken::prev_token).find(|it| !it.kind().is_trivia())
}

pub(crate) fn edit(range: TextRange, insert: impl Into<String>) -> TextEdit {
    TextEdit { range, insert: insert.into() }
}

pub(crate) fn insertion(at: TextSize, insert: impl Into<String>) -> TextEdit {
    edit(TextRange::empty(at), insert)
}

pub(crate) fn fix(title: impl Into<String>, edits: Vec<TextEdit>) -> Vec<Fix> {
    vec![Fix { title: title.into(), edits, modernizes: false }]
}

/// Finds the fixes at a place; none where the text is too far from what was meant.
type Find = fn(&FixContext<'_>) -> Vec<Fix>;

macro_rules! fixes {
    ($($code:literal => $module:ident,)*) => {
        $(mod $module;)*
        static FIXES: &[(&str, Find)] = &[$(($code, $module::fixes),)*];
    };
}

// Sorted.
fixes! {
    "legacy-inline-map" => legacy_inline_map,
    "legacy-inline-set" => legacy_inline_set,
}

/// Adds to a diagnostic the fixes of its code.
pub(crate) fn add_fixes(root: &SyntaxNode, diagnostic: &mut Diagnostic) {
    let Ok(index) = FIXES.binary_search_by_key(&diagnostic.code, |it| it.0) else { return };
    if let Some((_, find)) = FIXES.get(index) {
        let context = FixContext { root, range: diagnostic.range, message: &diagnostic.message };
        diagnostic.fixes = find(&context);
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_table_is_sorted() {
        assert!(super::FIXES.is_sorted_by_key(|it| it.0));
    }
}
