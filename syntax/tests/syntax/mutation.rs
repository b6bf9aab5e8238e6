//! Random edits that imitate typing, and vandalism.

use proptest::prelude::*;
use syntax::{TextEdit, TextRange};

use crate::seeds::SEEDS;

/// What people type, and what breaks most when it is missing or doubled.
pub(crate) const SNIPPETS: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    "{}",
    "()",
    "[]",
    "<>",
    "({",
    "})",
    "{-#",
    "#-}",
    "<{",
    "}>",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    " ",
    "\t",
    "  ",
    ",",
    "=",
    ":",
    "::",
    "-",
    "->",
    "...",
    ".",
    "+",
    "*",
    "/",
    "?",
    "|",
    "&",
    ";",
    "\"",
    "\"\"",
    "\"a\\\"b\"",
    "\\",
    "//",
    "// c",
    "///",
    "\n// c\n",
    "// -----",
    "// -----\n",
    "\n// -----\n",
    "\n// -----",
    "x",
    "1",
    "0x",
    "4x",
    "1.5e",
    "-1",
    "%",
    "%a",
    "%0",
    "%a#1",
    "%a:2",
    "%i-",
    "%a = ",
    "%a, %b = ",
    "%a:2 = ",
    "^",
    "^bb",
    "^bb0:",
    "^bb0(%x: index):",
    "#",
    "#m",
    "#m = ",
    "!",
    "!t",
    "!t = ",
    "@",
    "@s",
    "@\"",
    "@s::@t",
    "affine.for ",
    "affine.for %i = 0 to 8 {\n}\n",
    "affine.if #s(%i) {\n} else {\n}",
    "affine.yield",
    "scf.yield",
    "d.op ",
    "d.op",
    "func.func @g() {\n}\n",
    "func.func @g() {\n  return\n}\n",
    "func.func ",
    "module {",
    "module {\n}\n",
    "return",
    "call @f()",
    "  }\n",
    "}\n}\n",
    " {\n",
    "else {",
    "} else {",
    "to",
    "step 2",
    "iter_args(",
    "loc(",
    "loc(\"a\":1:2)",
    "loc(#l)",
    "affine_map<",
    "affine_map<(d0) -> (d0)>",
    "affine_set<",
    "dense<",
    "memref<",
    "memref<4x?xf32>",
    "vector<",
    "tensor<",
    "tuple<",
    "complex<",
    "index",
    "f32",
    "i32",
    "none",
    "attributes {",
    "{a = 1}",
    "{a}",
    "mod",
    "floordiv",
    "symbol(",
    "min",
    "max",
    "\"d.op\"() : () -> ()\n",
    "\"d.op\"() ({\n^bb0:\n}) : () -> ()\n",
    "%c = arith.constant 1 : index\n",
    "%v = affine.load %A[%i] : memref<8xf32>\n",
    "affine.store %v, %A[%i] : memref<8xf32>\n",
    "\u{e9}",
    "\u{4e2d}",
    "\u{1f980}",
    "\u{feff}",
    "\0",
    "\u{7f}",
];

/// Where in a text, as a share of its length and moved to a landmark.
#[derive(Debug, Clone)]
struct Place {
    share: u16,
    landmark: Landmark,
}

#[derive(Debug, Clone, Copy)]
enum Landmark {
    Anywhere,
    LineStart,
    LineEnd,
    /// Where a word, a blank or a sign begins.
    Boundary,
    AfterBrace,
    BeforeBrace,
}

#[derive(Debug, Clone)]
enum Action {
    Insert(Place, String),
    /// As `Insert`, one character after the other.
    Type(Place, String),
    Delete(Place, u8),
    /// Backspaces, one character after the other.
    Erase(Place, u8),
    Replace(Place, u8, String),
    DeleteLines(Place, u8),
    DuplicateLines(Place, u8),
    /// Lines of another text.
    Paste(Place, prop::sample::Index, Place, u8),
    /// Deletes the next bracket, quote or angle.
    LoseBracket(Place),
    /// Puts brackets around.
    Wrap(Place, u8, u8),
    DeleteBetween(Place, Place),
    CommentLines(Place, u8),
    IndentLines(Place, u8, bool),
    CarriageReturns(Place, u8),
    JoinLines(Place),
}

