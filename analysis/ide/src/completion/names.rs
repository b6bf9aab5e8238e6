//! Names: values, block labels, symbols and aliases.

use super::callee::{argument, callee};
use super::context::CompletionContext;
use super::context_ranking::ContextRanking;
use super::filled_snippet::subscripts;
use super::fresh_names::new_values;
use super::grammar::{Grammar, Verdict};
use super::map_place::MapPlace;
use super::scope::{self, Accessed, PLACEHOLDER, Scope, VisibleValue};
use super::{Candidate, CompletionKind};
use crate::FileView;
use crate::hover::header;
use crate::symbols::symbol_definitions;
use base::database::RootDatabase;
use ir::aliases::alias_definitions;
use rustc_hash::FxHashMap;
use syntax::ods::ImportedType;
use syntax::{SyntaxKind, TextEdit, TextRange, TextSize, ast};

/// Names that the grammar takes where a name of that kind stands for all.
pub(super) fn collect(
    db: &RootDatabase,
    view: &FileView<'_>,
    ctx: &CompletionContext,
    grammar: &Grammar,
    ranking: &ContextRanking,
    found: &mut Vec<(Candidate, Verdict)>,
) {
    let wanted = |sigil: char| ctx.typed.is_empty() || ctx.typed.starts_with(sigil);
    let mut add = |candidates: Vec<Candidate>, verdict: Verdict| {
        let fitting =
            candidates.into_iter().filter(|it| it.text.starts_with(&ctx.typed) && it.text != ctx.typed);
        found.extend(fitting.map(|it| (it, verdict)));
    };
    if wanted('%')
        && let Some(verdict) =
            grammar.takes(PLACEHOLDER).or_else(|| grammar.takes_followed(PLACEHOLDER, ": index"))
    {
        let candidates = match verdict.parent {
            SyntaxKind::OP_RESULT | SyntaxKind::BLOCK_ARGUMENT => {
                new_values(db, ctx, ranking, verdict.parent)
            }
            _ => values(db, view, ctx, ranking),
        };
        add(candidates, verdict);
    }
    if wanted('^')
        && let Some(verdict) = grammar.takes("^completion")
    {
        add(seen(ranking, SyntaxKind::CARET_ID, CompletionKind::Block), verdict);
    }
    if wanted('@')
        && let Some(verdict) = grammar.takes("@completion")
    {
        add(symbols(view, ctx, ranking), verdict);
    }
    if wanted('#')
        && let Some(verdict) = grammar.takes("#completion")
    {
        add(aliases(view, ctx, grammar, ranking, '#'), verdict);
        add(defined(ctx, '#'), verdict);
    }
    if wanted('#')
        && let Some(verdict) = grammar.takes("#0")
    {
        let numbers = seen(ranking, SyntaxKind::HASH_ID, CompletionKind::Literal);
        let is_number = |it: &Candidate| it.text.bytes().skip(1).all(|it| it.is_ascii_digit());
        add(numbers.into_iter().filter(is_number).collect(), verdict);
    }
    if wanted('!')
        && let Some(verdict) = grammar.takes("!completion")
    {
        add(aliases(view, ctx, grammar, ranking, '!'), verdict);
        add(defined(ctx, '!'), verdict);
    }
}

fn values(
    db: &RootDatabase,
    view: &FileView<'_>,
    ctx: &CompletionContext,
    ranking: &ContextRanking,
) -> Vec<Candidate> {
    let scope = scope::scope(db, ctx, PLACEHOLDER);
    let input = argument(ctx).zip(callee(view, ctx)).and_then(|it| Some(it.1.inputs.get(it.0)?.to_string()));
    let passed = |ty: &str| match &input {
        Some(input) if !ty.is_empty() => {
            if input == ty {
                4.0
            } else {
                -20.0
            }
        }
        _ => 0.0,
    };
    let share = 4.0 * ranking.share(SyntaxKind::PERCENT_ID);
    let mut candidates: Vec<Candidate> = scope
        .visible
        .iter()
        .map(|it| {
            let seen = ranking.score(it.name.split('#').next().unwrap_or_default());
            let score = seen + it.fit + passed(&it.ty) + share;
            Candidate {
                detail: (!it.ty.is_empty()).then(|| it.ty.clone()),
                also: scope
                    .accessed
                    .as_ref()
                    .map_or_else(Vec::new, |accessed| as_accessed(&scope, accessed, it, ctx.word.end())),
                ..Candidate::new(it.name.clone(), CompletionKind::Value, score)
            }
        })
        .collect();
    if candidates.is_empty() {
        candidates = seen(ranking, SyntaxKind::PERCENT_ID, CompletionKind::Value);
    }
    // `%0` of `%0#1` appears alone where the number is after the cursor already.
    let groups: Vec<Candidate> = candidates
        .iter()
        .filter_map(|it| Some(Candidate { text: it.text.split_once('#')?.0.to_owned(), ..it.clone() }))
        .collect();
    candidates.extend(groups.into_iter().map(|it| Candidate { score: it.score - 1.0, ..it }));
    candidates
}

