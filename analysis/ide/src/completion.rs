//! Completion: the proposals for a place, the likeliest first.
//!
//! The parser says what the grammar takes: each kind of token is put into the text around the cursor and parsed. A
//! second database, of that text alone with a name in the cursor's place, says which values are visible there and of
//! which type the place wants one. What was before and after in equal places of the file orders the rest.

mod callee;
mod context;
mod context_ranking;
mod demand;
mod filled_snippet;
mod fresh_names;
mod grammar;
mod inline;
mod inputs;
mod map_place;
mod names;
mod operations;
mod scope;
#[cfg(test)]
mod situations;
mod slot;
mod statement;
#[cfg(test)]
mod tests;
mod vocabulary;
mod written_type;

use super::FileView;
use base::database::RootDatabase;
use base::source_file::SourceFile;
use context::CompletionContext;
use context_ranking::ContextRanking;
use filled_snippet::FilledSnippets;
use grammar::{Grammar, Verdict};
use map_place::MapPlace;
use rustc_hash::FxHashSet;
use syntax::{SyntaxKind, TextEdit, TextRange, TextSize};

pub use inline::InlineCompletion;
pub(crate) use inline::inline_completion;
pub(crate) use operations::{operation_documentation, without_places};
pub(crate) use slot::Slot;

/// The kind of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CompletionKind {
    Value,
    Block,
    Symbol,
    Alias,
    Operation,
    Type,
    Keyword,
    Literal,
    Punctuation,
}

/// Something that may be at the cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompletionItem {
    pub label: String,
    /// The text that an editor matches against the typed word.
    pub filter: String,
    pub kind: CompletionKind,
    /// The type of a value, what an alias stands for.
    pub detail: Option<String>,
    /// The range that the item replaces: the word that is being typed.
    pub replace: TextRange,
    pub insert: String,
    /// The same with places to fill in, in the notation of editors' snippets.
    pub snippet: Option<String>,
    /// Edits elsewhere that belong to it, after what it replaces.
    pub also: Vec<TextEdit>,
}

/// More is not offered; what is typed next leaves fewer.
const MAX_ITEMS: usize = 120;
/// This many words and literals are tried by the parser, the likeliest first.
const MAX_TRIALS: usize = 48;

/// A candidate for the cursor, before the grammar is asked.
#[derive(Debug, Clone)]
struct Candidate {
    text: String,
    kind: CompletionKind,
    detail: Option<String>,
    /// Greater is likelier.
    score: f32,
    /// Stands after the word instead of replacing it.
    appended: bool,
    /// Further edits, after the word.
    also: Vec<TextEdit>,
}

impl Candidate {
    fn new(text: impl Into<String>, kind: CompletionKind, score: f32) -> Self {
        Self { text: text.into(), kind, detail: None, score, appended: false, also: Vec::new() }
    }
}

/// The completions at the offset, the likeliest first.
pub(crate) fn completions(db: &RootDatabase, file: SourceFile, offset: TextSize) -> Vec<CompletionItem> {
    let view = FileView::new(db, file);
    let Some(ctx) = CompletionContext::at(&view, offset) else { return Vec::new() };
    let ranking = ContextRanking::around(&view, &ctx);
    let grammar = Grammar::around(&view, &ctx);
    let mut found: Vec<(Candidate, Verdict)> = Vec::new();
    names::collect(db, &view, &ctx, &grammar, &ranking, &mut found);
    inputs::collect(&ctx, &grammar, &mut found);
    vocabulary::collect(db, &view, &ctx, &grammar, &ranking, &mut found);
    operations::collect(&ctx, &grammar, &ranking, &mut found);
    if let Some(place) = MapPlace::of(&grammar) {
        place.sift(&mut found);
    }
    order(&grammar, found, &ctx, &FilledSnippets::new(db, &ctx, &ranking))
}

/// The likeliest first; what repairs the text before what leaves it broken.
fn order(
    grammar: &Grammar,
    mut found: Vec<(Candidate, Verdict)>,
    ctx: &CompletionContext,
    snippets: &FilledSnippets<'_>,
) -> Vec<CompletionItem> {
    let rank = |(candidate, verdict): &(Candidate, Verdict)| {
        let repaired = if grammar.is_broken() { grammar.errors().saturating_sub(verdict.errors) } else { 0 };
        let clean = if verdict.errors == 0 { 2.0 } else { 0.0 };
        candidate.score + clean + 6.0 * repaired.min(4) as f32
    };
    found.sort_by(|a, b| rank(b).total_cmp(&rank(a)));
    let mut seen = FxHashSet::default();
    found.retain(|(candidate, _)| seen.insert((candidate.text.clone(), candidate.appended)));
    // After a line that is complete, return makes a new line: it must not accept a proposal for an empty word.
    let is_line_complete = ctx.snippet_fits && !grammar.is_broken() && !ctx.word.is_empty();
    found.retain(|(candidate, _)| !(is_line_complete && candidate.appended));
    found.truncate(MAX_ITEMS);
    let items = found.into_iter().filter_map(|(candidate, _)| {
        let snippet = match candidate.kind {
            CompletionKind::Operation => {
                let form = || Some(snippets.fill(operations::snippet(&ctx.registry, &candidate.text)?));
                ctx.snippet_fits.then(form).flatten()
            }
            CompletionKind::Type if ctx.snippet_fits => {
                ctx.registry.type_definition(&candidate.text).and_then(|it| it.snippet())
            }
            _ => None,
        };
        // The word itself is not a proposal.
        if snippet.is_none() && !candidate.appended && candidate.text == ctx.typed {
            return None;
        }
        // An item that goes after the word does not fit once more is typed: not even if that is the item itself, which
        // return would otherwise accept.
        let (replace, filter) = if candidate.appended {
            (TextRange::empty(ctx.offset), ctx.typed.clone())
        } else {
            (ctx.word, candidate.text.clone())
        };
        Some(CompletionItem {
            label: candidate.text.clone(),
            filter,
            kind: candidate.kind,
            detail: candidate.detail,
            replace,
            insert: candidate.text,
            snippet,
            also: candidate.also,
        })
    });
    items.collect()
}

/// The kind of item that a token makes.
fn kind_of_token(kind: SyntaxKind, text: &str) -> CompletionKind {
    match kind {
        SyntaxKind::PERCENT_ID => CompletionKind::Value,
        SyntaxKind::CARET_ID => CompletionKind::Block,
        SyntaxKind::AT_ID => CompletionKind::Symbol,
        SyntaxKind::HASH_ID | SyntaxKind::EXCLAMATION_ID => CompletionKind::Alias,
        SyntaxKind::INTEGER | SyntaxKind::FLOAT | SyntaxKind::STRING => CompletionKind::Literal,
        SyntaxKind::BARE_ID if vocabulary::is_type(text) => CompletionKind::Type,
        SyntaxKind::BARE_ID => CompletionKind::Keyword,
        _ => CompletionKind::Punctuation,
    }
}
