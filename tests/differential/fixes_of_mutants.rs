//! Every quick fix of programs with one random mistake: what is offered gives an edit, and its edit mends.

use std::collections::BTreeMap;

use affine_analyzer_tests::random::Random;
use affine_analyzer_tests::texts::texts;
use analysis::{Action, Host, Severity, TextSize};
use syntax::{SyntaxKind, SyntaxToken, TextEdit, TextRange};

/// Mutants of each text; `AFFINE_ANALYZER_MUTANTS` says another number.
const MUTANTS: usize = 3;
const VARIABLE: &str = "AFFINE_ANALYZER_MUTANTS";
/// Larger texts say nothing that smaller ones don't.
const LARGEST: usize = 4_000;
/// The kind of the actions that are judged.
const QUICK_FIX: &str = "quickfix";
/// A type in the place of another.
const TYPES: [&str; 6] = ["f32", "index", "i32", "f64", "memref<8xf32>", "vector<4xf32>"];

/// How often each code of an error is reported.
type Errors = BTreeMap<&'static str, usize>;

fn host(text: &str) -> (Host, analysis::SourceFile) {
    let mut host = Host::new();
    let file = host.add_file(text);
    (host, file)
}

fn errors(text: &str) -> Errors {
    let (host, file) = host(text);
    let mut errors = Errors::new();
    for it in host.analysis().diagnostics(file) {
        if it.severity == Severity::Error {
            *errors.entry(it.code).or_default() += 1;
        }
    }
    errors
}

fn tokens(text: &str) -> Vec<SyntaxToken> {
    let tokens = syntax::parse(text).syntax_node().descendants_with_tokens();
    tokens.filter_map(|it| it.into_token()).filter(|it| !it.kind().is_trivia()).collect()
}

/// The text with one slip of the kinds that people and generators make: a token that is missing, there twice, in the
/// wrong order or another one, or a line that is missing or there twice.
fn mutant(text: &str, random: &mut Random) -> Option<String> {
    let tokens = tokens(text);
    let at = random.below(tokens.len());
    let token = tokens.get(at)?;
    let range = token.text_range();
    let edit = |range, insert: &str| Some(TextEdit { range, insert: insert.to_owned() }.apply(text));
    let line = || {
        let place = usize::from(range.start());
        let start = text[..place].rfind('\n').map_or(0, |it| it + 1);
        let end = text[place..].find('\n').map_or(text.len(), |it| place + it + 1);
        TextRange::new(TextSize::try_from(start).unwrap(), TextSize::try_from(end).unwrap())
    };
    match random.below(8) {
        0 => edit(range, ""),
        1 => edit(range, &format!("{token} {token}")),
        2 => {
            let next = tokens.get(at + 1)?;
            edit(TextRange::new(range.start(), next.text_range().end()), &format!("{next} {token}"))
        }
        3 => edit(line(), ""),
        4 => edit(line(), &text[line()].repeat(2)),
        5 => {
            let types: Vec<_> = tokens.iter().filter(|it| it.kind() == SyntaxKind::BARE_ID).collect();
            let types: Vec<_> = types.into_iter().filter(|it| TYPES.contains(&it.text())).collect();
            let old = types.get(random.below(types.len()))?;
            edit(old.text_range(), random.pick(&TYPES))
        }
        6 => {
            let same: Vec<_> = tokens.iter().filter(|it| it.kind() == token.kind()).collect();
            edit(range, same[random.below(same.len())].text())
        }
        _ => {
            let names: Vec<_> = tokens.iter().filter(|it| it.kind().is_sigil_name()).collect();
            let (old, new) = (names.get(random.below(names.len()))?, names.get(random.below(names.len()))?);
            edit(old.text_range(), new.text())
        }
    }
}

fn apply(text: &str, edits: &[TextEdit]) -> String {
    edits.iter().rev().fold(text.to_owned(), |text, edit| edit.apply(&text))
}

/// What is wrong with what an action gives.
fn complaint(text: &str, before: &Errors, action: &Action) -> Option<String> {
    let (host, file) = host(text);
    let edits = match host.analysis().resolve_action(file, &action.request) {
        Ok(edits) => edits,
        Err(why) => return Some(format!("no edit: {why}")),
    };
    let code = action.diagnostic?;
    let is_error = before.contains_key(code);
    let after = apply(text, &edits);
    let now = errors(&after);
    let sum = |it: &Errors| it.values().sum::<usize>();
    if is_error && sum(&now) >= sum(before) || sum(&now) > sum(before) {
        return Some(format!("{before:?} before, {now:?} after:\n{after}"));
    }
    None
}

#[test]
fn what_is_offered_mends() {
    let mutants = std::env::var(VARIABLE).ok().and_then(|it| it.parse().ok()).unwrap_or(MUTANTS);
    let (mut judged, mut wrong) = (0, Vec::new());
    for (index, text) in texts().iter().filter(|it| it.len() <= LARGEST).enumerate() {
        if !errors(text).is_empty() {
            continue;
        }
        for number in 0..mutants {
            let mut random = Random::new(u64::try_from(index * 1_000 + number).unwrap());
            let Some(mutant) = mutant(text, &mut random) else { continue };
            let before = errors(&mutant);
            if before.is_empty() {
                continue;
            }
            let (host, file) = host(&mutant);
            let whole = TextRange::up_to(TextSize::of(&*mutant));
            for action in host.analysis().actions(file, whole).iter().filter(|it| it.kind == QUICK_FIX) {
                judged += 1;
                if let Some(complaint) = complaint(&mutant, &before, action) {
                    let (id, title) = (&action.request, &action.title);
                    wrong.push(format!("##### {id} {title}\n{mutant}\n=== {complaint}"));
                }
            }
        }
    }
    println!("{judged} quick fixes of mutants");
    assert!(wrong.is_empty(), "{} wrong of {judged}:\n{}", wrong.len(), wrong.join("\n"));
}