/// The edits after the cursor that make an access one of another memref: its type, and subscripts where it has more or
/// fewer dimensions.
fn as_accessed(scope: &Scope, accessed: &Accessed, value: &VisibleValue, start: TextSize) -> Vec<TextEdit> {
    let (Some(ty), true) = (value.value_type.as_memref(), value.value_type != accessed.ty) else {
        return Vec::new();
    };
    let rank = ty.dims.len();
    let is_alike = accessed.ty.as_memref().is_some_and(|it| it.dims.len() == rank);
    let subscripts = (!is_alike).then(|| TextEdit {
        range: accessed.subscripts + start,
        insert: format!("[{}]", subscripts(scope, rank)),
    });
    let ty = TextEdit { range: accessed.written + start, insert: value.ty.clone() };
    subscripts.into_iter().chain([ty]).collect()
}

/// Texts of a kind that were seen nearby.
pub(super) fn seen(ranking: &ContextRanking, kind: SyntaxKind, item: CompletionKind) -> Vec<Candidate> {
    let share = 4.0 * ranking.share(kind);
    let texts = ranking.texts().filter(|it| it.1.kind == kind);
    texts.map(|(text, seen)| Candidate::new(text, item, seen.score + share)).collect()
}

/// No more is shown of the line that defines a symbol.
const MOST_OF_HEAD: TextSize = TextSize::new(256);
/// A function seldom calls itself.
const RECURSION: f32 = 6.0;

fn symbols(view: &FileView<'_>, ctx: &CompletionContext, ranking: &ContextRanking) -> Vec<Candidate> {
    let mut candidates = seen(ranking, SyntaxKind::AT_ID, CompletionKind::Symbol);
    let mut known: FxHashMap<String, usize> =
        candidates.iter().enumerate().map(|(index, it)| (it.text.clone(), index)).collect();
    for definition in symbol_definitions(view) {
        let written = view.token_behind(definition.focus_range.start());
        let text = match written.as_ref().map(|it| it.text()) {
            Some(text) if text.starts_with('@') => text.to_owned(),
            _ => format!("@{}", definition.name),
        };
        let next = candidates.len();
        let index = *known.entry(text.clone()).or_insert(next);
        if index == next {
            candidates.push(Candidate::new(text, CompletionKind::Symbol, 0.0));
        }
        let Some(candidate) = candidates.get_mut(index) else { continue };
        // The line that defines it, without its body.
        let start = definition.full_range.start();
        let head = view.text(TextRange::at(start, definition.full_range.len().min(MOST_OF_HEAD)));
        let head = head.lines().next().unwrap_or_default().trim_end_matches('{').trim();
        candidate.detail = Some(head.to_owned());
        if definition.full_range.contains(ctx.offset) {
            candidate.score -= RECURSION;
        }
    }
    candidates
}

/// The types or attributes of imported dialects, once their sigil is typed.
fn defined(ctx: &CompletionContext, sigil: char) -> Vec<Candidate> {
    let typed = Some(&*ctx.typed).filter(|it| it.starts_with(sigil));
    let found = typed.into_iter().flat_map(|it| ctx.registry.types_with(it));
    let candidate = |it: &ImportedType| Candidate {
        detail: Some(it.summary.to_string()).filter(|it| !it.is_empty()),
        ..Candidate::new(&*it.name, CompletionKind::Type, 0.0)
    };
    found.map(candidate).collect()
}

fn aliases(
    view: &FileView<'_>,
    ctx: &CompletionContext,
    grammar: &Grammar,
    ranking: &ContextRanking,
    sigil: char,
) -> Vec<Candidate> {
    let kind = if sigil == '#' { SyntaxKind::HASH_ID } else { SyntaxKind::EXCLAMATION_ID };
    let mut candidates = seen(ranking, kind, CompletionKind::Alias);
    let is_number = |it: &Candidate| it.text.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    candidates.retain(|it| !is_number(it));
    let application = MapPlace::of(grammar);
    let definitions = alias_definitions(view.db, view.file, ctx.part);
    let is_own = |name: &str| {
        ctx.statement_before().strip_prefix(name).is_some_and(|it| it.trim_start().starts_with('='))
    };
    candidates.retain(|it| !is_own(&it.text));
    let known: FxHashMap<String, usize> =
        candidates.iter().enumerate().map(|(index, it)| (it.text.clone(), index)).collect();
    let definitions = definitions.into_iter().filter(|it| !is_own(it.0));
    for (name, definition) in definitions.filter(|it| it.0.starts_with(sigil)) {
        let value = ast::child::<ast::Attribute>(&definition.node.syntax_node());
        let detail = match sigil {
            '#' => value.map(|it| header(ast::AstNode::syntax(&it))),
            _ => ast::child::<ast::Type>(&definition.node.syntax_node())
                .map(|it| header(ast::AstNode::syntax(&it))),
        };
        let fit = application.as_ref().map_or(0.0, |it| it.fit(view, ctx.part, name));
        match known.get(name).and_then(|it| candidates.get_mut(*it)) {
            Some(known) => (known.detail, known.score) = (detail, known.score + fit),
            None => candidates
                .push(Candidate { detail, ..Candidate::new(name.to_owned(), CompletionKind::Alias, fit) }),
        }
    }
    candidates
}
