//! Keywords, types, literals and punctuation.

use super::callee::{Callee, callee};
use super::context::CompletionContext;
use super::context_ranking::ContextRanking;
use super::grammar::{Grammar, Verdict};
use super::scope;
use super::{Candidate, CompletionKind, MAX_TRIALS, kind_of_token};
use crate::FileView;
use base::database::RootDatabase;
use syntax::SyntaxKind;

/// Words of the affine dialect's forms, of functions, maps and attributes.
const KEYWORDS: &[&str] = &[
    "to",
    "step",
    "min",
    "max",
    "iter_args",
    "else",
    "symbol",
    "floordiv",
    "ceildiv",
    "mod",
    "reduce",
    "private",
    "public",
    "nested",
    "attributes",
    "affine_map",
    "affine_set",
    "dense",
    "array",
    "strided",
    "offset",
    "true",
    "false",
    "unit",
    "loc",
    "read",
    "write",
    "data",
    "instr",
    "locality",
    "disjoint",
    "by",
    "into",
    "from",
    "iterates",
    "attr",
];

const TYPES: &[&str] = &[
    "index", "f32", "memref", "i32", "f64", "i64", "i1", "vector", "tensor", "i8", "i16", "f16", "bf16",
    "none", "complex", "tuple",
];

const PUNCTUATION: &[&str] = &[
    ",", "(", ")", "[", "]", "{", "}", "<", ">", ":", "=", "->", "+", "-", "*", "?", "==", ">=", "<=", "::",
    "...", "/", "|", "x",
];

/// Words that need something after them, with an example of that.
const FOLLOWED: &[(&str, &str)] = &[
    ("+", " 1"),
    ("-", " 1"),
    ("*", " 2"),
    ("mod", " 2"),
    ("floordiv", " 2"),
    ("ceildiv", " 2"),
    ("==", " 0"),
    (">=", " 0"),
    ("<=", " 0"),
    ("(", "%completion.here)"),
    ("[", "%completion.here]"),
    ("{", "}"),
    ("else", " {\n}"),
    ("min", " affine_map<() -> (0)>()"),
    ("max", " affine_map<() -> (0)>()"),
    ("symbol", "(%completion.here)"),
    ("affine_map", "<() -> (0)>"),
    ("affine_set", "<() : (0 == 0)>"),
    ("dense", "<0>"),
    ("memref", "<1xf32>"),
    ("vector", "<1xf32>"),
    ("tensor", "<1xf32>"),
    ("complex", "<f32>"),
    ("tuple", "<f32>"),
];

/// The reductions of `affine.parallel`, the likeliest first.
const REDUCTIONS: &[&str] = &[
    "\"addf\"",
    "\"mulf\"",
    "\"maximumf\"",
    "\"minimumf\"",
    "\"addi\"",
    "\"muli\"",
    "\"maxs\"",
    "\"mins\"",
    "\"maxu\"",
    "\"minu\"",
    "\"andi\"",
    "\"ori\"",
    "\"maxnumf\"",
    "\"minnumf\"",
    "\"assign\"",
];

/// Literals that are offered although nothing like them was seen.
const LITERALS: &[&str] =
    &["0", "1", "2", "4", "8", "10", "16", "32", "64", "100", "128", "0.0", "1.0", "\"\""];

/// This many whole types are tried.
const MAX_TYPES: usize = 12;

/// Whether a word is a builtin type, or begins one.
pub(super) fn is_type(word: &str) -> bool {
    let is_integer = |it: &str| {
        it.trim_start_matches(['s', 'u'])
            .strip_prefix('i')
            .is_some_and(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit()))
    };
    TYPES.contains(&word) || is_integer(word) || ir::types::FLOATS.iter().any(|it| it.name == word)
}

