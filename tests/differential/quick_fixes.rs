//! Every quick fix, on the *Rejected* blocks of its code's page and on the code's fixture: `mlir-opt` accepts the
//! result.

use std::collections::BTreeSet;
use std::path::Path;

use crate::tools::Tools;
use analysis::{Fix, Host, codes, explain};

/// Marks the paragraph of a page that says what its quick fix does.
const HEADING: &str = "\nQuick fix: ";

/// The texts that break the rule of a code: blocks of its page, and the chunks of its fixture.
fn rejected(code: &str) -> Vec<String> {
    let page = explain(code).unwrap().text;
    let section = page.split("\n## ").find(|it| it.starts_with("Rejected")).unwrap_or_default();
    let blocks = section.split("```mlir\n").skip(1).filter_map(|it| it.split("```").next());
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../analysis/test_data/rules/{code}.mlir"));
    let fixture = std::fs::read_to_string(fixture).unwrap_or_default();
    blocks.chain(fixture.split("// -----\n")).map(str::to_owned).collect()
}

/// The fixes of all diagnostics with this code.
fn fixes(code: &str, text: &str) -> Vec<Vec<Fix>> {
    let mut host = Host::new();
    let file = host.add_file(text);
    let found = host.analysis().diagnostics(file).into_iter();
    found.filter(|it| it.code == code).map(|it| it.fixes).filter(|it| !it.is_empty()).collect()
}

fn apply(text: &str, fix: &Fix) -> String {
    let mut edits = fix.edits.clone();
    edits.sort_by_key(|it| (it.range.start(), it.range.end()));
    edits.iter().rev().fold(text.to_owned(), |text, edit| edit.apply(&text))
}

/// The text after the preferred fixes of the code, one after another; there may be several mistakes in a text.
fn fix_rest(code: &str, mut text: String) -> String {
    for _ in 0..8 {
        match fixes(code, &text).first().and_then(|it| it.first()) {
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
    for code in codes() {
        for text in rejected(code) {
            for fix in fixes(code, &text).first().into_iter().flatten() {
                with_fix.insert(code);
                let fixed = fix_rest(code, apply(&text, fix));
                if let Some(complaint) = tools.as_ref().and_then(|it| it.complaint(&fixed)) {
                    wrong.push(format!("{code}: {}\n{complaint}\n{fixed}", fix.title));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    let promised: BTreeSet<_> =
        codes().into_iter().filter(|it| explain(it).unwrap().text.contains(HEADING)).collect();
    assert_eq!(with_fix, promised, "pages say `{}`where there is one", HEADING.trim_start());
}
