//! Programs in old spellings, as `source.modernize` writes them today.

mod old_programs;

use crate::tools::Tools;
use analysis::{Host, Severity, TextRange, TextSize};

const PROGRAMS: &[(&str, &str)] = &[
    ("the dialect's documentation", include_str!("legacy/documentation.mlir")),
    ("vectorized reductions", include_str!("legacy/reductions.mlir")),
    ("the standard dialect", include_str!("legacy/standard_dialect.mlir")),
    ("operations that moved", include_str!("legacy/moved_operations.mlir")),
    ("data layouts", include_str!("legacy/data_layouts.mlir")),
    ("typed pointers", include_str!("legacy/typed-pointers.mlir")),
    ("the first release", include_str!("legacy/first_release.mlir")),
];

fn modernized(text: &str) -> Option<String> {
    let mut host = Host::new();
    let file = host.add_file(text);
    let analysis = host.analysis();
    let actions = analysis.actions(file, TextRange::up_to(TextSize::of(text)));
    let action = actions.iter().find(|it| it.kind == "source.modernize")?;
    let edits = analysis.resolve_action(file, &action.request).ok()?;
    Some(edits.iter().rev().fold(text.to_owned(), |text, edit| edit.apply(&text)))
}

#[test]
fn the_oracle_accepts_what_is_written() {
    let tools = Tools::find();
    for (name, old) in PROGRAMS {
        let new = modernized(old).unwrap();
        if let Some(complaint) = tools.as_ref().and_then(|it| it.complaint(&new)) {
            panic!("{name}: {complaint}\n{new}");
        }
        assert_eq!(modernized(&new), None, "{name}: nothing old is left\n{new}");
        let comments = |text: &str| {
            text.lines().filter_map(|it| it.split_once("//")).map(|it| it.1.to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(comments(old), comments(&new), "{name}");
    }
}

/// One error per old place, and nothing follows from it.
#[test]
fn nothing_is_said_twice() {
    const OLD: &[&str] = &[
        "invalid-keyword",
        "legacy-inline-map",
        "legacy-inline-set",
        "legacy-syntax",
        "parallel-reduction-kind",
        "reduction-kind",
        "unknown-dialect",
        "unknown-operation",
        "unqualified-operation",
    ];
    for (name, text) in PROGRAMS {
        let mut host = Host::new();
        let file = host.add_file(text);
        let found = host.analysis().diagnostics_with_fixes(file);
        for it in found.iter().filter(|it| it.severity == Severity::Error) {
            assert!(OLD.contains(&it.code), "{name}: {} {}", it.code, it.message);
            assert!(it.fixes.iter().any(|fix| fix.modernizes), "{name}: {} has no fix", it.message);
        }
    }
}

/// Of 300 programs at random nine of ten are at least what MLIR takes today, once they are modernized, and then nothing in them
/// is old any more.
#[test]
fn programs_of_older_versions() {
    let Some(tools) = Tools::find() else { return };
    let mut refused = Vec::new();
    for seed in 0..300 {
        let old = old_programs::program(seed);
        let new = modernized(&old).unwrap_or_else(|| old.clone());
        let comments = |text: &str| text.matches("// what follows is old").count();
        assert_eq!(comments(&old), comments(&new), "{old}\n{new}");
        refused.extend(tools.complaint(&new).map(|it| format!("{seed}: {it}\n{new}")));
    }
    assert!(refused.len() <= 30, "{} of 300\n{}", refused.len(), refused.join("\n"));
    println!("{} of 300 programs are refused", refused.len());
}