/// An edit of any text.
#[derive(Debug, Clone)]
pub(crate) struct Mutation(Action);

pub(crate) fn mutation() -> impl Strategy<Value = Mutation> {
    let few = || 0..12_u8;
    let action = prop_oneof![
        6 => (place(), snippet()).prop_map(|(at, it)| Action::Insert(at, it)),
        5 => (place(), snippet()).prop_map(|(at, it)| Action::Type(at, it)),
        4 => (place(), few()).prop_map(|(at, len)| Action::Delete(at, len)),
        2 => (place(), few()).prop_map(|(at, len)| Action::Erase(at, len)),
        4 => (place(), few(), snippet()).prop_map(|(at, len, it)| Action::Replace(at, len, it)),
        2 => (place(), few()).prop_map(|(at, len)| Action::DeleteLines(at, len)),
        2 => (place(), few()).prop_map(|(at, len)| Action::DuplicateLines(at, len)),
        3 => (place(), any::<prop::sample::Index>(), place(), few())
            .prop_map(|(at, seed, from, len)| Action::Paste(at, seed, from, len)),
        4 => place().prop_map(Action::LoseBracket),
        2 => (place(), any::<u8>(), 0..6_u8).prop_map(|(at, len, kind)| Action::Wrap(at, len, kind)),
        1 => (place(), place()).prop_map(|(a, b)| Action::DeleteBetween(a, b)),
        2 => (place(), few()).prop_map(|(at, len)| Action::CommentLines(at, len)),
        2 => (place(), few(), any::<bool>()).prop_map(|(at, len, more)| Action::IndentLines(at, len, more)),
        1 => (place(), any::<u8>()).prop_map(|(at, len)| Action::CarriageReturns(at, len)),
        1 => place().prop_map(Action::JoinLines),
    ];
    action.prop_map(Mutation)
}

pub(crate) fn snippet() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => prop::sample::select(SNIPPETS).prop_map(str::to_owned),
        1 => ".{0,4}",
    ]
}

fn place() -> impl Strategy<Value = Place> {
    use Landmark::*;
    let landmark = prop::sample::select(vec![
        Anywhere,
        Anywhere,
        LineStart,
        LineEnd,
        Boundary,
        Boundary,
        AfterBrace,
        BeforeBrace,
    ]);
    (any::<u16>(), landmark).prop_map(|(share, landmark)| Place { share, landmark })
}

