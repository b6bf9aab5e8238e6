//! Typing in one function recomputes nothing about another.

use analysis::ods::{ImportedOp, Registry};
use analysis::{ExecutionLog, Host, Scope, SourceFile, TextEdit, TextRange, TextSize};
use std::sync::Arc;

const TEXT: &str = "#map = affine_map<(d0) -> (d0 + 1)>
func.func @first(%m: memref<16xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.store %x, %m[%i] : memref<16xf32>
    %0 = affine.load %m[%i + 2] : memref<16xf32>
  }
  return
}
func.func @second(%m: memref<16xf32>, %x: f32) {
  affine.for %j = 0 to 8 {
    %k = affine.apply #map(%j)
    affine.store %x, %m[%k] : memref<16xf32>
    %0 = affine.load %m[%j] : memref<16xf32>
  }
  return
}
";

struct Session {
    host: Host,
    file: SourceFile,
    log: ExecutionLog,
    text: String,
}

impl Session {
    fn new() -> Self {
        let log = ExecutionLog::default();
        let mut host = Host::with_execution_log(log.clone());
        let file = host.add_file(TEXT);
        Self { host, file, log, text: TEXT.to_owned() }
    }

    /// Asks what an editor asks, in both functions, and returns the memoised queries that ran.
    fn ask(&self) -> Vec<String> {
        let analysis = self.host.analysis();
        self.log.lock().expect("no query panicked").clear();
        for (offset, _) in self.text.match_indices("affine.") {
            analysis.hover(self.file, TextSize::try_from(offset).expect("a short text"));
        }
        for (offset, _) in self.text.match_indices('%') {
            analysis.references(self.file, TextSize::try_from(offset).expect("a short text"));
        }
        analysis.document_symbols(self.file, usize::MAX);
        analysis.diagnostics(self.file);
        analysis.semantic_tokens(self.file, TextRange::up_to(TextSize::of(&self.text)));
        analysis.inlay_hints(self.file, TextRange::up_to(TextSize::of(&self.text)), &|_| true);
        for op in analysis.isolated_ops(self.file, Scope::Callees) {
            analysis.code_lenses_in(self.file, &op);
        }
        self.log.lock().expect("no query panicked").clone()
    }

    /// Replaces the first occurrence.
    fn replace(&mut self, old: &str, new: &str) {
        let start = self.text.find(old).expect("the text holds it");
        let range = TextRange::at(TextSize::try_from(start).expect("a short text"), TextSize::of(old));
        self.host.edit(self.file, &TextEdit { range, insert: new.to_owned() });
        self.text.replace_range(start..start + old.len(), new);
    }
}

/// How often each of the queries about one isolated op ran.
fn count(log: &[String], query: &str) -> usize {
    log.iter().filter(|it| it.starts_with(&format!("{query}("))).count()
}

const QUERIES: [&str; 3] = ["lowering", "dependences", "outline"];

#[test]
fn first_questions_analyse_both_functions() {
    let log = Session::new().ask();
    for query in QUERIES {
        assert_eq!(count(&log, query), 2, "{query}: {log:#?}");
    }
}

#[test]
fn same_questions_again_compute_nothing() {
    let session = Session::new();
    session.ask();
    assert_eq!(session.ask(), Vec::<String>::new());
}

#[test]
fn edit_in_one_function_leaves_the_other_alone() {
    let mut session = Session::new();
    session.ask();
    session.replace("%i + 2", "%i + 3");
    let log = session.ask();
    for query in QUERIES {
        assert_eq!(count(&log, query), 1, "{query}: {log:#?}");
    }
}

#[test]
fn edit_that_only_moves_functions_analyses_none() {
    let mut session = Session::new();
    session.ask();
    session.replace("#map =", "// Maps.\n\n#map =");
    let log = session.ask();
    for query in QUERIES {
        assert_eq!(count(&log, query), 0, "{query}: {log:#?}");
    }
}

#[test]
fn new_alias_analyses_none() {
    let mut session = Session::new();
    session.ask();
    session.replace("#map =", "#other = affine_map<() -> ()>\n#map =");
    let log = session.ask();
    for query in QUERIES {
        assert_eq!(count(&log, query), 0, "{query}: {log:#?}");
    }
}

