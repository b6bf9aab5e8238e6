//! A reparse equals a parse.

use proptest::{prelude::*, test_runner::TestRunner};
use syntax::{
    TextEdit, TextRange,
    checks::{edits_of_bytes, parse_is_lossless, reparse_equals_parse, reparses_equal_parses},
};

use crate::{
    mutation::{SNIPPETS, mutation},
    seeds::{CHOSEN, SEEDS},
};

/// Runs a property on five times as many cases as other properties have, 100,000 in the long profile, and tells how
/// many reparses that were.
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

/// As the fuzz target does, of which the tests do not know whether it builds.
#[test]
fn edits_of_any_bytes() {
    let edits = prop::collection::vec((any::<[u8; 3]>(), prop::sample::select(SNIPPETS)), 0..4);
    run("edits_of_any_bytes", (any::<prop::sample::Index>(), edits), |(seed, edits)| {
        let mut data = seed.get(&SEEDS).clone().into_bytes();
        for (place, insert) in &edits {
            data.push(255);
            data.extend(place);
            data.extend(insert.as_bytes());
        }
        let (text, edits) = edits_of_bytes(&data);
        let reparses = edits.len();
        reparses_equal_parses(&text, edits);
        reparses
    });
}

/// Some of the edits have everything parsed again.
#[test]
fn edits_at_once() {
    let edits = prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(SNIPPETS)), 0..6);
    run("edits_at_once", (any::<prop::sample::Index>(), edits), |(seed, edits)| {
        let text = seed.get(&CHOSEN);
        let places: Vec<u32> = text.char_indices().map(|it| it.0 as u32).chain([text.len() as u32]).collect();
        let mut edits: Vec<TextEdit> = edits
            .iter()
            .map(|(at, insert)| {
                TextEdit::replace(TextRange::empty((*at.get(&places)).into()), (*insert).to_owned())
            })
            .collect();
        edits.sort_by_key(|it| it.range.start());
        edits.dedup_by_key(|it| it.range.start());
        let whole = edits.iter().rev().fold(text.clone(), |text, edit| edit.apply(&text));
        assert!(
            parse_is_lossless(text).reparse_all(&edits) == parse_is_lossless(&whole),
            "{edits:?}\n{text}"
        );
        edits.len()
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

/// Checks the reparse after the one edit that replaces what stands between `<|>` and `<|>`.
#[track_caller]
fn check(fixture: &str, insert: &str) {
    let mut pieces = fixture.split("<|>");
    let [before, old, after] = [(); 3].map(|()| pieces.next().unwrap());
    let text = [before, old, after].concat();
    let range = TextRange::at((before.len() as u32).into(), (old.len() as u32).into());
    reparses_equal_parses(&text, [TextEdit::replace(range, insert)]);
}

#[test]
fn an_error_around_a_region_ends_inside() {
    check(
        "#s = affine_set<(d) : (d >= 0 >= {\n  \"d.op\"() : () -> ()\n  \"d.op\"() <|>: <|>() -> (), 1\n})>\n",
        "",
    );
}

#[test]
fn an_error_of_the_next_statement_is_reported_here() {
    check("func.func @f() -> i32 {\"\n  %a = d.op<|>\n  return<|> %a : i32\n}\n\"\n", "");
    check("%c = arith.constant 1 : <|>i32<|>\n\"\n", "i64");
    check("func.func @f() {\n  \"d.op{()\n      : () -> ()<|><|>\n}\n", ",");
}

#[test]
fn an_error_of_the_statement_before_is_reported_here() {
    check("cf.switch %f : i32, [\n  default: ^a,\nd.op @m [#a, <|>#b<|>]\n", "#c");
}

#[test]
fn a_region_among_attributes_of_an_unknown_operation_has_no_errors() {
    check("d.op {a = d.b {\n  %c = d.e\n  return\n<|><|>}\n}\n", "(");
}

#[test]
fn a_brace_that_closes_nothing_is_told_without_other_errors() {
    check("d.op #d.e<{ i\nfunc.func @f() {\n  %a = d.op\n  %b = arith.constant 1 : i32<|><|>\n}\n}\n", ",");
}

#[test]
fn a_statement_is_told_by_its_operands() {
    check("%2 = d.op\n\"d.op\"(%1, <|><|>%2) : () -> ()\n", "#a = 1\n");
    check("%2 = d.op\n\"d.op\"(%1, %2<|><|>) : () -> ()\n", " : i32");
}

#[test]
fn a_region_is_told_by_what_follows_its_first_operation() {
    check("d.op { d.x {a = 1} <|>d.y<|> }\n", "");
    check("d.op { d.x {a = 1} <|><|> }\n", "d.y");
}

#[test]
fn an_alias_is_only_defined_at_top_level() {
    check("d.op {\n  d.end\n#a = affine_map<(d0) -> (* d0)>\n<|>}<|>\n", "}");
    check("d.op {\n  d.end\n#a = affine_map<(d0) -> (d0<|> + 1<|>)>\n}\n", "");
}

#[test]
fn a_brace_behind_a_statement_closes_no_region() {
    check("#a = #d.e<{\n  ( i : dense,\n  %l = d.op : index\n  return %l : <|><|>index\n}\n", "<");
}

#[test]
fn a_split_marker_ends_a_line() {
    check("d.op\n<|> <|>// -----\nd.op\n", "");
    check("d.op\n<|><|>// -----\nd.op\n", " ");
    check("d.op<|>\n<|>// -----\nd.op\n", " ");
    check("d.op <|><|>// -----\nd.op\n", "// ");
    check("d.op // -----<|>\n<|>d.op\n", "");
    check("d.op // -----<|><|>\nd.op\n", "-");
    check("d.op /<|><|>/ -----\nd.op\n", "/// /");
    check("d.op // c<|><|>\nd.op\n", "\r");
    check("d.op // c<|>\n  <|>d.op\n", "  \n  ");
    check("\u{feff}<|> <|>func.func @f() {\n     func.func @g() {\n     }\n", "   ");
}
