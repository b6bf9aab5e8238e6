//! What holds for every text: it survives, and its errors are bounded.

use proptest::prelude::*;
use syntax::{
    Parse, TextEdit,
    checks::{lexer_is_total, parse_is_lossless, reparse_equals_parse},
};

use crate::{
    mutation::snippet,
    seeds::{SEEDS, examples},
};

fn check(text: &str) {
    lexer_is_total(text);
    parse_is_lossless(text);
}

#[test]
fn seeds_survive() {
    for text in SEEDS.iter() {
        check(text);
        check(&text.replace('\n', "\r\n"));
    }
}

/// As while a file is typed from its start to its end.
#[test]
fn prefixes_of_examples_survive() {
    for text in examples() {
        for end in (0..=text.len()).filter(|it| text.is_char_boundary(*it)) {
            check(&text[..end]);
        }
    }
}

#[test]
fn prefixes_survive() {
    for text in SEEDS.iter() {
        for end in (0..=text.len()).step_by(11).filter(|it| text.is_char_boundary(*it)) {
            check(&text[..end]);
        }
    }
}

proptest! {
    #[test]
    fn any_text_survives(text in "\\PC{0,200}") {
        check(&text);
    }

    #[test]
    fn any_bytes_survive(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_ascii_survives(bytes in prop::collection::vec(0..128_u8, 0..300)) {
        check(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_tokens_survive(pieces in prop::collection::vec(snippet(), 0..60)) {
        check(&pieces.concat());
    }
}

#[test]
fn reparse_shares_what_it_does_not_touch() {
    let function = |name: &str| {
        format!("func.func @{name}() {{\n  \"d.first\"() : () -> ()\n  \"d.second\"() : () -> ()\n}}\n")
    };
    let text = [function("a"), function("b"), function("c")].concat();
    let before = parse_is_lossless(&text);
    let pointers = |parse: &Parse| -> Vec<*const ()> {
        let part = parse.syntax_node().first_child().unwrap();
        part.children().map(|it| std::ptr::from_ref(it.green()).cast()).collect()
    };
    // In a body, in a head, and between functions.
    for (needle, insert) in
        [("\"d.second\"() : () -> ()\n}\nfunc.func @c", "%x = "), ("@b", "nested "), ("func.func @b", "\n\n")]
    {
        let at = text.find(needle).unwrap() as u32;
        let (after, _) = reparse_equals_parse(&before, &text, &TextEdit::insert(at.into(), insert));
        let (old, new) = (pointers(&before), pointers(&after));
        assert_eq!((old[0], old[2]), (new[0], new[2]), "{needle}");
    }
}
