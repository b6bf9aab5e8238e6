//! Findings from the cache, and from temporary databases, are those that would be found anew.

use crate::diagnostics::{Depth, Most, slice};
use crate::host::Host;
use crate::versions::Scope;
use base::database::ExecutionLog;
use base::source_file::{Settings, SourceFile};
use proptest::prelude::*;
use proptest::test_runner::Config;
use rules::diagnostic::Diagnostic;
use std::path::Path;
use syntax::{TextEdit, TextRange, TextSize};

/// Texts in which every rule finds something.
pub(crate) fn texts() -> Vec<String> {
    let folder = |path: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    let files = ["test_data/rules", "../examples"].map(folder).into_iter().flat_map(|it| {
        let mut files: Vec<_> = std::fs::read_dir(it).unwrap().map(|it| it.unwrap().path()).collect();
        files.sort();
        files
    });
    let mlir = files.filter(|it| it.extension().is_some_and(|it| it == "mlir"));
    // Some hold what the others do many times over.
    mlir.map(|it| std::fs::read_to_string(it).unwrap()).filter(|it| it.len() < 1 << 15).collect()
}

/// A host that says also what is said on demand.
fn outspoken() -> Host {
    let mut host = Host::new();
    host.set_settings(Settings { severities: rules::codes::severities(), ..Settings::default() });
    host
}

fn fresh(text: &str) -> Vec<Diagnostic> {
    let mut host = outspoken();
    let file = host.add_file(text);
    host.analysis().diagnostics_with_fixes(file)
}

fn size(it: usize) -> TextSize {
    TextSize::try_from(it).unwrap()
}

/// Blanks, line breaks and comments are typed and deleted where they may be.
fn trivial_edit(text: &str, place: prop::sample::Index, kind: usize) -> Option<TextEdit> {
    let blanks: Vec<usize> =
        text.char_indices().filter(|it| it.1 == ' ' || it.1 == '\n').map(|it| it.0).collect();
    let at = *blanks.get(place.index(blanks.len().max(1)))?;
    let insert = [" ", "\n", "  // typed\n", "\n// typed\n", ""][kind];
    let deleted = if insert.is_empty() { 1 } else { 0 };
    // Words do not become one.
    let stays = deleted == 0 || text[at + 1..].starts_with([' ', '\n']) && !text[at..].starts_with('\n');
    stays.then(|| TextEdit { range: TextRange::at(size(at), size(deleted)), insert: insert.to_owned() })
}

proptest! {
    #![proptest_config(Config::with_cases(256))]

    #[test]
    fn blanks_and_comments_change_places_and_nothing_else(
        text in prop::sample::select(texts()),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..5_usize), 1..6),
    ) {
        let mut host = outspoken();
        let file = host.add_file(&text);
        host.analysis().diagnostics(file);
        let mut text = text;
        for (place, kind) in edits {
            let Some(edit) = trivial_edit(&text, place, kind) else { continue };
            text = edit.apply(&text);
            host.edit(file, &edit);
            prop_assert_eq!(host.analysis().diagnostics_with_fixes(file), fresh(&text), "{}", text);
        }
    }
}

#[test]
fn a_comment_is_no_reason_to_look_again() {
    let text = "func.func @f() {\n  // here\n  affine.for %i = 0 to 0 {\n  }\n  return\n}\n";
    let log = ExecutionLog::default();
    let mut host = Host::with_execution_log(log.clone());
    let file = host.add_file(text);
    let before = host.analysis().diagnostics(file);
    assert_eq!(
        before.iter().map(|it| it.code).collect::<Vec<_>>(),
        ["zero-trip-loop", "empty-affine-region"]
    );
    log.lock().unwrap().clear();
    let at = text.find("here").unwrap();
    host.edit(file, &TextEdit { range: TextRange::empty(size(at)), insert: "it is ".to_owned() });
    let after = host.analysis().diagnostics(file);
    assert_eq!(after[0].range, before[0].range + size("it is ".len()));
    let log = log.lock().unwrap();
    assert!(!log.iter().any(|it| it.starts_with("findings") || it.starts_with("lowering(")), "{log:?}");
}

