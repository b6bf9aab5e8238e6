//! Texts that nobody writes: large, deep, and made to repeat work.

use std::fmt::Write;

use proptest::prelude::*;
use syntax::{
    TextEdit,
    checks::{parse_is_lossless, reparse_equals_parse, work},
    parse,
};

use crate::seeds::SEEDS;

/// What opens, and what closes it.
const BRACKETS: &[(&str, &str)] = &[
    ("(", ")"),
    ("{", "}"),
    ("[", "]"),
    ("<", ">"),
    ("d.op {", "}"),
    ("d.op {\n", "}\n"),
    ("d.op (", ")"),
    ("\"d.op\"() ({", "}) : () -> ()"),
    ("\"d.op\"() ({\n", "}) : () -> ()\n"),
    ("affine.for %i = 0 to 1 {\n", "}\n"),
    ("affine.if #s() {\n} else {\n", "}\n"),
    ("func.func @f() {\n", "}\n"),
    ("module {\n", "}\n"),
    ("scf.if %c {", "}"),
    ("({", "})"),
    ("{(", ")}"),
    ("<{", "}>"),
    ("([{<", ">}])"),
];

/// What stands before, what opens and what closes it, of values of attributes and types.
const VALUES: &[(&str, &str, &str)] = &[
    ("#a = ", "[", "]"),
    ("#a = ", "{a = ", "}"),
    ("#a = ", "#d<", ">"),
    ("#a = ", "#d.a<[{(", ")}]>"),
    ("#a = ", "dense<", ">"),
    ("#a = ", "distinct[0]<", ">"),
    ("#a = ", "loc(", ")"),
    ("#a = ", "loc(fused[", "])"),
    ("#a = ", "loc(callsite(#l at ", "))"),
    ("#a = ", "() -> (", ")"),
    ("#a = dense<", "[", "]"),
    ("#a = affine_map<(d) -> ", "(", ")"),
    ("#a = affine_map<(d) -> (d + ", "(d * ", ")"),
    ("#a = affine_map<(d) -> (", "-", ""),
    ("#a = affine_map<(d) -> (", "* ", ""),
    ("#a = affine_map<(d) -> (", "d mod ", ""),
    ("#a = affine_set<(d) : (", "(", ")"),
    ("!a = ", "tuple<", ">"),
    ("!a = ", "complex<", ">"),
    ("!a = ", "(", ") -> ()"),
    ("!a = ", "() -> (", ")"),
    ("!a = ", "() -> ", ""),
    ("!a = ", "vector<4x", ">"),
    ("!a = ", "memref<4x", ", #m>"),
    ("!a = ", "tensor<4xi1, [", "]>"),
    ("!a = ", "!d<", ">"),
    ("%a = affine.load %b[", "(", ")"),
    ("%a = affine.load %b[", "%i + (", ")"),
    ("affine.parallel (%i) = (", "max(", ")"),
    ("d.op ", "(", ")"),
    ("d.op ", "(%a) -> ", ""),
    ("\"d.op\"() : ", "(", ") -> ()"),
    ("\"d.op\"() <", "{a = ", "}"),
];