/// The words, literals and signs that the grammar takes.
pub(super) fn collect(
    db: &RootDatabase,
    view: &FileView<'_>,
    ctx: &CompletionContext,
    grammar: &Grammar,
    ranking: &ContextRanking,
    found: &mut Vec<(Candidate, Verdict)>,
) {
    literals(ctx, grammar, ranking, found);
    if ctx.names_operation() {
        return;
    }
    types(db, view, ctx, grammar, found);
    let takes = |text: &str| {
        let alone = grammar.takes(text);
        if alone.is_some_and(|it| it.errors == 0) {
            return alone;
        }
        let followed = FOLLOWED.iter().find(|it| it.0 == text).and_then(|it| {
            let verdict = grammar.takes_followed(text, it.1)?;
            (text != "{" || verdict.parent == SyntaxKind::REGION).then_some(verdict)
        });
        [alone, followed].into_iter().flatten().min_by_key(|it| it.errors)
    };
    let statement = ctx.statement_before();
    let is_constant = ctx.operation_before().is_some_and(|it| it.ends_with(".constant"));
    let is_unwritten = is_constant && !statement.contains(':');
    let defines_alias = statement.trim_end().ends_with('=') && statement.starts_with('#');
    for mut candidate in words(ctx, ranking) {
        // A constant is mostly a number, what an alias stands for a map or set.
        match &*candidate.text {
            "affine_map" | "affine_set" if defines_alias => candidate.score += 8.0,
            _ if is_unwritten && candidate.kind == CompletionKind::Type => candidate.score -= 8.0,
            _ => {}
        }
        let verdict = takes(&candidate.text).filter(|it| is_free(it.parent));
        found.extend(verdict.map(|it| (candidate, it)));
    }
    let owes_results = owes_results(statement);
    for sign in PUNCTUATION {
        let score = sign_score(ranking, sign);
        let candidate = |more: f32| Candidate::new(*sign, CompletionKind::Punctuation, score + more);
        if ctx.typed.is_empty() {
            let verdict = takes(sign).filter(|it| is_free(it.parent));
            // The most optional clause comes last, so that the body may follow without any.
            let more = match (*sign, verdict.map(|it| it.parent)) {
                ("->", _) if owes_results => 30.0,
                ("{", Some(SyntaxKind::REGION)) => 5.0,
                ("+" | "-" | "*", Some(parent)) if parent.is_affine_expression() => 3.0,
                _ => 0.0,
            };
            found.extend(verdict.map(|it| (candidate(more), it)));
        } else if !ctx.is_inside_word() {
            let candidate = Candidate { appended: true, ..candidate(0.0) };
            // After a word that is being typed only what is missing there.
            let follow = FOLLOWED.iter().find(|it| it.0 == *sign).map_or("", |it| it.1);
            let verdict =
                grammar.takes_behind(sign).or_else(|| grammar.takes_behind(&format!("{sign}{follow}")));
            let verdict = verdict.filter(|it| it.errors < grammar.errors());
            found.extend(verdict.map(|it| (candidate, it)));
        }
    }
}

/// Whether a loop has values to carry or to fold and does not say yet which types they have.
fn owes_results(statement: &str) -> bool {
    let carries = ["iter_args(", "reduce ("].iter().any(|it| statement.contains(it));
    carries && statement.trim_end().ends_with(')') && !statement.contains("->")
}

/// Whether a word of this list may be there. The parser takes any word as the name of an operation of a dialect
/// that it does not know, and as an input of a map.
fn is_free(parent: SyntaxKind) -> bool {
    !matches!(
        parent,
        SyntaxKind::OP_NAME
            | SyntaxKind::AFFINE_IDENTIFIER
            | SyntaxKind::AFFINE_PARAMETER
            | SyntaxKind::OPAQUE_BODY
    )
}

fn sign_score(ranking: &ContextRanking, sign: &str) -> f32 {
    ranking.score(sign) - 2.0
}

/// Whole types: those of the values that the operation uses, then those of other values.
fn types(
    db: &RootDatabase,
    view: &FileView<'_>,
    ctx: &CompletionContext,
    grammar: &Grammar,
    found: &mut Vec<(Candidate, Verdict)>,
) {
    const SAMPLE: &str = "i1";
    let of_call = callee(view, ctx).as_ref().map(Callee::written);
    if let Some(ty) = of_call.filter(|it| it.starts_with(&ctx.typed))
        && let Some(verdict) = grammar.takes(&ty)
    {
        found.push((Candidate::new(ty, CompletionKind::Type, 20.0), verdict));
    }
    if grammar.takes(SAMPLE).is_none_or(|it| it.parent != SyntaxKind::SIMPLE_TYPE) {
        return;
    }
    let scope = scope::scope(db, ctx, SAMPLE);
    let is_open = |it: &str| it.starts_with(&ctx.typed) && it != ctx.typed;
    if let Some(ty) = scope.written_type.filter(|it| is_open(it))
        && let Some(verdict) = grammar.takes(&ty)
    {
        found.push((Candidate::new(ty, CompletionKind::Type, 16.0), verdict));
    }
    let of_values = scope.visible.into_iter().map(|it| (it.ty, 1.0));
    let mut types: Vec<(String, f32)> =
        scope.operand_types.into_iter().map(|it| (it, 5.0)).chain(of_values).collect();
    types.retain(|it| it.0.contains('<') && is_open(&it.0));
    // Within one function memory mostly has one of few types.
    if ctx.operation_before().is_some_and(|it| it.starts_with("memref.alloc")) {
        types.iter_mut().filter(|it| it.0.starts_with("memref")).for_each(|it| it.1 += 10.0);
    }
    types.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    types.dedup_by(|a, b| a.0 == b.0);
    types.truncate(MAX_TYPES);
    for (ty, score) in types {
        let verdict = grammar.takes(&ty);
        found.extend(verdict.map(|it| (Candidate::new(ty, CompletionKind::Type, score), it)));
    }
}

