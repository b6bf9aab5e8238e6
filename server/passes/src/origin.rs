//! Where everything in a program comes from: its operations and block arguments with their names and places, which get
//! locations that come back with what a tool prints.

use rustc_hash::FxHashMap;
use syntax::SyntaxKind::{BARE_ID, BLOCK_ARGUMENT, COMMA, EQ, INTEGER, L_PAREN, PERCENT_ID, R_PAREN};
use syntax::ast::{self, AstNode};
use syntax::{SyntaxElement, SyntaxNode, SyntaxToken, TextRange, TextSize};

/// The operation or argument at one place of the source.
#[derive(Debug, Clone)]
pub(crate) struct Definition {
    /// Of the operation; `None` for a block argument.
    pub(crate) op: Option<String>,
    /// The names of the results without `%`, each with the number of results that it stands for; or of the argument.
    pub(crate) names: Vec<(String, usize)>,
    /// The name of the first argument of the operation's first block: its induction variable, if it is a loop.
    pub(crate) induction: Option<String>,
    pub(crate) has_regions: bool,
}

impl Definition {
    /// How likely it is that an operation is what has become of this one: it has its name; it has regions as this one
    /// has; it is not a constant, since a lowering makes many constants.
    pub(crate) fn likeness(&self, op: &ast::Operation) -> u8 {
        let name = op.op_name().map(|it| it.text()).unwrap_or_default();
        let is_same = self.op.as_ref() == Some(&name);
        let is_of_kind = op.regions().is_empty() != self.has_regions;
        match (is_same, is_of_kind, name.ends_with(".constant")) {
            (true, ..) => 3,
            (_, true, false) => 2,
            (_, false, false) => 1,
            _ => 0,
        }
    }
}

/// The definitions of a source, numbered, and the mark by which the numbers are known again.
#[derive(Debug)]
pub(crate) struct Origins {
    definitions: Vec<Definition>,
    /// By line and column, both from 1, columns in bytes, as MLIR has them.
    by_place: FxHashMap<(usize, usize), usize>,
    /// By the offset of the operation's node.
    by_offset: FxHashMap<TextSize, usize>,
    /// No name of the source begins so.
    mark: String,
}

impl Origins {
    pub(crate) fn of(root: &SyntaxNode, text: &str, first_line: usize) -> Self {
        let mut origins = Self {
            definitions: Vec::new(),
            by_place: FxHashMap::default(),
            by_offset: FxHashMap::default(),
            mark: unused(text),
        };
        let lines = LineStarts::of(text, first_line);
        for node in root.descendants() {
            if let Some(op) = ast::Operation::cast(node.clone()) {
                let Some(name) = op.op_name() else { continue };
                let names = op.results().filter_map(|it| result(&it)).collect();
                let induction = ast::own(&node, BLOCK_ARGUMENT).first().and_then(argument_name);
                let has_regions = !op.regions().is_empty();
                let definition = Definition { op: Some(name.text()), names, induction, has_regions };
                let number = origins.add(lines.place(name.syntax().text_range().start()), definition);
                origins.by_offset.insert(node.text_range().start(), number);
            } else if let Some(argument) = ast::BlockArgument::cast(node)
                && let Some(token) = argument.name()
            {
                let names = vec![(bare(&token), 1)];
                let definition = Definition { op: None, names, induction: None, has_regions: false };
                origins.add(lines.place(token.text_range().start()), definition);
            }
        }
        origins
    }

    fn add(&mut self, place: (usize, usize), definition: Definition) -> usize {
        self.definitions.push(definition);
        self.by_place.insert(place, self.definitions.len() - 1);
        self.definitions.len() - 1
    }

    pub(crate) fn get(&self, number: usize) -> Option<&Definition> {
        self.definitions.get(number)
    }

    /// The number of an operation of the source.
    pub(crate) fn of_op(&self, op: &SyntaxNode) -> Option<usize> {
        self.by_offset.get(&op.text_range().start()).copied()
    }

    /// Gives everything from a place of the source a location with its number, in a text that a tool has printed with the
    /// places of the source.
    pub(crate) fn mark(&self, printed: &str) -> String {
        const OPEN: &str = "loc(\"";
        let mut marked = String::with_capacity(printed.len() * 2);
        let mut rest = printed;
        while let Some(at) = rest.find(OPEN) {
            let (before, found) = rest.split_at(at);
            marked.push_str(before);
            let Some((file, line, column, len)) = place(found) else {
                marked.push_str(OPEN);
                rest = &found[OPEN.len()..];
                continue;
            };
            match self.by_place.get(&(line, column)) {
                Some(number) => {
                    marked.push_str(&format!("loc(\"{}{number}_\"(\"{file}\":{line}:{column}))", self.mark));
                }
                None => marked.push_str(&found[..len]),
            }
            rest = &found[len..];
        }
        marked.push_str(rest);
        marked
    }

