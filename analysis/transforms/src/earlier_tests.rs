//! Results about nests that are kept from earlier texts equal those found anew.

use crate::fuse::recommended;
use crate::vectorize::best;
use base::database::ExecutionLog;
use base::isolated_op::isolated_ops;
use base::source_file::{Settings, SourceFile};
use base::workspace::Workspace;
use presburger::Budget;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::Config;

/// Pieces of functions; `#` is a number of a line, so that names are seldom defined twice.
const PIECES: &[&str] = &[
    "affine.for %i = 0 to 16 {\n  affine.store %s, %a[%i] : memref<16xf32>\n}\n",
    "affine.for %i = 0 to 16 {\n  %v = affine.load %a[%i] : memref<16xf32>\n  affine.store %v, %b[%i] : memref<16xf32>\n}\n",
    "affine.for %i = 0 to 16 {\n  %v = affine.load %b[%i] : memref<16xf32>\n  affine.store %v, %c[%i] : memref<16xf32>\n}\n",
    "affine.for %i = 1 to 15 {\n  %v = affine.load %a[%i + 1] : memref<16xf32>\n  %w = affine.load %a[%i - 1] : memref<16xf32>\n  %u = arith.addf %v, %w : f32\n  affine.store %u, %c[%i] : memref<16xf32>\n}\n",
    "affine.for %i = 0 to %k {\n  %v = affine.load %b[%i] : memref<16xf32>\n  affine.store %v, %a[%i] : memref<16xf32>\n}\n",
    "affine.for %i = 0 to 16 {\n  affine.for %j = 0 to 4 {\n    %v = affine.load %b[%j] : memref<16xf32>\n    affine.store %v, %d[%i, %j] : memref<16x4xf32>\n  }\n}\n",
    "affine.for %i = 0 to 16 {\n  affine.for %j = 0 to 4 {\n    %v = affine.load %d[%i, %j] : memref<16x4xf32>\n    affine.store %v, %a[%i] : memref<16xf32>\n  }\n}\n",
    "affine.for %o = 0 to 4 {\n  affine.for %i = 0 to 16 {\n    affine.store %s, %c[%i] : memref<16xf32>\n  }\n  affine.for %i = 0 to 16 {\n    %v = affine.load %c[%i] : memref<16xf32>\n    affine.store %v, %b[%i] : memref<16xf32>\n  }\n}\n",
    "%r# = affine.for %i = 0 to 16 iter_args(%t = %s) -> (f32) {\n  %v = affine.load %a[%i] : memref<16xf32>\n  %w = arith.addf %t, %v : f32\n  affine.yield %w : f32\n}\n",
    "affine.for %i = 0 to 16 {\n  affine.for %j = 0 to 16 {\n    %v = affine.load %a[%j] : memref<16xf32>\n    %w = affine.load %b[%i] : memref<16xf32>\n    %u = arith.addf %v, %w : f32\n    affine.store %u, %b[%i] : memref<16xf32>\n  }\n}\n",
    "affine.store %s, %b[%k] : memref<16xf32>\n",
    "%x# = affine.load %a[3] : memref<16xf32>\n",
    "%e# = memref.alloc() : memref<16xf32>\n",
    "func.call @g(%b) : (memref<16xf32>) -> ()\n",
    "%q# = memref.cast %c : memref<16xf32> to memref<?xf32>\n",
    "\"test.op\"(%c) : (memref<16xf32>) -> ()\n",
    "memref.dealloc %a : memref<16xf32>\n",
    "// a comment\n",
];

const HEADS: &[&str] = &[
    "%a = memref.alloc() : memref<16xf32>\n",
    "%a = memref.alloca() : memref<16xf32>\n",
    "%a = func.call @h() : () -> memref<16xf32>\n",
    "%a = memref.get_global @m : memref<16xf32>\n",
];
const BOUNDS: &[&str] = &["8", "16", "12"];

/// Texts and their replacements, at one of the places where they occur.
const CHANGES: &[(&str, &str)] = &[
    ("%a", "%b"),
    ("%b", "%c"),
    ("%c", "%a"),
    ("%v", "%vx"),
    ("16 {", "8 {"),
    ("0 to", "1 to"),
    ("[%i]", "[15 - %i]"),
    ("[%i + 1]", "[%i]"),
    ("%k = arith.constant 16", "%k = arith.constant 8"),
    ("%k = arith.constant 8", "%k = arith.constant 16"),
    ("memref.alloc()", "memref.alloca()"),
    ("affine.store", "affine.stor"),
    ("{", ""),
    ("}", ""),
    ("\n", "\n\n"),
    ("16x4", "17x4"),
    ("%s", "%r1"),
    ("%t, %v", "%v, %v"),
    ("private @h", "private @hh"),
    ("return\n}\n", "func.call @g(%a) : (memref<16xf32>) -> ()\nreturn\n}\n"),
];

