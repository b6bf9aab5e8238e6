//! The locations of a printed text: which operation comes from where, and what is to be taken out.

use rustc_hash::FxHashMap;
use syntax::SyntaxKind::{HASH_ID, LOCATION_ATTRIBUTE, PART};
use syntax::ast::{AstNode, AttributeAliasDefinition, Operation};
use syntax::{SyntaxElement, SyntaxNode, TextRange, TextSize};

use super::{Change, operation_at};
use crate::origin::{Origins, locations, tokens};

pub(super) struct Locations {
    /// The number of what each operation comes from, by the offset of the operation.
    of_ops: FxHashMap<TextSize, usize>,
    /// The definitions of aliases of locations, and the locations after operations and arguments.
    ranges: Vec<TextRange>,
}

/// Locations that are nested deeper are not read.
const MOST_DEPTH: usize = 64;

impl Locations {
    pub(super) fn of(root: &SyntaxNode, origins: &Origins) -> Self {
        let mut aliases: FxHashMap<String, SyntaxNode> = FxHashMap::default();
        let mut ranges = Vec::new();
        for part in root.children().filter(|it| it.kind() == PART) {
            for definition in part.children().filter_map(AttributeAliasDefinition::cast) {
                let value = definition.syntax().children().find(|it| it.kind() == LOCATION_ATTRIBUTE);
                let name = syntax::ast::token(definition.syntax(), HASH_ID);
                if let (Some(value), Some(name)) = (value, name) {
                    ranges.push(definition.syntax().text_range());
                    aliases.insert(name.text().to_owned(), value);
                }
            }
        }
        let mut of_ops = FxHashMap::default();
        for range in locations(root) {
            ranges.push(range);
            let Some(token) = root.token_at_offset(range.start()).right_biased() else { continue };
            let Some(op) = token.parent().as_ref().and_then(operation_at) else { continue };
            if is_behind(&op, range)
                && let Some(number) = number(root, range, &aliases, origins, 0)
            {
                of_ops.insert(op.syntax().text_range().start(), number);
            }
        }
        Self { of_ops, ranges }
    }

    pub(super) fn of_op(&self, op: &SyntaxNode) -> Option<usize> {
        self.of_ops.get(&op.text_range().start()).copied()
    }

    pub(super) fn removals(&self, text: &str) -> Vec<Change> {
        let removal = |range: &TextRange| {
            let (before, behind) = (&text[..usize::from(range.start())], &text[usize::from(range.end())..]);
            // An alias takes its line along, a location after something the space before it.
            let (spaces, line_break) = match is_line(before, behind) {
                true => (0, behind.find('\n').map_or(behind.len(), |it| it + 1)),
                false => (before.len() - before.trim_end_matches(' ').len(), 0),
            };
            let size = |it: usize| TextSize::try_from(it).unwrap_or_default();
            Change {
                range: TextRange::new(range.start() - size(spaces), range.end() + size(line_break)),
                text: String::new(),
            }
        };
        self.ranges.iter().map(removal).collect()
    }
}

/// Whether the piece between two texts is a whole line.
fn is_line(before: &str, behind: &str) -> bool {
    (before.is_empty() || before.ends_with('\n')) && (behind.is_empty() || behind.starts_with(['\n', '\r']))
}

/// Whether the location is that of the operation, and not of an argument before its regions.
fn is_behind(op: &Operation, range: TextRange) -> bool {
    let end = op.syntax().last_token().map(|it| it.text_range().end());
    end == Some(range.end())
}

/// The first of our numbers in a location.
fn number(
    root: &SyntaxNode,
    range: TextRange,
    aliases: &FxHashMap<String, SyntaxNode>,
    origins: &Origins,
    depth: usize,
) -> Option<usize> {
    if depth > MOST_DEPTH {
        return None;
    }
    let inside = match root.covering_element(range) {
        SyntaxElement::Node(node) => {
            tokens(&node).filter(|it| range.contains_range(it.text_range())).collect()
        }
        SyntaxElement::Token(token) => vec![token],
    };
    for token in inside {
        let found = match aliases.get(token.text()) {
            Some(alias) => number(root, alias.text_range(), aliases, origins, depth + 1),
            None => origins.decode(token.text().trim_matches('"')).map(|it| it.0),
        };
        if found.is_some() {
            return found;
        }
    }
    None
}
