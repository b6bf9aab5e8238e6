//! Every rename that is not refused keeps the program: MLIR reads the same, but for the name of a symbol.

use affine_analyzer_tests::random::Random;
use affine_analyzer_tests::texts::texts;
use analysis::{Analysis, Host, SourceFile, TextSize};
use syntax::{SyntaxKind, SyntaxToken};

use crate::tools::Tools;

/// In no text.
const FRESH: &str = "fresh_name_q";
/// Names that are tried in one text before it is given up: many cannot be renamed.
const TRIES: usize = 8;

struct Rename {
    old: String,
    new: String,
    text: String,
}

fn names(text: &str) -> Vec<SyntaxToken> {
    let tokens = syntax::parse(text).syntax_node().descendants_with_tokens();
    let tokens = tokens.filter_map(|it| it.into_token());
    tokens.filter(|it| it.kind().is_sigil_name()).collect()
}

/// A random name under a random one: fresh, or that of something else of its kind.
fn rename(text: &str, random: &mut Random) -> Option<Rename> {
    let names = names(text);
    let mut host = Host::new();
    let file = host.add_file(text);
    let analysis = host.analysis();
    (0..TRIES).find_map(|_| try_rename(text, &names, (&analysis, file), random))
}

fn try_rename(
    text: &str,
    names: &[SyntaxToken],
    (analysis, file): (&Analysis, SourceFile),
    random: &mut Random,
) -> Option<Rename> {
    let token = names.get(random.below(names.len()))?;
    let other = &names[random.below(names.len())];
    let takes_other = token.kind() != SyntaxKind::AT_ID && token.kind() == other.kind();
    let new = if takes_other && random.below(2) == 0 { other.text() } else { FRESH };
    let offset = token.text_range().start() + TextSize::new(1);
    let edits = analysis.rename(file, offset, new).ok()?;
    let text = edits.iter().rev().fold(text.to_owned(), |text, edit| edit.apply(&text));
    Some(Rename { old: token.text().to_owned(), new: new.to_owned(), text })
}

/// The generic form with the old name, as MLIR writes it. It keeps the names of symbols, those that an attribute is made
/// of, and those of aliases in text of dialects that are not registered.
fn with_old_name(form: &str, old: &str) -> String {
    let Some(symbol) = old.strip_prefix('@') else { return form.replace(FRESH, &old[1..]) };
    // MLIR writes a quote in a string by its number.
    let symbol = symbol.replace("\\\"", "\\22");
    let name = symbol.trim_matches('"');
    let form = form.replace(&format!("@{FRESH}"), &format!("@{symbol}"));
    form.replace(&format!("\"{FRESH}\""), &format!("\"{name}\""))
}

#[test]
fn renamed_programs_are_the_same() {
    let Some(tools) = Tools::find() else { return };
    let all = texts();
    let renames = all.iter().enumerate().filter_map(|(index, text)| {
        Some((text, rename(text, &mut Random::new(u64::try_from(index).unwrap()))?))
    });
    let (texts, renames): (Vec<String>, Vec<Rename>) = renames.map(|(a, b)| (a.clone(), b)).unzip();
    let after: Vec<String> = renames.iter().map(|it| it.text.clone()).collect();
    let (expected, found) = (tools.generic_forms(&texts), tools.generic_forms(&after));
    let mut wrong = Vec::new();
    for ((text, rename), (expected, found)) in texts.iter().zip(&renames).zip(expected.iter().zip(&found)) {
        let found = found.as_ref().map(|it| with_old_name(it, &rename.old));
        if expected.is_some() && *expected != found {
            let Rename { old, new, text: after } = rename;
            wrong.push(format!("{old} to {new}\n{text}\n=== renamed\n{after}\n=== reads\n{found:?}"));
        }
    }
    let accepted = expected.iter().flatten().count();
    println!("of {} texts {accepted} are the same after a rename, but {}", all.len(), wrong.len());
    assert!(accepted > 0 && wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n\n"));
}
