//! A reparse equals a parse.

use proptest::{prelude::*, test_runner::TestRunner};
use syntax::{
    TextEdit, TextRange,
    checks::{parse_is_lossless, reparse_equals_parse, reparses_equal_parses},
};

use crate::{
    mutation::mutation,
    seeds::{CHOSEN, SEEDS},
};

/// Runs a property on five times as many cases as other properties have, 100,000 in the long profile, and tells how
/// many reparses that were.
#[expect(clippy::print_stderr, reason = "figures for who runs the test with --nocapture")]
fn run<S: Strategy>(name: &str, strategy: S, property: impl Fn(S::Value) -> usize) {
    let default = ProptestConfig::default();
    let cases = default.cases.saturating_mul(5);
    let config = ProptestConfig {
        cases,
        source_file: Some(file!()),
        test_name: Some(name.to_owned().leak()),
        ..default
    };
    let reparses = std::cell::Cell::new(0);
    let result = TestRunner::new(config).run(&strategy, |value| {
        reparses.set(reparses.get() + property(value));
        Ok(())
    });
    if let Err(failure) = result {
        panic!("{failure}");
    }
    eprintln!("{name}: {cases} cases, {} reparses", reparses.get());
}

#[test]
fn chains_of_edits() {
    let strategy = (any::<prop::sample::Index>(), prop::collection::vec(mutation(), 1..5));
    run("chains_of_edits", strategy, |(seed, mutations)| {
        let mut text = seed.get(&CHOSEN).clone();
        let mut parse = parse_is_lossless(&text);
        let mut reparses = 0;
        for mutation in mutations {
            for edit in mutation.edits(&text) {
                (parse, _) = reparse_equals_parse(&parse, &text, &edit);
                text = edit.apply(&text);
                reparses += 1;
            }
        }
        reparses
    });
}

#[test]
fn edits_of_any_text() {
    let edit = (0..80_u32, 0..10_u32, "\\PC{0,10}");
    let strategy = ("\\PC{0,60}", prop::collection::vec(edit, 1..4));
    run("edits_of_any_text", strategy, |(text, edits)| {
        let reparses = edits.len();
        // Ranges may be outside the text or split a character: then nothing changes.
        let edits = edits
            .into_iter()
            .map(|(start, len, insert)| TextEdit::replace(TextRange::at(start.into(), len.into()), insert));
        reparses_equal_parses(&text, edits);
        reparses
    });
}

#[test]
fn each_line_deleted() {
    for text in SEEDS.iter() {
        let parse = parse_is_lossless(text);
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let range = TextRange::at((start as u32).into(), (line.len() as u32).into());
            reparse_equals_parse(&parse, text, &TextEdit::delete(range));
            start += line.len();
        }
    }
}
