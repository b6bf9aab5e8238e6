//! Whatever the text is, reading it ends, within its limits and without a panic.

use std::sync::Arc;

use ods::{Limits, ParsedFile, Source, evaluate};
use proptest::prelude::*;

struct Text(String);

impl Source for Text {
    fn file(&self, path: &str, _: Option<&str>) -> Option<(Arc<str>, ParsedFile)> {
        Some((path.into(), ParsedFile::parse(&self.0)))
    }
}

fn small() -> Limits {
    Limits { steps: 20_000, depth: 60, records: 500, elements: 1_000, bytes: 10_000, includes: 4, errors: 20 }
}

/// Pieces of the language, of which texts are made that go deep into the evaluator.
const PIECES: &[&str] = &[
    "class A<int n> { int a = n; }",
    "def x : A<1>;",
    "def",
    "class",
    "multiclass M<int n> {",
    "}",
    "{",
    "defm d : M<1>;",
    "foreach i = 0-9 in",
    "let a = 2 in",
    "if true then",
    "else",
    "defvar v =",
    "include \"self\"",
    "int",
    "list<int>",
    "dag",
    "bits<4>",
    "string",
    "a",
    "b",
    "NAME",
    "x",
    "=",
    ";",
    ":",
    ",",
    "<",
    ">",
    "(",
    ")",
    "[",
    "]",
    "#",
    ".",
    "?",
    "!add(",
    "!if(",
    "!foldl(",
    "!foreach(",
    "!listconcat(",
    "!strconcat(",
    "!cast<A>(",
    "!range(",
    "!cond(",
    "1",
    "-5",
    "0b01",
    "\"text\"",
    "[{ code }]",
    "$n",
    "...",
    "#ifdef X\n",
    "\n#endif\n",
    "\n#define X\n",
    "A<",
    "A<A<1>.a>.a",
];

proptest! {
    #[test]
    fn any_text(text in ".{0,200}") {
        evaluate(&Text(text), &["main"], small());
    }

    #[test]
    fn any_pieces(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..80)) {
        evaluate(&Text(pieces.join(" ")), &["main"], small());
    }
}

/// The text `s` of eight thousand letters.
const TEXT: &str = "defvar s = !foldl(\"a\", !range(13), a, x, a # a);";

#[test]
fn what_grows_is_bounded() {
    let deep = |open: &str, close: &str| {
        format!("def d {{ int a = {}1{}; }}", open.repeat(5_000), close.repeat(5_000))
    };
    let texts = [
        deep("!add(1, ", ")"),
        deep("[", "]"),
        format!("def d {{ string s = \"a\"{}; }}", " # \"b\"".repeat(50_000)),
        format!("def d {{ int a = x{}; }}", ".a".repeat(50_000)),
        "if true then ".repeat(5_000) + "def d;",
        "class A<int n> : A<!add(n, 1)>; def d : A<0>;".to_owned(),
        "class A<int n> { A next = A<!add(n, 1)>; } def d : A<0>;".to_owned(),
        "def d { string s = !foldl(\"aa\", !range(60), a, x, a # a); }".to_owned(),
        "def d { list<int> l = !foldl([1, 1], !range(60), a, x, !listconcat(a, a)); }".to_owned(),
        "multiclass M { defm a : M; } defm d : M;".to_owned(),
        "multiclass M : M, M { } defm d : M;".to_owned(),
        "foreach i = 0-999999999 in def d # i;".to_owned(),
        "def d { list<int> l = !listsplat(1, 999999999); bits<65536> b; }".to_owned(),
        "def d { int a = b; int b = a; }".to_owned(),
        "include \"self\"".to_owned(),
        "/*".repeat(100_000),
        // Values share what they are made of.
        "def d { list<int> l = !foldl([1], !range(60), a, x, [a, a]); int n = !size(l); }".to_owned(),
        "def d { list<int> l = !foldl([1], !range(900), a, x, [a]); bit b = !eq(l, l); }".to_owned(),
        "def d { dag l = !foldl((d 1), !range(900), a, x, (d a)); bit b = !eq(l, l); }".to_owned(),
        "defvar s = !listsplat(!listsplat(1, 1000), 1000); def d { list<int> l = !listflatten(s); }"
            .to_owned(),
        format!("{TEXT} defvar l = !listsplat(s, 1000); def d {{ string t = !interleave(l, s); }}"),
        format!("{TEXT} def d {{ string t = !subst(\"a\", s, s); }}"),
        format!("{TEXT} def d {{ string t = !strconcat(s{}); }}", ", s".repeat(900)),
        // What takes time and makes nothing.
        "defvar l = !range(900); foreach i = l in { foreach j = l in { foreach k = l in { } } }".to_owned(),
        "foreach i = 0-900 in { defvar x = !match(\"aa\", \"((a{90}){90}){90}\"); }".to_owned(),
        format!("foreach i = 0-400 in {{ def d#i; }} {}", "defvar a = !instances<A>(\"d.*\");".repeat(900)),
        "\"".to_owned(),
    ];
    for text in texts {
        evaluate(&Text(text), &["main"], small());
    }
}

/// Found by a fuzzer: a string that ends in the escape of nothing.
#[test]
fn errors_are_in_the_text() {
    let text = "include \"a\\";
    let records = evaluate(&Text(text.to_owned()), &["main"], small());
    assert!(!records.errors.is_empty());
    for error in records.errors {
        assert!(text.is_char_boundary(error.at as usize), "{error:?}");
    }
}

/// What is too much ends with one error, at the item that asks for it.
#[test]
fn limits_are_told_with_their_place() {
    let told = |text: &str| {
        let records =
            evaluate(&Text(text.to_owned()), &["a.td"], Limits { records: 1_000, ..Limits::default() });
        let error = records.errors.first().unwrap_or_else(|| panic!("{text}: nothing is told"));
        (text[usize::try_from(error.at).unwrap()..].to_owned(), error.message.clone())
    };
    for range in ["0-99999999", "0...99999999", "!range(100000000)", "!listsplat(1, 100000000)"] {
        let (at, message) = told(&format!("def a;\nforeach i = {range} in {{ def d#i; }}\n"));
        assert!(at.starts_with("i = "), "{range}: {at}");
        assert_eq!(message, "a list of more than 100000 elements", "{range}");
    }
    let (at, message) = told(
        "foreach i = 0-9999 in\n  foreach j = 0-9999 in\n    foreach k = [1, 2] in {\n      def d#i#_#j#_#k;\n    }\n",
    );
    assert!(at.starts_with("def d#i"), "{at}");
    assert_eq!(message, "more than 1000 records");
}