impl Mutation {
    /// The edits in the order in which they are made, each of the text that the one before leaves.
    pub(crate) fn edits(&self, text: &str) -> Vec<TextEdit> {
        match &self.0 {
            Action::Insert(at, insert) => {
                let at = at.offset(text);
                vec![edit(at, at, insert)]
            }
            Action::Type(at, insert) => {
                let at = at.offset(text);
                insert.char_indices().map(|(n, it)| edit(at + n, at + n, &it.to_string())).collect()
            }
            Action::Delete(at, len) => {
                let at = at.offset(text);
                vec![edit(at, forward(text, at, *len), "")]
            }
            Action::Erase(at, len) => {
                let at = at.offset(text);
                text[..at]
                    .char_indices()
                    .rev()
                    .take((*len).into())
                    .map(|(n, it)| edit(n, n + it.len_utf8(), ""))
                    .collect()
            }
            Action::Replace(at, len, insert) => {
                let at = at.offset(text);
                vec![edit(at, forward(text, at, *len), insert)]
            }
            Action::DeleteLines(at, count) => {
                let (start, end) = lines(text, at.offset(text), *count);
                vec![edit(start, end, "")]
            }
            Action::DuplicateLines(at, count) => {
                let (start, end) = lines(text, at.offset(text), *count);
                vec![edit(end, end, &text[start..end])]
            }
            Action::Paste(at, seed, from, count) => {
                let other = seed.get(&SEEDS);
                let (start, end) = lines(other, from.offset(other), *count);
                let at = at.offset(text);
                vec![edit(at, at, &other[start..end])]
            }
            Action::LoseBracket(at) => {
                let at = at.offset(text);
                let found = text[at..].find(['(', ')', '{', '}', '[', ']', '<', '>', '"']);
                found.map(|it| edit(at + it, at + it + 1, "")).into_iter().collect()
            }
            Action::Wrap(at, len, kind) => {
                let (open, close) =
                    [("{", "}"), ("(", ")"), ("[", "]"), ("<", ">"), ("\"", "\""), ("d.op {\n", "\n}\n")]
                        [usize::from(*kind)];
                let start = at.offset(text);
                let end = forward(text, start, *len);
                vec![edit(start, end, &[open, &text[start..end], close].concat())]
            }
            Action::DeleteBetween(a, b) => {
                let (a, b) = (a.offset(text), b.offset(text));
                vec![edit(a.min(b), a.max(b), "")]
            }
            Action::CommentLines(at, count) => {
                each_line(text, at.offset(text), *count, |line| format!("// {line}"))
            }
            Action::IndentLines(at, count, more) => each_line(text, at.offset(text), *count, |line| {
                if *more { format!("  {line}") } else { line.strip_prefix("  ").unwrap_or(line).to_owned() }
            }),
            Action::CarriageReturns(at, len) => {
                let start = at.offset(text);
                let end = forward(text, start, *len);
                vec![edit(start, end, &text[start..end].replace('\n', "\r\n"))]
            }
            Action::JoinLines(at) => {
                let at = at.offset(text);
                text[at..].find('\n').map(|it| edit(at + it, at + it + 1, " ")).into_iter().collect()
            }
        }
    }
}

impl Place {
    fn offset(&self, text: &str) -> usize {
        let at = text.len() * usize::from(self.share) / usize::from(u16::MAX);
        let at = (0..=at).rev().find(|it| text.is_char_boundary(*it)).unwrap_or(0);
        let rest = &text[at..];
        match self.landmark {
            Landmark::Anywhere => at,
            Landmark::LineStart => text[..at].rfind('\n').map_or(0, |it| it + 1),
            Landmark::LineEnd => at + rest.find('\n').unwrap_or(rest.len()),
            Landmark::Boundary => {
                let is_word = |it: char| it.is_alphanumeric() || matches!(it, '_' | '.' | '$');
                let first = rest.chars().next().is_some_and(is_word);
                at + rest.find(|it| is_word(it) != first).unwrap_or(rest.len())
            }
            Landmark::AfterBrace => at + rest.find('{').map_or(0, |it| it + 1),
            Landmark::BeforeBrace => at + rest.find('}').unwrap_or(0),
        }
    }
}

fn edit(start: usize, end: usize, insert: &str) -> TextEdit {
    TextEdit::replace(TextRange::new((start as u32).into(), (end as u32).into()), insert)
}

/// The offset a number of characters behind another.
fn forward(text: &str, at: usize, chars: u8) -> usize {
    at + text[at..].chars().take(chars.into()).map(char::len_utf8).sum::<usize>()
}

/// The range of at least one line, from the one at an offset on.
fn lines(text: &str, at: usize, count: u8) -> (usize, usize) {
    let start = text[..at].rfind('\n').map_or(0, |it| it + 1);
    let len: usize = text[start..].split_inclusive('\n').take(usize::from(count).max(1)).map(str::len).sum();
    (start, start + len)
}

fn each_line(text: &str, at: usize, count: u8, change: impl Fn(&str) -> String) -> Vec<TextEdit> {
    let (start, end) = lines(text, at, count);
    let changed: String = text[start..end].split_inclusive('\n').map(change).collect();
    vec![edit(start, end, &changed)]
}
