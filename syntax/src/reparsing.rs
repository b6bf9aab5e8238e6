//! Parsing again after an edit: one token, the smallest statement or region around the edit, or everything.
//!
//! The result equals a parse of the whole text.

mod region;
mod sharing;
mod statement;
mod token;

use rowan::NodeOrToken;

use crate::{
    Parse, SyntaxElement, SyntaxError, SyntaxKind::*, SyntaxNode, SyntaxToken, TextEdit, TextRange, TextSize,
    parse_with,
};

/// The text that was parsed again, by its range before the edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reparsed {
    Token(TextRange),
    Statement(TextRange),
    Region(TextRange),
    Everything,
}

pub(crate) fn reparse(before: &Parse, edit: &TextEdit) -> (Parse, Reparsed) {
    let root = before.syntax_node();
    if root.text_range().contains_range(edit.range) {
        let again = token::reparse(before, &root, edit).or_else(|| reparse_enclosing(before, &root, edit));
        if let Some(again) = again {
            return again;
        }
    }
    let mut again = parse_with(&edit.apply(&before.text()), &before.registry);
    again.green = sharing::share(&before.green, again.green);
    (again, Reparsed::Everything)
}

/// The smallest statement or region around the edit that can be parsed by itself.
fn reparse_enclosing(before: &Parse, root: &SyntaxNode, edit: &TextEdit) -> Option<(Parse, Reparsed)> {
    if !before.balanced || splits_character(root, edit.range) {
        return None;
    }
    // Of two tokens that touch an insertion, the left one: text is typed at the end of a statement.
    let innermost = match root.covering_element(edit.range) {
        NodeOrToken::Node(_) if edit.range.is_empty() => {
            tokens_at(root, edit.range.start()).next()?.parent()?
        }
        NodeOrToken::Node(node) => node,
        NodeOrToken::Token(token) => token.parent()?,
    };
    // All attempts together must not cost more than a few parses, however deep the edit is.
    let mut budget = 4 * u64::from(u32::from(root.text_range().len()));
    // In the attributes of an operation of an unknown dialect, regions are not errors.
    let in_attributes = innermost.ancestors().enumerate().filter(|it| it.1.kind() == DICTIONARY).last();
    for node in innermost.ancestors().skip(in_attributes.map_or(0, |it| it.0)) {
        let attempt = match node.kind() {
            REGION => region::reparse,
            OPERATION | ATTRIBUTE_ALIAS_DEFINITION | TYPE_ALIAS_DEFINITION => statement::reparse,
            _ => continue,
        };
        budget = budget.checked_sub(u32::from(node.text_range().len()).into())?;
        if let Some(again) = attempt(before, &node, edit) {
            return Some(again);
        }
    }
    None
}

/// Whether a region belongs to an operation of unknown form.
fn is_foreign(region: &SyntaxNode) -> bool {
    region.parent().is_some_and(|it| it.kind() == OPAQUE_BODY)
}

fn splits_character(root: &SyntaxNode, range: TextRange) -> bool {
    [range.start(), range.end()].into_iter().any(|offset| {
        tokens_at(root, offset).any(|it| {
            let inside = usize::from(offset - it.text_range().start());
            !it.text().is_char_boundary(inside)
        })
    })
}

/// The tokens that end and start at an offset, or the one around it twice. `token_at_offset` walks over all the
/// children of a node, and a file may have thousands; this searches.
fn tokens_at(root: &SyntaxNode, offset: TextSize) -> impl Iterator<Item = SyntaxToken> {
    let one = TextSize::from(1);
    let end = root.text_range().end();
    let before = offset.checked_sub(one).map(|start| TextRange::new(start, offset));
    let behind = (offset < end).then(|| TextRange::at(offset, one));
    before.into_iter().chain(behind).filter_map(|it| root.covering_element(it).into_token())
}

/// The token after another one. rowan's own method ends at a node without tokens.
fn next_token(token: &SyntaxToken) -> Option<SyntaxToken> {
    let mut element = SyntaxElement::from(token.clone());
    loop {
        element = match element.next_sibling_or_token() {
            Some(SyntaxElement::Token(token)) => return Some(token),
            Some(SyntaxElement::Node(node)) => match first_token(&node) {
                Some(token) => return Some(token),
                None => node.into(),
            },
            None => element.parent()?.into(),
        }
    }
}

fn first_token(node: &SyntaxNode) -> Option<SyntaxToken> {
    node.descendants_with_tokens().find_map(SyntaxElement::into_token)
}

/// The token before another one.
fn previous_token(token: &SyntaxToken) -> Option<SyntaxToken> {
    let offset = token.text_range().start();
    let before = TextRange::at(offset.checked_sub(TextSize::from(1))?, TextSize::from(1));
    token
        .parent_ancestors()
        .find(|it| it.text_range().contains_range(before))?
        .covering_element(before)
        .into_token()
}

/// How far an edit moves what is after it.
#[derive(Clone, Copy)]
struct Shift {
    end: TextSize,
    old: TextSize,
    new: TextSize,
}

impl Shift {
    fn new(old: TextRange, new: &str) -> Shift {
        Shift { end: old.end(), old: old.len(), new: TextSize::of(new) }
    }

    /// An error that does not depend on what was parsed again.
    fn error(self, error: &SyntaxError) -> SyntaxError {
        let moved = |offset: TextSize| if offset >= self.end { offset + self.new - self.old } else { offset };
        let range = TextRange::new(moved(error.range.start()), moved(error.range.end()));
        SyntaxError { range, ..error.clone() }
    }
}
