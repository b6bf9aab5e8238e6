//! What is found in a slice and kept from before is what is found in the whole function.

use super::findings_in_slice;
use crate::diagnostics::kept::tests::texts;
use crate::diagnostics::on_all_cores::STACK_BYTES;
use crate::isolated_op::{Green, OpText, isolated_op};
use crate::rules::{Finding, findings};
use crate::{Host, TextEdit};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::Config;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use syntax::SyntaxKind;

/// Another token of its kind in place of one, a line less, or a line twice.
fn edit(text: &str, (kind, place, other): (u8, Index, Index)) -> Option<TextEdit> {
    let root = syntax::parse(text).syntax_node();
    let line_of = |at: usize| {
        let start = text[..at].rfind('\n').map_or(0, |it| it + 1);
        start..text[at..].find('\n').map_or(text.len(), |it| at + it + 1)
    };
    let range = |it: std::ops::Range<usize>| {
        syntax::TextRange::new(u32::try_from(it.start).unwrap().into(), u32::try_from(it.end).unwrap().into())
    };
    match kind {
        0 | 1 => {
            let kind = [SyntaxKind::PERCENT_ID, SyntaxKind::INTEGER][usize::from(kind)];
            let tokens = root.descendants_with_tokens().filter_map(|it| it.into_token());
            let tokens: Vec<_> = tokens.filter(|it| it.kind() == kind).collect();
            let (token, other) = (
                tokens.get(place.index(tokens.len().max(1)))?,
                tokens.get(other.index(tokens.len().max(1)))?,
            );
            Some(TextEdit { range: token.text_range(), insert: other.text().to_owned() })
        }
        2 => Some(TextEdit { range: range(line_of(place.index(text.len()))), insert: String::new() }),
        _ => {
            let line = line_of(place.index(text.len()));
            let insert = text[line.clone()].to_owned();
            Some(TextEdit { range: range(line.start..line.start), insert })
        }
    }
}

fn plain(findings: &[Finding]) -> Vec<(u32, u32, &'static str, String)> {
    let mut found: Vec<_> = findings
        .iter()
        .map(|it| {
            let range = it.place.range;
            (range.start().into(), range.end().into(), it.code, it.message.clone())
        })
        .collect();
    found.sort();
    found
}

thread_local! {
    static SLICES: Cell<u32> = const { Cell::new(0) };
}

proptest! {
    #![proptest_config(Config { cases: 512, max_global_rejects: 1 << 20, ..Config::default() })]

    fn slices_tell_what_the_whole_tells(
        text in prop::sample::select(texts()),
        how in (0..4_u8, any::<Index>(), any::<Index>()),
    ) {
        let mut host = Host::new();
        let file = host.add_file(&text);
        let edit = edit(&text, how);
        prop_assume!(edit.is_some());
        let edit = edit.unwrap();
        let of = |host: &Host, it: OpText| findings(&host.db, isolated_op(&host.db, it, file)).to_vec();
        let clean = |host: &Host, it: OpText| {
            it.errors(&host.db).is_empty() && !it.beside_errors(&host.db)
        };
        let surroundings = file.surroundings(&host.db);
        let before: FxHashMap<OpText, (Box<[Green]>, Vec<Finding>)> = file
            .op_texts(&host.db)
            .iter()
            .filter(|it| clean(&host, **it))
            .map(|it| (*it, (it.roots(&host.db).clone(), of(&host, *it))))
            .collect();
        host.edit(file, &edit);
        prop_assume!(file.surroundings(&host.db) == surroundings);
        for now in file.op_texts(&host.db).iter().filter(|it| clean(&host, **it)) {
            let Some((roots, found)) = before.get(now).filter(|it| it.0 != *now.roots(&host.db)) else {
                continue;
            };
            if let Some(sliced) = findings_in_slice(&host.db, file, *now, (roots, found)) {
                SLICES.set(SLICES.get() + 1);
                prop_assert_eq!(plain(&sliced), plain(&of(&host, *now)), "{:?} in\n{}", edit, edit.apply(&text));
            }
        }
    }
}

#[test]
fn most_edits_are_looked_at_in_slices() {
    let test = || {
        slices_tell_what_the_whole_tells();
        assert!(SLICES.get() > 40, "{}", SLICES.get());
    };
    // Texts that are nested as deeply as the parser allows are among them.
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(test).unwrap();
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}
