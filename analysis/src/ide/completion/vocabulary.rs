//! Keywords, types, literals and punctuation.

use super::experience::Experience;
use super::grammar::{Grammar, Verdict};
use super::scene::Scene;
use super::scope;
use super::{Candidate, CompletionKind, MAX_TRIALS, kind_of_token, operations};
use syntax::SyntaxKind;
use syntax::format::op_format;

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
    "x",
];

const TYPES: &[&str] = &[
    "index", "f32", "f64", "i32", "i64", "i1", "i8", "i16", "f16", "bf16", "memref", "vector", "tensor",
    "none", "complex", "tuple",
];

const PUNCTUATION: &[&str] = &[
    ",", "(", ")", "[", "]", "{", "}", "<", ">", ":", "=", "->", "+", "-", "*", "?", "==", ">=", "<=", "::",
    "...", "/", "|", "x",
];

/// Literals that are offered although nothing like them was seen.
const LITERALS: &[&str] =
    &["0", "1", "2", "4", "8", "10", "16", "32", "64", "100", "128", "0.0", "1.0", "\"\""];

/// So many whole types are tried.
const MAX_TYPES: usize = 12;

/// Whether a word is a builtin type, or begins one.
pub(super) fn is_type(word: &str) -> bool {
    let is_integer = |it: &str| {
        it.trim_start_matches(['s', 'u'])
            .strip_prefix('i')
            .is_some_and(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit()))
    };
    TYPES.contains(&word) || is_integer(word) || crate::types::FLOATS.iter().any(|it| it.name == word)
}

/// The words, literals and signs that the grammar takes.
pub(super) fn collect(
    scene: &Scene,
    grammar: &Grammar,
    experience: &Experience,
    found: &mut Vec<(Candidate, Verdict)>,
) {
    literals(scene, grammar, experience, found);
    types(scene, grammar, found);
    for candidate in words(scene, experience) {
        let verdict = grammar.takes(&candidate.text).filter(|it| is_free(it.parent));
        found.extend(verdict.map(|it| (candidate, it)));
    }
    for sign in PUNCTUATION {
        let seen = sign_score(experience, sign);
        let candidate = Candidate::new(*sign, CompletionKind::Punctuation, seen);
        if scene.typed.is_empty() {
            found.extend(grammar.takes(sign).map(|it| (candidate, it)));
        } else if !scene.is_inside_word() {
            let candidate = Candidate { appended: true, ..candidate };
            // Behind a word that is being typed only what is missing there.
            let verdict = grammar.takes_behind(sign).filter(|it| it.errors < grammar.errors());
            found.extend(verdict.map(|it| (candidate, it)));
        }
    }
}

/// Whether a word of this list may stand there. The parser takes any word as the name of an operation of a dialect
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

fn sign_score(experience: &Experience, sign: &str) -> f32 {
    experience.score(sign) - 2.0
}

/// Whole types: those of the values that the operation uses, then those of other values.
fn types(scene: &Scene, grammar: &Grammar, found: &mut Vec<(Candidate, Verdict)>) {
    const SAMPLE: &str = "i1";
    if grammar.takes(SAMPLE).is_none_or(|it| it.parent != SyntaxKind::SIMPLE_TYPE) {
        return;
    }
    let scope = scope::scope(scene, SAMPLE);
    let of_values = scope.visible.into_iter().map(|it| (it.ty, 1.0));
    let mut types: Vec<(String, f32)> =
        scope.operand_types.into_iter().map(|it| (it, 5.0)).chain(of_values).collect();
    types.retain(|it| it.0.contains('<') && it.0.starts_with(&scene.typed));
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
    scene: &Scene,
    grammar: &Grammar,
    experience: &Experience,
    found: &mut Vec<(Candidate, Verdict)>,
) {
    let is_open = |text: &str| text.starts_with(&scene.typed) && text != scene.typed;
    for (kind, sample) in
        [(SyntaxKind::INTEGER, "7"), (SyntaxKind::FLOAT, "7.5"), (SyntaxKind::STRING, "\"completion\"")]
    {
        if !scene.typed.is_empty() && kind != SyntaxKind::INTEGER {
            continue;
        }
        let Some(verdict) = grammar.takes(sample) else { continue };
        let share = 4.0 * experience.share(kind);
        let known = LITERALS.iter().filter(|it| literal_kind(it) == kind && experience.score(it) == 0.0);
        let known = known.map(|it| Candidate::new(*it, CompletionKind::Literal, share));
        let seen = experience.texts().filter(|it| it.1.kind == kind);
        let seen = seen.map(|(text, seen)| Candidate::new(text, CompletionKind::Literal, seen.score + share));
        found.extend(known.chain(seen).filter(|it| is_open(&it.text)).map(|it| (it, verdict)));
    }
}

fn literal_kind(text: &str) -> SyntaxKind {
    match text.as_bytes().first() {
        Some(b'"') => SyntaxKind::STRING,
        _ if text.contains('.') => SyntaxKind::FLOAT,
        _ => SyntaxKind::INTEGER,
    }
}

/// Words in the order of their likelihood, so many as are tried. The names of operations are not among them.
fn words(scene: &Scene, experience: &Experience) -> Vec<Candidate> {
    let share = 4.0 * experience.share(SyntaxKind::BARE_ID);
    let mut words: Vec<Candidate> = experience
        .texts()
        .filter(|it| it.1.kind == SyntaxKind::BARE_ID && !operations::is_operation(it.0))
        .map(|(text, seen)| {
            Candidate::new(text, kind_of_token(SyntaxKind::BARE_ID, text), seen.score + share)
        })
        .collect();
    let own = scene.operation_before().and_then(|it| op_format(&it)).into_iter();
    let own = own.flat_map(|it| it.attributes.iter().flat_map(|it| it.keywords.iter().copied()));
    let known = KEYWORDS.iter().chain(TYPES).copied().chain(own);
    for word in known.filter(|it| experience.score(it) == 0.0) {
        words.push(Candidate::new(word, kind_of_token(SyntaxKind::BARE_ID, word), 0.5 + share));
    }
    words.retain(|it| it.text.starts_with(&scene.typed) && it.text != scene.typed);
    words.sort_by(|a, b| b.score.total_cmp(&a.score));
    words.truncate(MAX_TRIALS);
    words
}