/// Numbers and strings: the grammar is asked once for each kind.
fn literals(
    ctx: &CompletionContext,
    grammar: &Grammar,
    ranking: &ContextRanking,
    found: &mut Vec<(Candidate, Verdict)>,
) {
    let is_open = |text: &str| text.starts_with(&ctx.typed) && text != ctx.typed;
    for (kind, sample) in
        [(SyntaxKind::INTEGER, "7"), (SyntaxKind::FLOAT, "7.5"), (SyntaxKind::STRING, "\"completion\"")]
    {
        let is_typed = match kind {
            SyntaxKind::INTEGER => true,
            SyntaxKind::STRING => ctx.typed.starts_with('"'),
            _ => false,
        };
        if !ctx.typed.is_empty() && !is_typed {
            continue;
        }
        let Some(verdict) = grammar.takes(sample) else { continue };
        let share = 4.0 * ranking.share(kind);
        if verdict.parent == SyntaxKind::REDUCTIONS {
            let kinds = REDUCTIONS.iter().enumerate().filter(|it| is_open(it.1));
            let kinds = kinds
                .map(|(index, it)| Candidate::new(*it, CompletionKind::Literal, 12.0 - 0.1 * index as f32));
            found.extend(kinds.map(|it| (it, verdict)));
            continue;
        }
        // Most loops begin at zero.
        if is_open("0") && begins_loop(ctx, verdict) {
            found.push((Candidate::new("0", CompletionKind::Literal, 9.0 + share), verdict));
        }
        let begins_operation = verdict.parent == SyntaxKind::OP_NAME;
        let known = LITERALS.iter().filter(|it| literal_kind(it) == kind && ranking.score(it) == 0.0);
        let known = known.filter(|_| !begins_operation);
        let known = known.map(|it| Candidate::new(*it, CompletionKind::Literal, share));
        let seen = ranking.texts().filter(|it| it.1.kind == kind);
        let seen = seen.map(|(text, seen)| Candidate::new(text, CompletionKind::Literal, seen.score + share));
        found.extend(known.chain(seen).filter(|it| is_open(&it.text)).map(|it| (it, verdict)));
    }
}

/// Whether the lower bound of a loop is at the cursor.
fn begins_loop(ctx: &CompletionContext, verdict: Verdict) -> bool {
    let is_parallel = ctx.operation_before().is_some_and(|it| it == "affine.parallel");
    let begins = is_parallel && ctx.statement_before().trim_end().ends_with("= (");
    verdict.parent == SyntaxKind::LOWER_BOUND || begins
}

fn literal_kind(text: &str) -> SyntaxKind {
    match text.as_bytes().first() {
        Some(b'"') => SyntaxKind::STRING,
        _ if text.contains('.') => SyntaxKind::FLOAT,
        _ => SyntaxKind::INTEGER,
    }
}

/// Words in the order of their likelihood, this many as are tried. The names of operations are not among them.
fn words(ctx: &CompletionContext, ranking: &ContextRanking) -> Vec<Candidate> {
    let share = 4.0 * ranking.share(SyntaxKind::BARE_ID);
    let mut words: Vec<Candidate> = ranking
        .texts()
        .filter(|it| it.1.kind == SyntaxKind::BARE_ID && ctx.registry.written(it.0).is_none())
        .map(|(text, seen)| {
            Candidate::new(text, kind_of_token(SyntaxKind::BARE_ID, text), seen.score + share)
        })
        .collect();
    let operation = ctx.operation_before();
    let operation = operation.and_then(|it| ctx.registry.get(&it)).map(|it| &**it);
    let own = ctx.type_around().or(operation).into_iter();
    // The parser takes any word for an attribute.
    let own = own.flat_map(|it| {
        let of_attributes = it.attributes.iter().flat_map(|it| &it.keywords).map(|it| (*it, 6.0));
        of_attributes.chain(it.words().into_iter().map(|it| (it, 4.0)))
    });
    let known = KEYWORDS.iter().chain(TYPES).copied();
    for word in known.filter(|it| ranking.score(it) == 0.0) {
        words.push(Candidate::new(word, kind_of_token(SyntaxKind::BARE_ID, word), 0.5 + share));
    }
    words.extend(own.map(|(word, score)| Candidate::new(&*word, CompletionKind::Keyword, score + share)));
    words.retain(|it| it.text.starts_with(&ctx.typed) && it.text != ctx.typed);
    words.sort_by(|a, b| b.score.total_cmp(&a.score));
    words.truncate(MAX_TRIALS);
    words
}