#[test]
fn changed_alias_analyses_its_users() {
    let mut session = Session::new();
    session.ask();
    session.replace("d0 + 1", "d0 + 2");
    let log = session.ask();
    assert_eq!(count(&log, "lowering"), 1, "{log:#?}");
}

#[test]
fn half_typed_line_in_one_function_leaves_the_other_alone() {
    let mut session = Session::new();
    session.ask();
    session.replace("    %0 = affine.load %m[%i + 2] : memref<16xf32>\n", "    %0 = affine.load %m[%i +\n");
    let log = session.ask();
    for query in QUERIES {
        assert_eq!(count(&log, query), 1, "{query}: {log:#?}");
    }
}

/// The keys of the queries that ran, as salsa prints them.
fn keys(log: &[String]) -> Vec<&str> {
    log.iter().filter_map(|it| it.split_once('(')?.1.strip_suffix(')')).collect()
}

/// The key of one isolated op: of all memoised queries about it.
fn key_of_changed_op(log: &[String]) -> String {
    let ir: Vec<_> = log.iter().filter_map(|it| it.strip_prefix("lowering(")?.strip_suffix(')')).collect();
    assert_eq!(ir.len(), 1, "{log:#?}");
    ir[0].to_owned()
}

/// Edits in the first function: what stands there, and what stands there then.
const EDITS_IN_FIRST: [(&str, &str, &str); 9] = [
    ("a subscript", "%i + 2", "%i + 3"),
    ("a bound", "0 to 8", "1 to 9"),
    ("the name of a value", "%0 = affine.load", "%loaded = affine.load"),
    ("the name of a loop's variable, half way", "affine.for %i", "affine.for %index"),
    ("a comment", "  affine.for", "  // All of them.\n  affine.for"),
    ("a new line", "    affine.store", "\n    affine.store"),
    ("a new statement at the top", "  affine.for", "  %c = arith.constant 1 : index\n  affine.for"),
    ("a statement less", "    affine.store %x, %m[%i] : memref<16xf32>\n", ""),
    ("a half-typed line", " %m[%i + 2] : memref<16xf32>", " %m[%i +"),
];

#[test]
fn no_edit_in_one_function_runs_a_query_about_the_other() {
    for (edit, old, new) in EDITS_IN_FIRST {
        let mut session = Session::new();
        session.ask();
        session.replace("%m[%j] :", "%m[%j + 1] :");
        let second = key_of_changed_op(&session.ask());
        session.replace(old, new);
        let log = session.ask();
        assert_eq!(count(&log, "lowering"), 1, "{edit}: {log:#?}");
        assert!(count(&log, "isolated_op") <= 1, "{edit}: {log:#?}");
        assert!(!keys(&log).contains(&&*second), "{edit}: {log:#?}");
    }
}

/// A loop around this many stores and loads of one array, no two of which pose the same problem.
const STATEMENTS: usize = 40;

fn statements() -> String {
    statements_of(STATEMENTS)
}

fn statements_of(count: usize) -> String {
    let statement = |it: usize| {
        // Coefficients differ, so that every access has a shape of its own.
        let subscript = format!("{} * %i + %j", it + 1);
        match it % 2 {
            0 => format!("    affine.store %x, %m[{subscript}] : memref<4096xf32>\n"),
            _ => format!("    %{it} = affine.load %m[{subscript}] : memref<4096xf32>\n"),
        }
    };
    let body: String = (0..count).map(statement).collect();
    format!(
        "func.func @f(%m: memref<4096xf32>, %x: f32) {{
  affine.for %i = 0 to 8 {{
   affine.for %j = 0 to 8 {{
{body}   }}
  }}
  return
}}
"
    )
}

fn session_with(text: String) -> Session {
    let log = ExecutionLog::default();
    let mut host = Host::with_execution_log(log.clone());
    let file = host.add_file(&text);
    Session { host, file, log, text }
}

/// How many pairs of accesses are solved when the dependences are asked for.
fn solved_pairs(session: &Session) -> usize {
    session.log.lock().expect("no query panicked").clear();
    session.host.analysis().dependences(session.file);
    count(&session.log.lock().expect("no query panicked"), "conflicts")
}

