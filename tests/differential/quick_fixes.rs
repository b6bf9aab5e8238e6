//! Every quick fix, on the *Rejected* or *Before* blocks of its code's page and on the code's fixture: `mlir-opt` accepts the
//! result, and what a warning or hint offers computes the same as before.

use std::collections::BTreeSet;
use std::path::Path;

use crate::tools::Tools;
use analysis::{Fix, Host, Settings, Severity, codes, explain, severities};

/// Fewer fixes than these were found once: then texts or fixes have got lost.
const AT_LEAST: usize = 610;

/// Marks the paragraph of a page that says what its quick fix does.
const HEADING: &str = "\nQuick fix: ";

/// The texts that break the rule of a code: blocks of its page, the chunks of its fixture, and further ones.
fn rejected(code: &str) -> Vec<String> {
    let page = explain(code).unwrap();
    let blocks = page.examples(page.headings()[0]).into_iter();
    let mut texts: Vec<String> = blocks.map(str::to_owned).collect();
    for folder in ["../analysis/test_data/rules", "differential/quick_fixes"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("{folder}/{code}.mlir"));
        let fixture = std::fs::read_to_string(path).unwrap_or_default();
        texts.extend(fixture.split("// -----\n").map(str::to_owned));
    }
    texts
}

/// The fixes of the errors, or of the diagnostics with this code.
fn fixes(code: Option<&str>, text: &str) -> Vec<Vec<Fix>> {
    let mut host = Host::new();
    host.set_settings(Settings { severities: severities(), ..Settings::default() });
    let file = host.add_file(text);
    let found = host.analysis().diagnostics_with_fixes(file).into_iter();
    let wanted = found.filter(|it| code.map_or(it.severity == Severity::Error, |code| it.code == code));
    wanted.map(|it| it.fixes).filter(|it| !it.is_empty()).collect()
}

fn apply(text: &str, fix: &Fix) -> String {
    let mut edits = fix.edits.clone();
    edits.sort_by_key(|it| (it.range.start(), it.range.end()));
    edits.iter().rev().fold(text.to_owned(), |text, edit| edit.apply(&text))
}

/// Whether nothing but one mistake makes the text wrong, so that its fix makes it right.
fn has_one_error(text: &str) -> bool {
    let mut host = Host::new();
    let file = host.add_file(text);
    let found = host.analysis().diagnostics(file).into_iter();
    found.filter(|it| it.severity == Severity::Error).count() == 1
}

/// The text after the preferred fixes of what else is wrong: there may be several mistakes in a text, and one that
/// the first has hidden.
fn fix_rest(mut text: String) -> String {
    for _ in 0..8 {
        match fixes(None, &text).first().and_then(|it| it.first()) {
            Some(fix) => text = apply(&text, fix),
            None => break,
        }
    }
    text
}

#[test]
fn the_oracle_accepts_every_fix() {
    let tools = Tools::find();
    let mut wrong = Vec::new();
    let mut with_fix = BTreeSet::new();
    let mut judged = 0;
    for code in codes() {
        for text in rejected(code) {
            for fix in fixes(Some(code), &text).first().into_iter().flatten() {
                with_fix.insert(code);
                judged += 1;
                let fixed = match has_one_error(&text) {
                    true => apply(&text, fix),
                    false => fix_rest(apply(&text, fix)),
                };
                if let Some(complaint) = tools.as_ref().and_then(|it| it.complaint(&fixed)) {
                    wrong.push(format!("{code}: {}\n{complaint}\n{fixed}", fix.title));
                }
            }
        }
    }
    println!("{judged} fixes of {} codes", with_fix.len());
    assert!(judged >= AT_LEAST, "only {judged} fixes are left");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    let promised: BTreeSet<_> =
        codes().into_iter().filter(|it| explain(it).unwrap().text.contains(HEADING)).collect();
    let without: Vec<_> = promised.difference(&with_fix).collect();
    let unsaid: Vec<_> = with_fix.difference(&promised).collect();
    assert!(without.is_empty(), "promised, and none found: {without:?}");
    assert!(unsaid.is_empty(), "found, and their pages lack a line `{}…`: {unsaid:?}", HEADING.trim_start());
}

/// Passes beyond [`NORMAL`] that see what the fixes of a code leave as it is.
const FURTHER_PASSES: &[(&str, &str)] =
    &[("dead-store", "--affine-scalrep"), ("redundant-load", "--affine-scalrep")];

/// Brings programs that mean the same to the same text.
const NORMAL: &[&str] =
    &["--lower-affine", "--int-range-optimizations", "--canonicalize", "--cse", "--canonicalize"];

/// The lines, with the constants sorted and first: their order is that of their first uses.
fn constants_first(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::to_owned);
    let (mut constants, others): (Vec<_>, Vec<_>) = lines.partition(|it| it.contains(" = arith.constant "));
    constants.sort();
    constants.into_iter().chain(others).collect()
}

#[test]
fn the_meaning_stays() {
    let Some(tools) = Tools::find() else { return };
    let mut wrong = Vec::new();
    for code in codes().into_iter().filter(|it| explain(it).unwrap().fix_keeps_meaning) {
        let further = FURTHER_PASSES.iter().filter(|it| it.0 == code).map(|it| &it.1);
        let passes: Vec<&str> = further.chain(NORMAL).copied().collect();
        let mut compared = 0;
        let normal = |text: &str| tools.optimized(text, &passes).map(|it| constants_first(&it));
        for text in rejected(code) {
            let fixes: Vec<Fix> = fixes(Some(code), &text).into_iter().flatten().collect();
            let before = if fixes.is_empty() { continue } else { normal(&text) };
            for fix in &fixes {
                let fixed = apply(&text, fix);
                let after = normal(&fixed);
                compared += usize::from(before.is_ok());
                if before.is_err() || before != after {
                    wrong.push(format!("{code}: {}\n{fixed}\n{before:?}\n{after:?}", fix.title));
                }
            }
        }
        assert!(compared > 0, "{code}");
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
