//! The tokens of an operation, and pieces of its text.

use crate::fixes::edits::{trimmed, written_name};
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextEdit, TextRange, TextSize};

/// Gives a name that does not occur in the text, like the given one.
pub(super) type Fresh<'a> = &'a dyn Fn(&str) -> String;

/// An operation in custom form.
pub(super) struct Form<'n> {
    pub(super) op: &'n SyntaxNode,
    pub(super) name: SyntaxToken,
    /// Those after the name, without the contents of regions, except for braces.
    pub(super) tokens: Vec<SyntaxToken>,
    text: String,
}

impl<'n> Form<'n> {
    pub(super) fn of(op: &'n SyntaxNode) -> Option<Form<'n>> {
        let name = written_name(op).filter(|it| it.kind() == SyntaxKind::BARE_ID)?;
        let behind = name.text_range().end();
        let is_own = |it: &SyntaxToken| {
            let region =
                it.parent_ancestors().take_while(|it| it != op).find(|it| it.kind() == SyntaxKind::REGION);
            let is_brace = || it.parent().is_some_and(|it| it.kind() == SyntaxKind::REGION);
            region.is_none_or(|region| {
                is_brace()
                    && region
                        .ancestors()
                        .skip(1)
                        .take_while(|it| it != op)
                        .all(|it| it.kind() != SyntaxKind::REGION)
            })
        };
        let tokens = op.descendants_with_tokens().filter_map(|it| it.into_token());
        let tokens = tokens.filter(|it| !it.kind().is_trivia() && it.text_range().start() >= behind);
        Some(Form { op, name, tokens: tokens.filter(is_own).collect(), text: op.text().to_string() })
    }

    pub(super) fn name(&self) -> &str {
        self.name.text()
    }

    /// The name without its dialect.
    pub(super) fn short_name(&self) -> &str {
        self.name().rsplit('.').next().unwrap_or_default()
    }

    pub(super) fn kind(&self, at: usize) -> Option<SyntaxKind> {
        self.tokens.get(at).map(SyntaxToken::kind)
    }

    pub(super) fn is(&self, at: usize, text: &str) -> bool {
        self.tokens.get(at).is_some_and(|it| it.text() == text)
    }

    /// The range from one token up to another, without that.
    pub(super) fn range(&self, from: usize, to: usize) -> Option<TextRange> {
        let last = self.tokens.get(to.checked_sub(1)?)?;
        let (start, end) = (self.tokens.get(from)?.text_range().start(), last.text_range().end());
        (start <= end).then(|| TextRange::new(start, end))
    }

    pub(super) fn text_of(&self, range: TextRange) -> &str {
        let start = self.op.text_range().start();
        let range = range.checked_sub(start).map(std::ops::Range::<usize>::from);
        range.and_then(|it| self.text.get(it)).unwrap_or_default()
    }

    pub(super) fn text(&self, from: usize, to: usize) -> Option<&str> {
        self.range(from, to).map(|it| self.text_of(it))
    }

    /// Whether the text is in the operation, its regions included.
    pub(super) fn mentions(&self, text: &str) -> bool {
        self.text.contains(text)
    }

    /// The bracket that closes the one there; `<` counts as one.
    pub(super) fn partner(&self, open: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for at in open..self.tokens.len() {
            depth = match self.step(at) {
                1 => depth + 1,
                -1 => depth.checked_sub(1)?,
                _ => depth,
            };
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    fn step(&self, at: usize) -> i8 {
        use SyntaxKind::{L_ANGLE, L_BRACE, L_BRACKET, L_PAREN, R_ANGLE, R_BRACE, R_BRACKET, R_PAREN};
        match self.kind(at) {
            Some(L_PAREN | L_BRACKET | L_BRACE | L_ANGLE) => 1,
            Some(R_PAREN | R_BRACKET | R_BRACE | R_ANGLE) => -1,
            _ => 0,
        }
    }

    /// The first token with a text in no bracket, from there on.
    pub(super) fn find(&self, from: usize, text: &str) -> Option<usize> {
        let mut at = from;
        while at < self.tokens.len() {
            if self.is(at, text) {
                return Some(at);
            }
            at = if self.step(at) == 1 { self.partner(at)? + 1 } else { at + 1 };
        }
        None
    }

    /// The texts between commas outside of brackets.
    pub(super) fn split(&self, from: usize, to: usize) -> Option<Vec<&str>> {
        let mut found = Vec::new();
        let mut start = from;
        while start < to {
            let end = self.find(start, ",").filter(|it| *it < to).unwrap_or(to);
            found.push(self.text(start, end)?);
            start = end + 1;
        }
        Some(found)
    }

    /// Where the operation ends.
    pub(super) fn end(&self) -> usize {
        self.tokens.iter().position(|it| it.text() == "loc").unwrap_or(self.tokens.len())
    }

    /// The name of the first result without its `%`.
    pub(super) fn result(&self) -> Option<String> {
        let first = self.op.first_token().filter(|it| it.kind() == SyntaxKind::PERCENT_ID)?;
        Some(first.text().trim_start_matches('%').to_owned())
    }

    /// The blanks before the operation on its line.
    pub(super) fn indent(&self) -> String {
        let before = self.op.first_token().and_then(|it| transforms::rewrite::token_before(&it));
        let blanks = before.map(|it| it.text().to_owned()).unwrap_or_default();
        blanks.rsplit_once('\n').map_or("", |it| it.1).to_owned()
    }

    /// Inserts a line before the operation.
    pub(super) fn line_before(&self, line: &str) -> TextEdit {
        insertion(trimmed(self.op).start(), format!("{line}\n{}", self.indent()))
    }
}

pub(super) fn insertion(at: TextSize, insert: impl Into<String>) -> TextEdit {
    crate::fixes::edits::insertion(at, insert)
}

/// The sizes of a memref, tensor or vector, and the text after the last `x`: the element and everything after it.
pub(super) fn shape(ty: &str) -> Option<(Vec<&str>, &str)> {
    let inner = ty.trim().split_once('<')?.1.strip_suffix('>')?;
    let mut dims = Vec::new();
    let mut rest = inner.trim_start();
    while let Some((dim, after)) = rest.split_once('x') {
        let size = dim.trim().trim_start_matches('[').trim_end_matches(']');
        if size != "?" && (size.is_empty() || !size.bytes().all(|it| it.is_ascii_digit())) {
            break;
        }
        dims.push(dim.trim());
        rest = after;
    }
    Some((dims, rest))
}

/// The type of the tensor with the elements of a buffer of this type.
pub(super) fn tensor_of(memref: &str) -> Option<String> {
    let inner = memref.trim().strip_prefix("memref<")?.strip_suffix('>')?;
    Some(format!("tensor<{}>", first_parameter(inner)))
}

/// The type of the elements of a memref, tensor or vector.
pub(super) fn element(ty: &str) -> Option<&str> {
    shape(ty).map(|it| first_parameter(it.1))
}

/// The text up to a comma outside of brackets.
fn first_parameter(text: &str) -> &str {
    let mut depth = 0_i32;
    let end = text.char_indices().find(|(_, it)| {
        match it {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' | ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        *it == ',' && depth == 0
    });
    end.map_or(text, |it| &text[..it.0]).trim()
}