/// So many functions that they are analysed in temporary databases.
#[test]
fn many_functions_are_told_what_each_is_told_alone() {
    let function = |number: usize| {
        format!(
            "func.func @f{number}(%m: memref<{}xf32>, %a: f32) {{
  affine.store %a, %m[#map(3)] : memref<{}xf32>
  affine.for %i = 0 to {} {{
    affine.store %a, %m[%i] : memref<{}xf32>
    %x = affine.load %m[%i + 1] : memref<{}xf32>
    affine.store %x, %m[%i] : memref<{}xf32>
  }}
  func.call @f0(%m, %a) : (memref<8xf32>, f32) -> ()
  return
}}
",
            8,
            8,
            number % 11,
            8,
            8,
            8
        )
        .replace("[#map(3)]", "[3]")
    };
    let alone: Vec<String> = (0..100).map(function).collect();
    let codes = |found: &[Diagnostic]| -> Vec<(&'static str, String)> {
        found.iter().map(|it| (it.code, it.message.to_string())).collect()
    };
    let mut host = outspoken();
    let file = host.add_file(&alone.concat());
    let together = codes(&host.analysis().diagnostics(file));
    let mut one_by_one = Vec::new();
    for (number, text) in alone.iter().enumerate() {
        let callee = if number == 0 { "" } else { "func.func private @f0(memref<8xf32>, f32)\n" };
        one_by_one.extend(codes(&fresh(&format!("{callee}{text}"))));
    }
    assert!(one_by_one.iter().any(|it| it.0 == "subscript-out-of-bounds"));
    assert_eq!(together, one_by_one);
}

/// A function too large to be looked at as a whole with every keystroke.
#[test]
fn typing_in_a_large_function_tells_what_a_fresh_look_tells() {
    let statement = |it: usize| {
        format!(
            "    %a{it} = affine.load %m[%i] : memref<8xf32>\n    affine.store %a{it}, %m[%i] : memref<8xf32>\n"
        )
    };
    let statements: String = (0..800).map(statement).collect();
    let mut text = format!(
        "func.func @f(%m: memref<8xf32>) {{\n  affine.for %i = 0 to 8 {{\n{statements}  }}\n  return\n}}\n"
    );
    assert!(text.len() > slice::LEAST_BYTES);
    let log = ExecutionLog::default();
    let mut host = Host::with_execution_log(log.clone());
    let file = host.add_file(&text);
    let most = Most { errors: 100, others: 0, near: size(0) };
    let at_once = |host: &Host, file| host.analysis().some_diagnostics(file, Depth::AtOnce, most);
    assert_eq!(at_once(&host, file), []);
    let ran = || log.lock().unwrap().iter().filter(|it| it.starts_with("findings")).count();
    let before = ran();
    for (behind, insert, code) in [
        ("%a400", "x", "undefined-value"),
        ("%a400x = affine.load ", " ", "undefined-value"),
        ("%a500 = affine.load %m[", "%i, ", "subscript-rank-mismatch"),
        ("%i = 0 to 8", "0", "subscript-rank-mismatch"),
    ] {
        let at = text.find(behind).unwrap() + behind.len();
        let edit = TextEdit { range: TextRange::empty(size(at)), insert: insert.to_owned() };
        text = edit.apply(&text);
        host.edit(file, &edit);
        let mut other = outspoken();
        let fresh = other.add_file(&text);
        let found = at_once(&host, file);
        assert_eq!(ran(), before, "all of the function was looked at: {behind}");
        assert_eq!(found, at_once(&other, fresh), "{behind}");
        assert!(found.iter().any(|it| it.code == code), "{found:?}");
    }
    assert_eq!(host.analysis().diagnostics_with_fixes(file), fresh(&text));
}

/// The nests of a large function; every kind of hint applies to some.
const NESTS: &[&str] = &[
    "  affine.for %i = 0 to 16 {\n    affine.for %j = 0 to 16 {\n      %v = affine.load %a[%i, %j] : memref<16x16xf32>\n      affine.store %v, %b[%i, %j] : memref<16x16xf32>\n    }\n  }\n",
    "  affine.for %i = 1 to 16 {\n    affine.for %j = 0 to 16 {\n      %v = affine.load %b[%i - 1, %j] : memref<16x16xf32>\n      affine.store %v, %b[%i, %j] : memref<16x16xf32>\n    }\n  }\n",
    "  affine.for %i = 0 to 16 {\n    %t = affine.for %j = 0 to 16 iter_args(%u = %s) -> (f32) {\n      %v = affine.load %b[%i, %j] : memref<16x16xf32>\n      %w = arith.addf %u, %v : f32\n      affine.yield %w : f32\n    }\n    affine.store %t, %c[%i] : memref<16xf32>\n  }\n",
    "  affine.for %i = 0 to %n {\n    %v = affine.load %c[%i] : memref<16xf32>\n    affine.store %v, %a[%i, 0] : memref<16x16xf32>\n  }\n",
    "  affine.parallel (%i) = (0) to (16) {\n    affine.store %s, %c[%i] : memref<16xf32>\n    %v = affine.load %c[15 - %i] : memref<16xf32>\n    affine.store %v, %a[%i, 1] : memref<16x16xf32>\n  }\n",
    "  affine.store %s, %c[3] : memref<16xf32>\n  affine.store %s, %c[3] : memref<16xf32>\n",
    "  %d# = memref.alloc() : memref<16xf32>\n  %e# = affine.load %d#[2] : memref<16xf32>\n  memref.dealloc %d# : memref<16xf32>\n",
    "  affine.if affine_set<()[s0] : (s0 - 4 >= 0)>()[%n] {\n    affine.store %s, %a[%n, 0] : memref<16x16xf32>\n  }\n",
];