    /// The number in a name that was printed for a location of ours, and the number by which the tool distinguished it from others
    /// of the same name, if it did. The name is without `%`.
    pub(crate) fn decode(&self, name: &str) -> Option<(usize, Option<usize>)> {
        let (number, rest) = name.strip_prefix(&self.mark)?.split_once('_')?;
        let number = number.parse().ok().filter(|it| *it < self.definitions.len())?;
        match rest {
            "" => Some((number, None)),
            _ => Some((number, Some(rest.strip_prefix('_')?.parse().ok()?))),
        }
    }
}

/// `loc("file":line:column)` at the beginning of a text, with its length.
fn place(text: &str) -> Option<(&str, usize, usize, usize)> {
    let rest = text.strip_prefix("loc(\"")?;
    let (file, rest) = rest.split_once('"')?;
    let (numbers, behind) = rest.strip_prefix(':')?.split_once(')')?;
    let (line, column) = numbers.split_once(':')?;
    Some((file, line.parse().ok()?, column.parse().ok()?, text.len() - behind.len()))
}

/// A prefix of names that the text does not have.
fn unused(text: &str) -> String {
    let candidates = (0..=u32::MAX).map(|it| format!("loc{it}x"));
    candidates.into_iter().find(|it| !text.contains(it.as_str())).unwrap_or_default()
}

/// A name without its `%`.
pub(crate) fn bare(token: &SyntaxToken) -> String {
    token.text().trim_start_matches('%').to_owned()
}

fn argument_name(argument: &SyntaxNode) -> Option<String> {
    ast::token(argument, PERCENT_ID).map(|it| bare(&it))
}

/// The name of a result, and how many results it stands for.
pub(crate) fn result(result: &ast::OpResult) -> Option<(String, usize)> {
    let count = ast::token(result.syntax(), INTEGER).and_then(|it| it.text().parse().ok());
    Some((bare(&result.name()?), count.unwrap_or(1)))
}

/// The text with spaces in the place of all locations that are written in it: what the tool prints must be its places.
pub(crate) fn without_locations(root: &SyntaxNode, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for range in locations(root) {
        for byte in &mut bytes[usize::from(range.start())..usize::from(range.end())] {
            if *byte != b'\n' && *byte != b'\r' {
                *byte = b' ';
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// The tokens of a node, in text order.
pub(crate) fn tokens(node: &SyntaxNode) -> impl Iterator<Item = SyntaxToken> + use<> {
    node.descendants_with_tokens().filter_map(SyntaxElement::into_token)
}

/// The ranges of all trailing locations, also of those in the pieces of operations whose form is not known.
pub(crate) fn locations(root: &SyntaxNode) -> Vec<TextRange> {
    let mut found = Vec::new();
    let mut tokens = tokens(root).filter(|it| !it.kind().is_trivia()).peekable();
    let mut is_head = true;
    while let Some(token) = tokens.next() {
        // After these the word means something else.
        let is_value = std::mem::replace(&mut is_head, token.kind() == COMMA || token.kind() == EQ);
        if token.text() != "loc" || token.kind() != BARE_ID || is_value {
            continue;
        }
        let mut depth = 0_usize;
        while let Some(next) = tokens.next_if(|it| depth > 0 || it.kind() == L_PAREN) {
            match next.kind() {
                L_PAREN => depth += 1,
                R_PAREN => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                found.push(token.text_range().cover(next.text_range()));
                break;
            }
        }
    }
    found
}

/// The offsets at which lines begin.
pub(crate) struct LineStarts {
    starts: Vec<TextSize>,
    first_line: usize,
}

impl LineStarts {
    pub(crate) fn of(text: &str, first_line: usize) -> Self {
        let behind = text.match_indices('\n').map(|it| it.0 + 1);
        let starts =
            std::iter::once(0).chain(behind).filter_map(|it| u32::try_from(it).ok().map(TextSize::from));
        Self { starts: starts.collect(), first_line }
    }

    /// The index of the line of an offset.
    pub(crate) fn line(&self, offset: TextSize) -> usize {
        self.starts.partition_point(|it| *it <= offset).saturating_sub(1)
    }

    pub(crate) fn start(&self, line: usize) -> TextSize {
        self.starts.get(line).copied().unwrap_or_default()
    }

    /// Line and column, both from 1, the column in bytes.
    fn place(&self, offset: TextSize) -> (usize, usize) {
        let line = self.line(offset);
        (line + 1 + self.first_line, usize::from(offset - self.start(line)) + 1)
    }
}
