//! Names of operations, their forms as snippets, and what they do.

use super::context::CompletionContext;
use super::context_ranking::ContextRanking;
use super::grammar::{Grammar, Verdict};
use super::statement::Statement;
use super::{Candidate, CompletionKind};
use crate::hover::operation_description;
use syntax::SyntaxKind;
use syntax::ods::{Arity, OpDefinition, Registry, ValueDefinition, Versions};

/// Operations as they are written without their dialect, and how likely they are.
const BARE: &[(&str, f32)] = &[("call", 0.0), ("module", 0.0), ("return", 1.7)];

/// The form of an operation with places to fill in.
pub(super) fn snippet(registry: &Registry, name: &str) -> Option<String> {
    let definition = registry.written(name)?;
    let snippet = definition.snippet()?;
    let behind = snippet.strip_prefix(&*definition.name)?;
    Some(format!("{name}{behind}"))
}

/// The description of an operation in Markdown; its form where there is no description.
pub(crate) fn operation_documentation(registry: &Registry, name: &str) -> Option<String> {
    let form = snippet(registry, name).map(|it| format!("```mlir\n{}\n```", without_places(&it)));
    let text = match (form, operation_description(registry, name)) {
        (Some(form), Some(text)) => Some(format!("{form}\n\n{text}")),
        (form, text) => form.or(text).or_else(|| signature(registry, name)),
    };
    let versions = registry.written(name).and_then(|it| versions_text(it));
    Some(text? + &versions.map(|it| format!("\n\n{it}")).unwrap_or_default())
}

/// Which versions of MLIR have an operation, where not all do.
fn versions_text(definition: &OpDefinition) -> Option<String> {
    let versions = Some(definition.versions).filter(|it| *it != Versions::ALL)?;
    let today = definition.renamed.as_ref().map(|it| format!(", then `{it}`")).unwrap_or_default();
    Some(format!("*{versions}{today}*"))
}

/// Operands and results of an operation without a known form: `(source, indices…) -> (token?)`.
fn signature(registry: &Registry, name: &str) -> Option<String> {
    let definition = registry.get(name).filter(|it| !registry.is_complete(it.dialect()))?;
    let list = |values: &[ValueDefinition]| {
        let value = |it: &ValueDefinition| match it.arity {
            Arity::One => it.name.to_string(),
            Arity::Optional => format!("{}?", it.name),
            Arity::Variadic => format!("{}…", it.name),
        };
        values.iter().map(value).collect::<Vec<_>>().join(", ")
    };
    let (operands, results) = (list(&definition.operands), list(&definition.results));
    Some(format!("`{name}({operands}) -> ({results})`"))
}

/// `${1:%i}` as `%i`.
pub(crate) fn without_places(snippet: &str) -> String {
    let mut text = String::new();
    let mut rest = snippet;
    while let Some((before, place)) = rest.split_once('$') {
        text.push_str(before);
        rest = match place.strip_prefix('{').and_then(|it| it.split_once('}')) {
            Some((place, after)) => {
                let place = place.trim_start_matches(|it: char| it.is_ascii_digit());
                let choices = place.trim_start_matches([':', '|']);
                text.push_str(
                    choices.split([',', '|']).next().filter(|_| place.starts_with('|')).unwrap_or(choices),
                );
                after
            }
            None => {
                text.push('…');
                place.trim_start_matches(|it: char| it.is_ascii_digit())
            }
        };
    }
    text + rest
}

/// After another statement on its line an operation is that much less likely.
const ELSEWHERE: f32 = 20.0;

/// This many operations are tried in the whole text, of those that fit their own line best.
const MAX_OPERATIONS: usize = 40;

/// The operations that the grammar takes.
pub(super) fn collect(
    ctx: &CompletionContext,
    grammar: &Grammar,
    ranking: &ContextRanking,
    found: &mut Vec<(Candidate, Verdict)>,
) {
    // Any name will do to ask whether one may be here.
    let is_name = |it: Verdict| it.parent == SyntaxKind::OP_NAME;
    if !["completion.op", "return"].iter().any(|it| grammar.takes(it).is_some_and(is_name)) {
        return;
    }
    let statement = Statement::at(ctx, grammar);
    let described =
        |it: Candidate| Candidate { detail: operation_description(&ctx.registry, &it.text), ..it };
    let mut candidates = names(ctx, ranking);
    candidates.retain(|it| statement.takes(&it.text));
    for candidate in &mut candidates {
        candidate.score += statement.fit(&candidate.text) - if statement.begins { 0.0 } else { ELSEWHERE };
    }
    if ctx.snippet_fits {
        // Everything that the operation needs is still to come: what needs nothing is no likelier.
        candidates.sort_by(|a, b| b.score.total_cmp(&a.score));
        let taken = candidates.into_iter().take(MAX_OPERATIONS);
        let taken = taken.filter_map(|it| Some((grammar.takes(&it.text).filter(|it| is_name(*it))?, it)));
        let taken: Vec<_> = taken.collect();
        let errors = taken.iter().map(|it| it.0.errors).min().unwrap_or_default();
        found.extend(taken.into_iter().map(|(verdict, it)| (described(it), Verdict { errors, ..verdict })));
        return;
    }
    let (line, word) = ctx.line();
    let line = Grammar::new(&line, word, &ctx.registry);
    let mut fitting: Vec<(usize, Candidate)> = Vec::new();
    for candidate in candidates {
        if let Some(verdict) = line.takes(&candidate.text).filter(|it| is_name(*it)) {
            fitting.push((verdict.errors, candidate));
        }
    }
    fitting.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| b.1.score.total_cmp(&a.1.score)));
    for (_, candidate) in fitting.into_iter().take(MAX_OPERATIONS) {
        found.extend(grammar.takes(&candidate.text).map(|it| (described(candidate), it)));
    }
}

/// The names that begin with what is typed.
fn names(ctx: &CompletionContext, ranking: &ContextRanking) -> Vec<Candidate> {
    let is_name = |kind, text: &str| match kind {
        SyntaxKind::BARE_ID => text.contains('.') || ctx.registry.written(text).is_some(),
        SyntaxKind::STRING => text.contains('.'),
        _ => false,
    };
    let seen = ranking.texts().filter(|it| is_name(it.1.kind, it.0));
    let seen = seen.map(|(text, seen)| (text.to_owned(), seen.score + 1.0));
    let bare = BARE.iter().map(|it| (it.0.to_owned(), it.1));
    let table = ctx
        .registry
        .with_start(&ctx.typed)
        // Of what is built in, what has none is written otherwise.
        .filter(|it| it.snippet().is_some() || ctx.registry.origin(&it.name).is_some())
        .map(|it| (it.name.to_string(), f32::from(it.frequency) / 10.0));
    // Thousands begin with nothing.
    let listed = Some(&*ctx.typed).filter(|it| !it.is_empty());
    let listed = listed.into_iter().flat_map(|it| ctx.registry.facts_with(it)).map(|it| (it, -1.0));
    let share = 4.0 * ranking.share(SyntaxKind::BARE_ID);
    let mut names: Vec<(String, f32)> = seen.chain(bare).chain(table).chain(listed).collect();
    names.retain(|it| it.0.starts_with(&ctx.typed) && it.0 != ctx.typed);
    names.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| b.1.total_cmp(&a.1)));
    names.dedup_by(|a, b| a.0 == b.0);
    let candidate = |(name, score)| Candidate::new(name, CompletionKind::Operation, score + share);
    names.into_iter().map(candidate).collect()
}
