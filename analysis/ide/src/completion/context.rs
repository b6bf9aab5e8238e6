//! The cursor, the word before it, and the text around it that decides what may be there.

use crate::FileView;
use base::outline::is_isolated;
use base::registry::registry;
use ir::aliases::alias_definitions;
use std::sync::Arc;
use syntax::ast::{self, AstNode};
use syntax::ods::{OpDefinition, Registry};
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize};
use transforms::rewrite::next_token;

/// Larger functions are judged by the smallest of the operations around the cursor that says enough.
const MAX_CONTEXT: usize = 2 * 1024 + 512;
/// Nothing is proposed beside a statement or line that is longer, as a large constant: each proposal is parsed with it.
const MAX_TEXT: usize = 64 * 1024;
/// Aliases in front of the text, in bytes.
const MAX_ALIASES: usize = 2 * 1024;

pub(super) struct CompletionContext {
    pub(super) offset: TextSize,
    /// The word that is being typed, in the file, including the rest of a name after the cursor; empty where none is.
    pub(super) word: TextRange,
    /// The part of the word before the cursor.
    pub(super) typed: String,
    /// Index of the file's part.
    pub(super) part: usize,
    /// The function around the cursor, or as much of it as is looked at, in the file.
    pub(super) surrounding: TextRange,
    /// The aliases of the part, then the function around the cursor or as much of it as is looked at.
    pub(super) text: String,
    /// Where the word is in `text`.
    pub(super) word_in_text: TextRange,
    /// Nothing is after the cursor on its line.
    pub(super) snippet_fits: bool,
    /// The operations that are known.
    pub(super) registry: Arc<Registry>,
}

impl CompletionContext {
    /// `None` inside comments and strings, and where too much text is around.
    pub(super) fn at(view: &FileView<'_>, offset: TextSize) -> Option<CompletionContext> {
        if offset > view.root.text_range().end() {
            return None;
        }
        let left = view.token_before(offset).or_else(|| view.token_behind(offset));
        let inside = |it: &SyntaxToken| it.text_range().start() < offset && offset < it.text_range().end();
        let word = match &left {
            Some(it) if it.kind() == SyntaxKind::COMMENT => return None,
            Some(it) if it.kind() == SyntaxKind::STRING && inside(it) && is_reduction(it) => it.text_range(),
            Some(it) if it.kind() == SyntaxKind::STRING && inside(it) => return None,
            Some(it) if is_word(it) && it.kind() != SyntaxKind::INTEGER => it.text_range(),
            Some(it) if is_word(it) => TextRange::new(it.text_range().start(), offset),
            _ => TextRange::empty(offset),
        };
        let typed = match &left {
            Some(it) if !word.is_empty() => {
                it.text().get(..usize::from(offset - word.start())).unwrap_or_default().to_owned()
            }
            _ => String::new(),
        };
        let anchor = left;
        let around = anchor.as_ref().and_then(|it| it.parent()).unwrap_or_else(|| view.root.clone());
        let registry = Arc::clone(registry(view.db));
        let context = context(&registry, &around, offset).cover(word);
        if usize::from(context.len()) > MAX_TEXT {
            return None;
        }
        let part = view.part(&around);
        let mut text = aliases(view, part, &context);
        let context_in_text = TextSize::of(&text);
        text.push_str(&view.text(context));
        let in_text = |it: TextSize| it - context.start() + context_in_text;
        let word_in_text = TextRange::new(in_text(word.start()), in_text(word.end()));
        let rest = text.get(usize::from(word_in_text.end())..).unwrap_or_default();
        let rest = rest.split('\n').next().unwrap_or_default();
        let snippet_fits = rest.trim().is_empty();
        Some(CompletionContext {
            offset,
            word,
            typed,
            part,
            surrounding: context,
            text,
            word_in_text,
            snippet_fits,
            registry,
        })
    }

    /// Whether a part of the word is after the cursor.
    pub(super) fn is_inside_word(&self) -> bool {
        self.word.end() > self.offset
    }

