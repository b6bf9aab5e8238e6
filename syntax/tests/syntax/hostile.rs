//! Texts that nobody writes: large, deep, and made to repeat work.

use std::{fmt::Write, time::Instant};


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
    "\"", "'", ";", ",", "%", "%a, ", "%a,\n", "%a\n", "%a = ", "%a:2, ", "^bb:", "^bb\n", "^bb(", "#a = ", "!a = ", "@a::", "-> ", ": ",
    "= ", "+ ", "- ", "a ", "a.b ", "a.b\n", "a.b,\n", "1 ", "0x", "// c\n", "// -----\n", "\n// -----\n{", "\n// -----\n}", ")\n", "}\n", "]\n", ">\n",
    "{-# ", "#-} ", "\"d.op\" ", "\"d.op\"(\n", "\"d.op\"() ", "\"d.op\"() : () -> () ", "d.op %a, %b : f32 ", "func.func @f(\n", "func.func @f() {\n",
    "module {\n", "affine.for %i = 0 to 8 ", "affine.for %i = max #m(\n", "affine.load %a[%i", "affine.load %a[%i\n", "affine.apply #m(%i) ",
    "#s = affine_set<(d) : (d >= 0 >= \n", "#s = affine_set<(d) : (d >= 0 and \n", "#m = affine_map<(d) -> (d\n", "!m = memref<\n", "!m = memref<4 \n",
    "memref<", "tensor<4x", "vector<[", "4x", "dense<[", "loc(", "loc(\n", "affine_map<(", "return %a :\n", "call @f(\n", "scf.for %i = \n", "  func.func @g()\n",
    "d.op {a}\n", "d.op {a = \n", "d.op {\n", "d.op }\n", "d.op (\n", "d.op )\n", "d.op (}\n", "d.op [)\n", "d.op ({\n", "%0 = \"d.op\"() ({\n", "{\n}\n", "\u{1f980}", "\0", "\r",
    "affine.parallel (%i) = (0\n", "affine.parallel (%i) = (max(", "affine.parallel (%i) = (0) to (%n + min\n", "step ", "iter_args(", "attributes {", "} else {\n", "else {\n",
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
        texts.push((format!("{before}{open:?} again and again"), nested("", &format!("{before}{open}\n"), "", n)));
        texts.push((format!("{before}{open:?} once each"), format!("{before}{open}{close}\n").repeat(n)));
    }
    for run in RUNS {
        texts.push((format!("{run:?} repeated"), run.repeat(n)));
        texts.push((format!("{run:?} behind a brace"), format!("func.func @f() {{\n{}\n}}\n", run.repeat(n))));
        texts.push((format!("{run:?} behind an operation"), format!("\"d.op\"() {}", run.repeat(n))));
        texts.push((format!("{run:?} behind a parenthesis"), format!("d.op ({}", run.repeat(n))));
    }
    texts
}
#[test]
fn times() {
    let n: usize = std::env::var("N").unwrap().parse().unwrap();
    for (name, text) in texts(n) {
        let start = Instant::now();
        let parse = syntax::parse(&text);
        let took = start.elapsed();
        eprintln!("{:9.2} MB/s {took:?} {} errors, {} bytes {name}", text.len() as f64 / 1e6 / took.as_secs_f64(), parse.errors().len(), text.len());
    }
}
