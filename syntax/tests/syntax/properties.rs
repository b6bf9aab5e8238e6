//! What holds for every text: it survives, and a reparse equals a parse.

use proptest::prelude::*;
use syntax::{Parse, TextEdit, TextRange, parse};

use crate::trees::texts;

fn check(text: &str) -> Parse {
    let parse = parse(text);
    assert_eq!(parse.syntax_node().text().to_string(), text);
    for error in parse.errors() {
        assert!(usize::from(error.range.end()) <= text.len(), "{error}");
    }
    parse
}

fn check_reparse(before: &Parse, text: &str, edit: &TextEdit) -> (Parse, String) {
    let after = edit.apply(text);
    let again = before.reparse(edit);
    let whole = check(&after);
    assert!(again == whole, "{edit:?} on {text:?}:\n{:?}\n{:?}", again.errors(), whole.errors());
    (again, after)
}

fn fixtures() -> Vec<String> {
    ["ok", "err"].into_iter().flat_map(texts).map(|it| it.1).collect()
}

/// The nearest place before `offset` where a character starts.
fn floor(text: &str, offset: usize) -> usize {
    (0..=offset.min(text.len())).rev().find(|it| text.is_char_boundary(*it)).unwrap_or(0)
}

fn snippet() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "<",
        ">",
        "\n",
        " ",
        ",",
        "=",
        ":",
        "::",
        "-",
        "->",
        "x",
        "1",
        "\"",
        "%a",
        "%a = ",
        "^bb:",
        "#m",
        "!t",
        "@s",
        "// -----\n",
        "// c",
        "{-#",
        "#-}",
        "affine.for ",
        "d.op ",
        "\u{e9}",
        "func.func @g() {\n}\n",
        "module {",
        "  }\n",
        "4x",
        "loc(",
        "affine_map<",
        "\"d.op\"() : () -> ()\n",
    ];
    prop_oneof![
        4 => proptest::sample::select(PIECES).prop_map(str::to_owned),
        1 => ".{0,4}",
    ]
}

#[test]
fn prefixes_survive() {
    for text in fixtures() {
        for end in (0..=text.len()).filter(|it| text.is_char_boundary(*it)) {
            check(&text[..end]);
        }
    }
}

#[test]
fn deleted_lines_survive() {
    for text in fixtures() {
        let parse = check(&text);
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let range = TextRange::new((start as u32).into(), ((start + line.len()) as u32).into());
            check_reparse(&parse, &text, &TextEdit::delete(range));
            start += line.len();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_text_survives(text in "\\PC{0,200}") {
        check(&text);
    }

    #[test]
    fn any_tokens_survive(pieces in proptest::collection::vec(snippet(), 0..60)) {
        check(&pieces.concat());
    }

    #[test]
    fn reparse_equals_parse(
        fixture in proptest::sample::select(fixtures()),
        edits in proptest::collection::vec((0..2000_usize, 0..6_usize, snippet()), 1..6),
    ) {
        let mut text = fixture;
        let mut parse = check(&text);
        for (start, len, insert) in edits {
            let start = floor(&text, start % (text.len() + 1));
            let end = floor(&text, start + len).max(start);
            let range = TextRange::new((start as u32).into(), (end as u32).into());
            (parse, text) = check_reparse(&parse, &text, &TextEdit::replace(range, insert));
        }
    }
}

#[test]
fn reparse_shares_what_it_does_not_touch() {
    let function = |name: &str| {
        format!("func.func @{name}() {{\n  \"d.first\"() : () -> ()\n  \"d.second\"() : () -> ()\n}}\n")
    };
    let text = [function("a"), function("b"), function("c")].concat();
    let before = check(&text);
    let pointers = |parse: &Parse| -> Vec<*const ()> {
        let part = parse.syntax_node().first_child().unwrap();
        part.children().map(|it| std::ptr::from_ref(it.green()).cast()).collect()
    };
    // In a body, in a head, and between functions.
    for (needle, insert) in
        [("\"d.second\"() : () -> ()\n}\nfunc.func @c", "%x = "), ("@b", "nested "), ("func.func @b", "\n\n")]
    {
        let at = text.find(needle).unwrap() as u32;
        let (after, _) = check_reparse(&before, &text, &TextEdit::insert(at.into(), insert));
        let (old, new) = (pointers(&before), pointers(&after));
        assert_eq!((old[0], old[2]), (new[0], new[2]), "{needle}");
    }
}

#[test]
fn hostile_texts_take_linear_time() {
    let deep = |open: &str, close: &str| open.repeat(20_000) + &close.repeat(20_000);
    let texts = [
        "(".repeat(150_000),
        "{".repeat(150_000),
        "<".repeat(150_000),
        "\"d.op\"() ({\n".repeat(20_000),
        "affine.for %i = 0 to 1 {\n".repeat(20_000),
        deep("{", "}"),
        deep("(", ")"),
        format!("#a = {}", deep("[", "]")),
        format!("#a = affine_map<(d) -> ({}d)>", "-".repeat(60_000)),
        format!("#a = affine_map<(d) -> (d{})>", " + d".repeat(40_000)),
        format!("!a = {}i1", "tuple<".repeat(20_000)),
        format!("d.op {}", "%a, ".repeat(60_000)),
        "func.func @f() {\n".repeat(20_000),
        "%a, ".repeat(60_000),
    ];
    for text in texts {
        let start = std::time::Instant::now();
        check(&text);
        let took = start.elapsed();
        assert!(took.as_secs() < 60, "{took:?} for {}…", &text[..20]);
    }
}