#[test]
fn edit_of_a_statement_solves_its_pairs_again() {
    let mut session = session_with(statements());
    let (stores, loads) = (STATEMENTS / 2, STATEMENTS / 2);
    // Both orders of a pair are one problem, and two loads are none.
    assert_eq!(solved_pairs(&session), stores * loads + stores * (stores + 1) / 2);
    assert_eq!(solved_pairs(&session), 0);
    session.replace("%m[1 * %i + %j]", "%m[50 * %i + %j]");
    assert_eq!(solved_pairs(&session), loads + stores, "a store with each other access and with itself");
    session.replace("%m[2 * %i + %j]", "%m[60 * %i + %j]");
    assert_eq!(solved_pairs(&session), stores, "a load with each store");
    session.replace("%m[50 * %i + %j]", "%m[1 * %i + %j]");
    session.replace("%m[60 * %i + %j]", "%m[2 * %i + %j]");
    assert_eq!(solved_pairs(&session), 0, "solutions of earlier texts are kept");
}

#[test]
fn new_statement_solves_its_own_pairs() {
    let mut session = session_with(statements());
    solved_pairs(&session);
    let last = "   }\n  }\n  return";
    session.replace(last, &format!("    affine.store %x, %m[70 * %i + %j] : memref<4096xf32>\n{last}"));
    assert_eq!(solved_pairs(&session), STATEMENTS + 1);
}

/// The pairs of this many accesses, each with itself too.
fn pairs_of(accesses: usize) -> usize {
    accesses * (accesses + 1) / 2
}

#[test]
fn one_statement_of_two_hundred_solves_a_hundredth_of_the_pairs() {
    const ACCESSES: usize = 200;
    let mut session = session_with(statements_of(ACCESSES));
    solved_pairs(&session);
    let most = pairs_of(ACCESSES) / 100;
    let line = "    affine.store %x, %m[1 * %i + %j] : memref<4096xf32>\n";
    for (edit, old, new) in [
        ("a store's subscript", "%m[1 * %i", "%m[500 * %i"),
        ("a load's subscript", "%m[2 * %i", "%m[600 * %i"),
        ("a comment", "   affine.for %j", "   // Columns.\n   affine.for %j"),
        ("a new line", "    affine.store", "\n    affine.store"),
        ("the name of a value", "%x: f32", "%y: f32, %x: f32"),
        ("a statement less", line.replace('1', "500").as_str(), ""),
    ] {
        session.replace(old, new);
        let solved = solved_pairs(&session);
        assert!(solved <= most, "{edit}: {solved} of {} pairs", pairs_of(ACCESSES));
    }
    let head = "   affine.for %j = 0 to 8 {\n";
    session.replace(head, &format!("{head}    affine.store %x, %m[700 * %i + %j] : memref<4096xf32>\n"));
    assert_eq!(
        solved_pairs(&session),
        ACCESSES,
        "a new store at the top with each other access and with itself"
    );
}

#[test]
fn equal_functions_share_their_problems() {
    let text = statements();
    let copy = text.replace("@f", "@g").replace("%i", "%outer").replace("%m", "%array");
    let alone = solved_pairs(&session_with(text.clone()));
    assert_eq!(solved_pairs(&session_with(format!("{text}{copy}"))), alone);
}

#[test]
fn accesses_that_differ_by_constants_share_their_problems() {
    let body: String =
        (0..20).map(|it| format!("    affine.store %x, %m[%i + {}] : memref<4096xf32>\n", it % 10)).collect();
    let text = format!(
        "func.func @f(%m: memref<4096xf32>, %x: f32) {{\n  affine.for %i = 0 to 8 {{\n{body}  }}\n  return\n}}\n"
    );
    assert_eq!(solved_pairs(&session_with(text)), 10, "one per distance between two subscripts, 0 to 9");
}