/// A sequence that goes on for ever on one line, or on a line each.
const RUNS: &[&str] = &[
    "\"",
    "'",
    ";",
    ",",
    "%",
    "%a, ",
    "%a,\n",
    "%a\n",
    "%a = ",
    "%a:2, ",
    "^bb:",
    "^bb\n",
    "^bb(",
    "#a = ",
    "!a = ",
    "@a::",
    "-> ",
    ": ",
    "= ",
    "+ ",
    "- ",
    "a ",
    "a.b ",
    "a.b\n",
    "a.b,\n",
    "1 ",
    "0x",
    "// c\n",
    "// -----\n",
    "\n// -----\n{",
    "\n// -----\n}",
    ")\n",
    "}\n",
    "]\n",
    ">\n",
    "{-# ",
    "#-} ",
    "\"d.op\" ",
    "\"d.op\"(\n",
    "\"d.op\"() ",
    "\"d.op\"() : () -> () ",
    "d.op %a, %b : f32 ",
    "func.func @f(\n",
    "func.func @f() {\n",
    "module {\n",
    "affine.for %i = 0 to 8 ",
    "affine.for %i = max #m(\n",
    "affine.load %a[%i",
    "affine.load %a[%i\n",
    "affine.apply #m(%i) ",
    "#s = affine_set<(d) : (d >= 0 >= \n",
    "#s = affine_set<(d) : (d >= 0 and \n",
    "#m = affine_map<(d) -> (d\n",
    "!m = memref<\n",
    "!m = memref<4 \n",
    "memref<",
    "tensor<4x",
    "vector<[",
    "4x",
    "dense<[",
    "loc(",
    "loc(\n",
    "affine_map<(",
    "return %a :\n",
    "call @f(\n",
    "scf.for %i = \n",
    "  func.func @g()\n",
    "d.op {a}\n",
    "d.op {a = \n",
    "d.op {\n",
    "d.op }\n",
    "d.op (\n",
    "d.op )\n",
    "d.op (}\n",
    "d.op [)\n",
    "d.op ({\n",
    "%0 = \"d.op\"() ({\n",
    "{\n}\n",
    "\u{1f980}",
    "\0",
    "\r",
    "affine.parallel (%i) = (0\n",
    "affine.parallel (%i) = (max(",
    "affine.parallel (%i) = (0) to (%n + min\n",
    "step ",
    "iter_args(",
    "attributes {",
    "} else {\n",
    "else {\n",
];

fn nested(before: &str, open: &str, close: &str, depth: usize) -> String {
    [before, &open.repeat(depth), &close.repeat(depth)].concat()
}

/// Everything above, of a size that grows with `n`.
fn texts(n: usize) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for (open, close) in BRACKETS {
        texts.push((format!("{open:?} never closed"), open.repeat(n)));
        texts.push((format!("{close:?} never opened"), close.repeat(n)));
        texts.push((format!("{open:?} nested"), nested("", open, close, n)));
        // A statement behind it all, so that nothing is taken for its own mistake.
        texts.push((format!("{open:?} then functions"), open.repeat(n) + &"func.func @f()\n".repeat(n)));
        let mut stairs = String::new();
        for level in 0..n.min(300) {
            writeln!(stairs, "{}{open}", " ".repeat(level)).unwrap();
        }
        texts.push((format!("{open:?} in stairs"), stairs));
    }
    for (before, open, close) in VALUES {
        texts.push((format!("{before}{open:?} nested"), nested(before, open, close, n)));
        texts.push((format!("{before}{open:?} never closed"), nested(before, open, "", n)));
        texts.push((
            format!("{before}{open:?} again and again"),
            nested("", &format!("{before}{open}\n"), "", n),
        ));
        texts.push((format!("{before}{open:?} once each"), format!("{before}{open}{close}\n").repeat(n)));
    }
    for run in RUNS {
        texts.push((format!("{run:?} repeated"), run.repeat(n)));
        texts
            .push((format!("{run:?} behind a brace"), format!("func.func @f() {{\n{}\n}}\n", run.repeat(n))));
        texts.push((format!("{run:?} behind an operation"), format!("\"d.op\"() {}", run.repeat(n))));
        texts.push((format!("{run:?} behind a parenthesis"), format!("d.op ({}", run.repeat(n))));
    }
    texts
}

/// Fails if twice the text makes the parser look much more than twice as often.
fn check_linear(name: &str, once: &str, twice: &str) {
    let (small, large) = (work(once), work(twice));
    let growth = twice.len() as f64 / once.len() as f64;
    // What is looked at once for all is seen in both.
    let bound = growth * 1.25 * small as f64 + 2000.0;
    assert!(
        large as f64 <= bound,
        "{small} looks become {large} in a text {growth:.2} times as long: {name}"
    );
}

#[test]
fn work_is_linear() {
    const SIZE: usize = 600;
    for ((name, once), (_, twice)) in texts(SIZE).iter().zip(texts(2 * SIZE)) {
        check_linear(name, once, &twice);
    }
}