    /// The text with something else in place of the word.
    pub(super) fn with(&self, insert: &str) -> String {
        let (start, end) = (usize::from(self.word_in_text.start()), usize::from(self.word_in_text.end()));
        let (Some(before), Some(after)) = (self.text.get(..start), self.text.get(end..)) else {
            return self.text.clone();
        };
        [before, insert, after].concat()
    }

    /// The context without some pieces of the file's text, in order and none of them in the word, and where the word is in
    /// it.
    pub(super) fn without(&self, left_out: &[TextRange]) -> (String, TextRange) {
        let start = self.word_in_text.start() - (self.word.start() - self.surrounding.start());
        let text = self.text.get(usize::from(start)..).unwrap_or_default();
        let mut shorter = String::new();
        let mut behind = self.surrounding.start();
        let end = TextRange::empty(self.surrounding.end());
        for range in left_out.iter().chain([&end]) {
            let [from, to] = [behind, range.start()].map(|it| usize::from(it - self.surrounding.start()));
            shorter.push_str(text.get(from..to).unwrap_or_default());
            behind = range.end();
        }
        let before: TextSize =
            left_out.iter().filter(|it| it.end() <= self.word.start()).map(|it| it.len()).sum();
        (shorter, self.word - self.surrounding.start() - before)
    }

    /// The line of the cursor, with the regions closed that it opens, and where the word is in it.
    pub(super) fn line(&self) -> (String, TextRange) {
        let start = usize::from(self.word_in_text.start());
        let before = self.text.get(..start).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |it| it + 1);
        let line = self.text.get(line_start..).unwrap_or_default().split('\n').next().unwrap_or_default();
        let is_closed = !line.trim_end().ends_with('{');
        let text = if is_closed { line.to_owned() } else { format!("{line}\n}}") };
        (text, self.word_in_text - TextSize::of(before.get(..line_start).unwrap_or_default()))
    }

    /// The text before the word on its line, without the blanks at the line's start.
    pub(super) fn statement_before(&self) -> &str {
        let before = self.text.get(..usize::from(self.word_in_text.start())).unwrap_or_default();
        before.rsplit('\n').next().unwrap_or_default().trim_start()
    }

    /// Whether only names of results and `=` are before the word: an operation has to come.
    pub(super) fn names_operation(&self) -> bool {
        let line = self.statement_before().trim_end();
        line.starts_with('%') && line.ends_with('=') && !line.contains(['(', '.'])
    }

    /// The name of the operation whose pieces are before the cursor on its line.
    pub(super) fn operation_before(&self) -> Option<String> {
        let line = self.statement_before();
        let name =
            line.rsplit_once("= ").filter(|it| it.0.trim_start().starts_with('%')).map_or(line, |it| it.1);
        let name = name.trim_start().split([' ', '(', '[', '{', '<']).next()?;
        name.contains('.').then(|| name.to_owned())
    }

    /// The definition of the innermost type or attribute of an imported dialect in whose body the cursor is.
    pub(super) fn type_around(&self) -> Option<&OpDefinition> {
        let line = self.statement_before();
        let mut open = 0_usize;
        for (at, character) in line.char_indices().rev() {
            match character {
                '>' if !line.get(..at).is_some_and(|it| it.ends_with('-')) => open += 1,
                '<' if open > 0 => open -= 1,
                '<' => {
                    let (before, behind) = (line.get(..at)?, line.get(at + 1..)?);
                    let start = before.rfind(['!', '#'])?;
                    let name = before.get(start..)?;
                    let full = match name.contains('.') {
                        true => name.to_owned(),
                        false => format!("{name}.{}", behind.split([' ', '<', '(']).next()?),
                    };
                    return self.registry.type_definition(&full);
                }
                _ => {}
            }
        }
        None
    }
}

/// The kind of a reduction is one of a few words, though a string.
fn is_reduction(token: &SyntaxToken) -> bool {
    token.parent().is_some_and(|it| it.kind() == SyntaxKind::REDUCTIONS)
}