const PIECES: [&str; 12] = [
    "",
    "x",
    "%",
    "}",
    "{",
    "\n",
    "#map",
    "\n#late = affine_map<(d0) -> (d0)>\n",
    "@first",
    "// -----\n",
    "func.func @third() {\n  func.call @second() : () -> ()\n  return\n}\n",
    "module {\n",
];

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { failure_persistence: None, ..Default::default() })]

    /// What is kept from edit to edit says the same as a look at the whole text.
    #[test]
    fn edits_leave_what_a_fresh_look_finds(edits in proptest::collection::vec((0.0..1.0, 0..20_usize, 0..PIECES.len()), 1..12)) {
        let mut host = Host::new();
        let file = host.add_file(TEXT);
        let mut text = TEXT.to_owned();
        for (place, length, piece) in edits {
            let start = (place * text.len() as f64) as usize;
            let end = (start + length).min(text.len());
            let size = |it: usize| TextSize::try_from(it).expect("a short text");
            let range = TextRange::new(size(start), size(end));
            host.edit(file, &TextEdit { range, insert: PIECES[piece].to_owned() });
            text.replace_range(start..end, PIECES[piece]);
            let mut fresh = Host::new();
            let whole = fresh.add_file(&text);
            proptest::prop_assert_eq!(host.analysis().diagnostics(file), fresh.analysis().diagnostics(whole), "{}", text);
        }
    }
}

const CALLER: &str = "func.func @same(%a: memref<8xf32>, %b: memref<8xf32>) -> memref<8xf32> {
  %0 = affine.load %a[0] : memref<8xf32>
  return %a : memref<8xf32>
}
func.func @caller(%m: memref<8xf32>, %n: memref<8xf32>) {
  %r = func.call @same(%m, %n) : (memref<8xf32>, memref<8xf32>) -> memref<8xf32>
  affine.for %i = 0 to 7 {
    %v = affine.load %m[%i + 1] : memref<8xf32>
    affine.store %v, %r[%i] : memref<8xf32>
  }
  return
}
";

#[test]
fn a_caller_is_looked_at_again_only_if_its_callee_returns_something_else() {
    let log = ExecutionLog::default();
    let mut host = Host::with_execution_log(log.clone());
    let file = host.add_file(CALLER);
    let mut session = Session { host, file, log, text: CALLER.to_owned() };
    session.ask();
    session.replace("%a[0]", "%a[1]");
    let log = session.ask();
    for query in ["lowering", "dependences"] {
        assert_eq!(count(&log, query), 1, "{query}: {log:#?}");
    }
    session.replace("return %a", "return %b");
    let log = session.ask();
    assert_eq!(count(&log, "lowering"), 1, "{log:#?}");
    assert_eq!(count(&log, "dependences"), 2, "{log:#?}");
}

/// Functions of the user's own dialect are isolated ops, as `func.func` is.
#[test]
fn an_edit_in_a_function_of_an_imported_dialect_asks_nothing_about_the_others() {
    let own = |name: &str, traits: &str, regions: &str| ImportedOp {
        name: name.into(),
        traits: traits.into(),
        regions: regions.into(),
        ..ImportedOp::default()
    };
    let functions: String = (0..5)
        .map(|it| format!("\"mine.func\"() <{{sym_name = \"f{it}\"}}> ({{\n  %x{it} = arith.constant 1 : i32\n  \"mine.return\"() : () -> ()\n}}) : () -> ()\n"))
        .collect();
    let log = ExecutionLog::default();
    let mut host = Host::with_execution_log(log.clone());
    let operations = [
        own("mine.func", "Symbol, IsolatedFromAbove", "AnyRegion:$body"),
        own("mine.return", "Terminator", ""),
    ];
    host.set_registry(Arc::new(Registry::builtin().with(operations)));
    let file = host.add_file(&functions);
    let asked = |host: &Host| {
        log.lock().expect("no query panicked").clear();
        host.analysis().diagnostics(file);
        count(&log.lock().expect("no query panicked"), "lowering")
    };
    assert_eq!(asked(&host), 5);
    let at = functions.find("constant 1").expect("a constant") + "constant ".len();
    let range = TextRange::at(TextSize::try_from(at).expect("a short text"), TextSize::of('1'));
    host.edit(file, &TextEdit { range, insert: "2".to_owned() });
    assert_eq!(asked(&host), 1);
}