/// Edits: where, the typed text, and the number of deleted letters.
const TYPED: &[(&str, &str, usize)] = &[
    ("%v", "x", 0),
    ("%i", "j", 1),
    (" = 0 to 1", "7", 1),
    (" = ", "0", 0),
    ("affine.load %", "b", 1),
    ("affine.load %", "c", 1),
    ("affine.store %", "s", 1),
    ("\n", "\n", 0),
    ("\n", "  %new = arith.constant 3 : index\n", 0),
    ("\n", "  affine.store %s, %c[4] : memref<16xf32>\n", 0),
    ("\n", "  affine.for %k = 0 to 4 {\n  }\n", 0),
    (" {", "", 1),
    ("  }", "", 1),
    ("[%i", " + 1", 0),
    ("f32", "x", 0),
];

proptest! {
    #![proptest_config(sample())]

    /// Whatever is edited in one large function, and however much was looked at between the edits.
    #[test]
    fn edits_in_a_large_function_leave_what_a_fresh_look_finds(
        nests in prop::collection::vec(prop::sample::select(NESTS), 20..60),
        edits in prop::collection::vec((prop::sample::select(TYPED), any::<prop::sample::Index>(), 0..4_usize), 1..7),
        asked in any::<prop::sample::Index>(),
    ) {
        let body: String = nests.iter().enumerate().map(|(it, nest)| nest.replace('#', &it.to_string())).collect();
        let mut text = format!(
            "func.func @f(%a: memref<16x16xf32>, %n: index, %s: f32) {{\n  %b = memref.alloc() : memref<16x16xf32>\n  %c = memref.alloc() : memref<16xf32>\n{body}  return\n}}\n"
        );
        let mut host = outspoken();
        let file = host.add_file(&text);
        host.analysis().diagnostics(file);
        for ((behind, insert, deleted), place, depth) in edits {
            let places: Vec<usize> = text.match_indices(behind).map(|it| it.0 + behind.len()).collect();
            let Some(at) = places.get(place.index(places.len().max(1))) else { continue };
            let end = at + text[*at..].chars().take(deleted).map(char::len_utf8).sum::<usize>();
            let edit = TextEdit { range: TextRange::new(size(*at), size(end)), insert: insert.to_owned() };
            text = edit.apply(&text);
            host.edit(file, &edit);
            let most = Most { errors: 1_000, others: 1_000, near: size(*at) };
            match depth {
                0 => continue,
                1 => _ = host.analysis().some_diagnostics(file, Depth::AtOnce, most),
                2 => _ = answers(&host, file, *at),
                _ => _ = host.analysis().some_diagnostics(file, Depth::Full, most),
            }
        }
        prop_assert_eq!(host.analysis().diagnostics_with_fixes(file), fresh(&text), "{}", text);
        let mut other = outspoken();
        let again = other.add_file(&text);
        let whole = TextRange::up_to(size(text.len()));
        let half = TextRange::new(size(text.len() / 3), size(text.len() / 2));
        let hints = host.analysis().inlay_hints(file, whole, &|_| true);
        prop_assert_eq!(&hints, &other.analysis().inlay_hints(again, whole, &|_| true), "{}", text);
        let inside: Vec<_> = hints.into_iter().filter(|it| half.contains_inclusive(it.offset)).collect();
        prop_assert_eq!(host.analysis().inlay_hints(file, half, &|_| true), inside, "{}", text);
        let at = text.floor_char_boundary(asked.index(text.len()));
        prop_assert_eq!(answers(&host, file, at), answers(&other, again, at), "at {} of {}", at, text);
    }
}

/// In the long profile all of its cases.
fn sample() -> Config {
    let cases = Config::default().cases;
    Config::with_cases(if cases > 1_000 { cases } else { cases.div_ceil(10) })
}

/// What is said about a place, and in all of the file but its diagnostics.
fn answers(host: &Host, file: SourceFile, at: usize) -> String {
    let (analysis, at) = (host.analysis(), size(at));
    let hover = analysis.hover(file, at);
    let actions: Vec<_> = analysis
        .actions(file, TextRange::empty(at))
        .into_iter()
        .map(|it| (it.request.to_string(), it.title, it.disabled, it.range))
        .collect();
    let highlights = analysis.document_highlights(file, at);
    let parts: Vec<_> = analysis
        .isolated_ops(file, Scope::Callees)
        .iter()
        .map(|it| {
            let lenses = analysis.code_lenses_in(file, it);
            (lenses, analysis.folding_ranges_in(file, it), analysis.semantic_tokens_in(file, it))
        })
        .collect();
    format!("{hover:#?}\n{actions:#?}\n{highlights:#?}\n{parts:?}")
}

