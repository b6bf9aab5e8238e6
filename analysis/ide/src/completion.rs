//! Completion: what may stand at a place, the likeliest first.
//!
//! The parser says what the grammar takes: each kind of token is put into the text around the cursor and parsed. A
//! second database, of that text alone with a name in the cursor's place, says which values are visible there and of
//! which type the place wants one. What stood before and after in equal places of the file orders the rest.

mod callee;
mod demand;
mod experience;
mod filled_snippet;
mod fresh_names;
mod grammar;
mod inputs;
mod map_place;
mod names;
mod operations;
mod scene;
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
use experience::Experience;
use filled_snippet::FilledSnippets;
use grammar::{Grammar, Verdict};
use map_place::MapPlace;
use rustc_hash::FxHashSet;
use scene::Scene;
use syntax::{SyntaxKind, TextEdit, TextRange, TextSize};

pub(crate) use operations::{operation_documentation, without_places};
pub(crate) use slot::Slot;

/// What an item stands for.
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

/// Something that may stand at the cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompletionItem {
    pub label: String,
    /// What an editor compares with what is typed meanwhile.
    pub filter: String,
    pub kind: CompletionKind,
    /// The type of a value, what an alias stands for.
    pub detail: Option<String>,
    /// What the item replaces: the word that is being typed.
    pub replace: TextRange,
    pub insert: String,
    /// The same with places to fill in, in the notation of editors' snippets.
    pub snippet: Option<String>,
    /// Edits elsewhere that belong to it, behind what it replaces.
    pub also: Vec<TextEdit>,
}

/// More is not offered; what is typed next leaves fewer.
const MAX_ITEMS: usize = 120;
/// So many words and literals are tried by the parser, the likeliest first.
const MAX_TRIALS: usize = 48;

/// What might stand at the cursor, before the grammar is asked.
#[derive(Debug, Clone)]
struct Candidate {
    text: String,
    kind: CompletionKind,
    detail: Option<String>,
    /// Greater is likelier.
    score: f32,
    /// Stands behind the word instead of replacing it.
    appended: bool,
    /// What else is to be written, behind the word.
    also: Vec<TextEdit>,
}

impl Candidate {
    fn new(text: impl Into<String>, kind: CompletionKind, score: f32) -> Self {
        Self { text: text.into(), kind, detail: None, score, appended: false, also: Vec::new() }
    }
}

/// What may stand at the offset, the likeliest first.
pub(crate) fn completions(db: &RootDatabase, file: SourceFile, offset: TextSize) -> Vec<CompletionItem> {
    let view = FileView::new(db, file);
    let Some(scene) = Scene::at(&view, offset) else { return Vec::new() };
    let experience = Experience::around(&view, &scene);
    let grammar = Grammar::around(&view, &scene);
    let mut found: Vec<(Candidate, Verdict)> = Vec::new();
    names::collect(db, &view, &scene, &grammar, &experience, &mut found);
    inputs::collect(&scene, &grammar, &mut found);
    vocabulary::collect(db, &view, &scene, &grammar, &experience, &mut found);
    operations::collect(&scene, &grammar, &experience, &mut found);
    if let Some(place) = MapPlace::of(&grammar) {
        place.sift(&mut found);
    }
    order(&grammar, found, &scene, &FilledSnippets::new(db, &scene, &experience))
}

/// The likeliest first; what repairs the text before what leaves it broken.
fn order(
    grammar: &Grammar,
    mut found: Vec<(Candidate, Verdict)>,
    scene: &Scene,
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
    // Behind a line that is complete, return makes a new line: it is not to take what nobody has begun to type.
    let is_line_complete = scene.snippet_fits && !grammar.is_broken() && !scene.word.is_empty();
    found.retain(|(candidate, _)| !(is_line_complete && candidate.appended));
    found.truncate(MAX_ITEMS);
    let items = found.into_iter().filter_map(|(candidate, _)| {
        let snippet = match candidate.kind {
            CompletionKind::Operation => {
                let form = || Some(snippets.fill(operations::snippet(&scene.registry, &candidate.text)?));
                scene.snippet_fits.then(form).flatten()
            }
            CompletionKind::Type if scene.snippet_fits => {
                scene.registry.type_definition(&candidate.text).and_then(|it| it.snippet())
            }
            _ => None,
        };
        // What stands there already is no proposal.
        if snippet.is_none() && !candidate.appended && candidate.text == scene.typed {
            return None;
        }
        // What stands behind the word is no longer meant once more is typed: not even if that is the item itself, which
        // return would otherwise accept.
        let (replace, filter) = if candidate.appended {
            (TextRange::empty(scene.offset), scene.typed.clone())
        } else {
            (scene.word, candidate.text.clone())
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