fn function(head: &str, bound: &str, pieces: &[&str]) -> String {
    let pieces: String =
        pieces.iter().enumerate().map(|(number, it)| it.replace('#', &number.to_string())).collect();
    format!(
        "memref.global @m : memref<16xf32>\nfunc.func private @g(memref<16xf32>)\nfunc.func private @h() -> memref<16xf32>\n\
         func.func @f(%s: f32) {{\n%k = arith.constant {bound} : index\n{head}%b = memref.alloc() : memref<16xf32>\n\
         %c = memref.alloc() : memref<16xf32>\n%d = memref.alloc() : memref<16x4xf32>\n{pieces}return\n}}\n"
    )
}

/// The recommendations in each function, and the steps that fusion takes.
fn all(workspace: &Workspace, file: SourceFile) -> Vec<String> {
    let db = &workspace.db;
    let found = isolated_ops(db, file).iter().map(|op| {
        let budget = Budget::new(u64::MAX);
        let found = recommended(db, *op, workspace.settings(), &budget);
        let vectorized = best(db, *op, workspace.settings());
        format!("{found:?} in {} steps, {vectorized:?}", budget.spent())
    });
    found.collect()
}

fn fresh(text: &str, settings: Settings) -> Vec<String> {
    let mut workspace = Workspace::default();
    workspace.set_settings(settings);
    let file = workspace.add_file(text);
    all(&workspace, file)
}

fn changed(text: &str, (from, to): (&str, &str), place: Index) -> Option<String> {
    let places: Vec<usize> = text.match_indices(from).map(|it| it.0).collect();
    let at = *places.get(place.index(places.len().max(1)))?;
    Some(format!("{}{to}{}", &text[..at], &text[at + from.len()..]))
}

/// One nest of many is changed: few pairs are new.
#[test]
fn few_pairs_are_looked_at_again() {
    let nest = |it: usize| {
        let (from, to) = (["%a", "%b", "%c"][it % 3], ["%a", "%b", "%c"][(it + 1) % 3]);
        format!(
            "affine.for %i = 0 to 16 {{\n  %v = affine.load {from}[%i] : memref<16xf32>\n  affine.store %v, {to}[%i] : memref<16xf32>\n}}\n"
        )
    };
    let nests: Vec<String> = (0..60).map(nest).collect();
    let pieces: Vec<&str> = nests.iter().map(|it| &**it).collect();
    let mut text = function(HEADS[0], "16", &pieces);
    let log = ExecutionLog::default();
    let mut workspace = Workspace::with_execution_log(log.clone());
    let file = workspace.add_file(&text);
    let ran = |query: &str| log.lock().unwrap().iter().filter(|it| it.starts_with(query)).count();
    all(&workspace, file);
    let before = ran("must_stay(");
    assert!(before > 500, "{before}");
    let place = text.match_indices("%i = 0 to 16").nth(59).unwrap().0;
    text.replace_range(place.., &text[place..].replacen("0 to 16", "1 to 16", 1));
    workspace.set_text(file, &text);
    all(&workspace, file);
    let again = ran("must_stay(") - before;
    assert!((1..50).contains(&again), "{again} of {before}");
    assert_eq!(all(&workspace, file), fresh(&text, Settings::default()));
}

proptest! {
    #![proptest_config(Config::with_cases(Config::default().cases / 4))]

    #[test]
    fn edits_change_what_is_recommended_as_a_fresh_look_does(
        head in select(HEADS),
        bound in select(BOUNDS),
        pieces in prop::collection::vec(select(PIECES), 2..9),
        changes in prop::collection::vec((select(CHANGES), any::<Index>()), 1..6),
        inserted in (select(PIECES), any::<Index>()),
    ) {
        let mut text = function(head, bound, &pieces);
        let mut workspace = Workspace::default();
        let file = workspace.add_file(&text);
        prop_assert_eq!(all(&workspace, file), fresh(&text, Settings::default()));
        let (piece, place) = inserted;
        let insertion = ("\naffine.for", format!("\n{}affine.for", piece.replace('#', "99")));
        let changes = changes.iter().map(|it| (it.0.0, it.0.1.to_owned(), it.1));
        for (from, to, place) in changes.chain([(insertion.0, insertion.1, place)]) {
            let Some(next) = changed(&text, (from, &to), place) else { continue };
            text = next;
            workspace.set_text(file, &text);
            prop_assert_eq!(all(&workspace, file), fresh(&text, Settings::default()), "{}", text);
        }
        let maximal = Settings { maximal_fusion: true, ..Settings::default() };
        workspace.set_settings(maximal.clone());
        prop_assert_eq!(all(&workspace, file), fresh(&text, maximal), "{}", text);
    }
}