/// Where not everything is shown, what is shown is the nearest, and functions far away are not looked at.
#[test]
fn what_is_shown_is_the_nearest_and_no_more_is_computed() {
    let function = |it: usize| {
        let blanks = " ".repeat(it * 37 % 400);
        format!("func.func @f{it}() {{\n  affine.for %i = 0 to 0 {{{blanks}\n  }}\n  return\n}}\n")
    };
    let text: String = (0..1_000).map(function).collect();
    let all = fresh(&text);
    for (near, others) in [(0, 5), (text.len() / 2, 40), (text.len(), 1), (text.len() / 3, 700), (7, 5_000)] {
        let distance = |it: &Diagnostic| (usize::from(it.range.start()).abs_diff(near), it.severity);
        let mut nearest: Vec<_> = all.iter().collect();
        nearest.sort_by_key(|it| distance(it));
        nearest.truncate(others);
        nearest.sort_by_key(|it| (it.range.start(), it.range.end(), it.severity, it.code));
        let log = ExecutionLog::default();
        let mut host = Host::with_execution_log(log.clone());
        let file = host.add_file(&text);
        let most = Most { errors: 100, others, near: size(near) };
        let found = host.analysis().some_diagnostics(file, Depth::Full, most);
        let places = |it: &Diagnostic| (it.range, it.code);
        assert_eq!(
            found.iter().map(places).collect::<Vec<_>>(),
            nearest.into_iter().map(places).collect::<Vec<_>>()
        );
        let lowered = log.lock().unwrap().iter().filter(|it| it.starts_with("lowering(")).count();
        assert!(others > 500 || lowered < 500, "{others} {lowered}");
    }
}

/// Errors nearby come first, and those that are known already stay.
#[test]
fn errors_nearby_come_before_those_far_away() {
    let function =
        |it: usize| format!("func.func @f{it}() {{\n  \"a.b\"(%x{it}) : (index) -> ()\n  return\n}}\n");
    let text: String = (0..1_000).map(function).collect();
    let mut host = Host::new();
    let file = host.add_file(&text);
    let most = |near: usize| Most { errors: 5_000, others: 0, near: size(near) };
    let places = |host: &Host, depth, near| -> Vec<TextSize> {
        let found = host.analysis().some_diagnostics(file, depth, most(near));
        found.iter().map(|it| it.range.start()).collect()
    };
    let first = places(&host, Depth::Nearby, 0);
    assert!((50..500).contains(&first.len()), "{}", first.len());
    assert!(first.is_sorted() && usize::from(first[0]) < 100);
    let last = places(&host, Depth::Nearby, text.len());
    assert_eq!(last[..first.len()], first);
    assert!(usize::from(*last.last().unwrap()) > text.len() - 100);
    assert_eq!(places(&host, Depth::AtOnce, 0).len(), 1_000);
}

/// The returned value of a function decides about the memory of its unchanged callers.
#[test]
fn a_callee_that_returns_something_else_changes_what_its_caller_is_told() {
    let text = "func.func @one(%a: memref<64xf32>, %b: memref<64xf32>) -> memref<64xf32> {
  return %a : memref<64xf32>
}
func.func @f(%m: memref<64xf32>, %n: memref<64xf32>) {
  %r = func.call @one(%n, %m) : (memref<64xf32>, memref<64xf32>) -> memref<64xf32>
  %z = arith.constant 0.0 : f32
  %s = affine.for %j = 0 to 63 iter_args(%t = %z) -> f32 {
    %v = affine.load %m[%j] : memref<64xf32>
    affine.store %v, %r[%j + 1] : memref<64xf32>
    %w = arith.addf %t, %v : f32
    affine.yield %w : f32
  }
  affine.store %s, %n[0] : memref<64xf32>
  return
}
";
    let mut host = outspoken();
    let file = host.add_file(text);
    let before = host.analysis().diagnostics_with_fixes(file);
    let at = text.find("return %a").unwrap() + "return ".len();
    let edit = TextEdit { range: TextRange::at(size(at), size(2)), insert: "%b".to_owned() };
    host.edit(file, &edit);
    let after = host.analysis().diagnostics_with_fixes(file);
    assert_eq!(after, fresh(&edit.apply(text)));
    assert_ne!(before, after);
}