fn is_word(token: &SyntaxToken) -> bool {
    matches!(
        token.kind(),
        SyntaxKind::BARE_ID
            | SyntaxKind::PERCENT_ID
            | SyntaxKind::CARET_ID
            | SyntaxKind::AT_ID
            | SyntaxKind::HASH_ID
            | SyntaxKind::EXCLAMATION_ID
            | SyntaxKind::INTEGER
    ) || token.kind() == SyntaxKind::UNEXPECTED && matches!(token.text(), "%" | "^" | "@" | "#" | "!")
}

/// The text that is parsed for every trial: the whole part if it is small, else the function, else the outermost
/// operation around the cursor that is small enough, else some statements.
fn context(registry: &Registry, node: &SyntaxNode, offset: TextSize) -> TextRange {
    let is_small = |it: &SyntaxNode| usize::from(it.text_range().len()) <= MAX_CONTEXT;
    let part = node.ancestors().find(|it| it.kind() == SyntaxKind::PART);
    let is_function = |it: &SyntaxNode| {
        ast::Operation::cast(it.clone())
            .and_then(|it| it.op_name())
            .is_some_and(|it| is_isolated(registry, &it.text()))
    };
    if let Some(part) = part.filter(|it| usize::from(it.text_range().len()) <= MAX_CONTEXT / 2) {
        return part.text_range();
    }
    if let Some(function) = node.ancestors().find(is_function).filter(is_small) {
        return function.text_range();
    }
    let operations = node.ancestors().filter(|it| it.kind() == SyntaxKind::OPERATION);
    if let Some(operation) = operations.take_while(is_small).last() {
        return operation.text_range();
    }
    let is_body = |it: &SyntaxNode| matches!(it.kind(), SyntaxKind::BLOCK | SyntaxKind::PART);
    statements_around(&node.ancestors().find(is_body).unwrap_or_else(|| node.clone()), offset)
}

/// Of a body: the statement at the offset and those on both sides of it, as far as the context reaches.
fn statements_around(body: &SyntaxNode, offset: TextSize) -> TextRange {
    let all = body.text_range();
    let reach = TextSize::from(MAX_CONTEXT as u32 / 2);
    let limit = offset.checked_add(reach).unwrap_or(all.end()).min(all.end());
    let first = offset.checked_sub(reach).unwrap_or_default().max(all.start());
    let mut before = body.children().map(|it| it.text_range().start()).filter(|it| *it < offset);
    let start = before.find(|it| *it >= first).or_else(|| before.last());
    let start = start.unwrap_or(all.start());
    let behind = body.children().map(|it| it.text_range().end()).filter(|it| offset <= *it && *it <= limit);
    let end = behind.max().unwrap_or_else(|| end_of_line(body, limit));
    // A long statement that is not an operation, or whose name is missing.
    let start = if usize::from(offset - start.min(offset)) > MAX_CONTEXT {
        end_of_line(body, offset - reach)
    } else {
        start
    };
    TextRange::new(start.min(offset), end.max(offset))
}

/// The end of the first token with a line break from an offset on; the end of the part where there is none.
fn end_of_line(part: &SyntaxNode, offset: TextSize) -> TextSize {
    let mut token =
        part.token_at_offset(offset.clamp(part.text_range().start(), part.text_range().end())).left_biased();
    while let Some(it) = token {
        if it.text_range().end() >= offset && it.text().contains('\n') {
            return it.text_range().end().min(part.text_range().end());
        }
        token = next_token(&it);
    }
    part.text_range().end()
}

/// The definitions of the part, unless they are in the context already.
fn aliases(view: &FileView<'_>, part: usize, context: &TextRange) -> String {
    let mut text = String::new();
    for (_, definition) in alias_definitions(view.db, view.file, part) {
        let length = text.len() + usize::from(definition.full_range.len());
        if definition.full_range.intersect(*context).is_some() || length > MAX_ALIASES {
            continue;
        }
        text.push_str(&syntax::text_of(&definition.node.0));
        text.push('\n');
    }
    text
}