#[test]
fn messages_cut_long_names() {
    let long = "a".repeat(100_000);
    for text in SEEDS.iter().take(100) {
        for (at, _) in text.match_indices(['%', '@', '#', '!', '^', ' ']).step_by(5) {
            parse_is_lossless(&[&text[..=at], &long, &text[at + 1..]].concat());
        }
    }
}

#[test]
fn errors_are_bounded() {
    for (_, text) in texts(300) {
        parse_is_lossless(&text);
    }
}

proptest! {
    /// No line of real code, and no beginning of one, takes more than linear time when there are many of it.
    #[test]
    fn work_is_linear_in_repeated_lines(
        seed in any::<prop::sample::Index>(),
        line in any::<prop::sample::Index>(),
        end in any::<prop::sample::Index>(),
        before in prop::sample::select(vec!["", "d.op (", "func.func @f() {\n", "\"d.op\"() ({\n", "#a = {"]),
    ) {
        let lines: Vec<&str> = seed.get(&SEEDS).lines().filter(|it| !it.trim().is_empty()).collect();
        if lines.is_empty() {
            return Ok(());
        }
        let line = line.get(&lines);
        let ends: Vec<usize> = (1..=line.len()).filter(|it| line.is_char_boundary(*it)).collect();
        let line = format!("{}\n", &line[..*end.get(&ends)]);
        let text = |count| [before, &line.repeat(count)].concat();
        check_linear(&line, &text(150), &text(300));
    }
}

/// Runs with as much stack as a thread of the server has.
fn with_small_stack(name: &str, run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    assert!(thread.spawn(run).unwrap().join().is_ok(), "{name}");
}

/// Parses, walks over the tree and drops it; gives up if there are more errors.
fn parse_in_small_stack(name: &str, text: String, most_errors: usize) {
    with_small_stack(name, move || {
        let parse = parse_is_lossless(&text);
        assert!(parse.syntax_node().descendants_with_tokens().count() > 1);
        assert!(parse.errors().len() <= most_errors, "{} errors", parse.errors().len());
    });
}

#[test]
fn ten_megabytes_of_one_character() {
    for one in ["(", "{", "[", "<", "\""] {
        parse_in_small_stack(one, one.repeat(10 << 20), 1);
    }
}

#[test]
fn five_megabytes_on_one_line() {
    for (piece, most_errors) in
        [("%0 = arith.addf %a, %b : f32 ", 0), ("\"d.op\"() : () -> () ", 0), (") ; %x = ' \" ,, -> ", 1)]
    {
        parse_in_small_stack(piece, piece.repeat((5 << 20) / piece.len()), most_errors);
    }
}

#[test]
fn a_hundred_thousand_levels() {
    const DEPTH: usize = 100_000;
    for (open, close) in [("(", ")"), ("d.op {", "}"), ("\"d.op\"() ({", "}) : () -> ()")] {
        parse_in_small_stack(open, nested("", open, close, DEPTH), 1000);
    }
    for (before, open, close) in VALUES {
        parse_in_small_stack(open, nested(before, open, close, DEPTH), 1000);
    }
}

/// What recurses over the tree does so a bounded number of times.
#[test]
fn deep_trees_are_printed_and_parsed_again() {
    const DEPTH: usize = 600;
    let brackets = BRACKETS.iter().map(|(open, close)| ("", *open, *close));
    for (before, open, close) in brackets.chain(VALUES.iter().copied()) {
        with_small_stack(open, move || {
            let text = nested(before, open, close, DEPTH);
            let parse = parse_is_lossless(&text);
            assert!(!format!("{:#?}", parse.syntax_node()).is_empty());
            let middle = before.len() + open.len() * DEPTH;
            reparse_equals_parse(&parse, &text, &TextEdit::insert((middle as u32).into(), open));
        });
    }
}

#[test]
fn nesting_is_bounded_everywhere() {
    let texts = BRACKETS.iter().map(|it| nested("", it.0, it.1, 20_000));
    let texts = texts.chain(VALUES.iter().map(|it| nested(it.0, it.1, it.2, 20_000)));
    for text in texts {
        let deepest = parse(&text).syntax_node().descendants().map(|it| it.ancestors().count()).max();
        assert!(deepest < Some(4000), "{deepest:?} levels: {}…", &text[..60]);
    }
}
