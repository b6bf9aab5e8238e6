//! A reparse equals a parse.

use proptest::prelude::*;
use syntax::{
    TextEdit, TextRange,
    checks::{parse_is_lossless, reparse_equals_parse, reparses_equal_parses},
};

use crate::{
    mutation::mutation,
    seeds::{CHOSEN, SEEDS},
};

/// Five times as many as other properties have: 100,000 in the long profile.
fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: default.cases.saturating_mul(5), max_shrink_iters: 3000, ..default }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn chains_of_edits(seed in any::<prop::sample::Index>(), mutations in prop::collection::vec(mutation(), 1..5)) {
        let mut text = seed.get(&CHOSEN).clone();
        for mutation in mutations {
            let edits = mutation.edits(&text);
            reparses_equal_parses(&text, edits.iter().cloned());
            text = edits.iter().fold(text, |it, edit| edit.apply(&it));
        }
    }

    #[test]
    fn edits_of_any_text(
        text in "\\PC{0,60}",
        edits in prop::collection::vec((0..80_u32, 0..10_u32, "\\PC{0,10}"), 1..4),
    ) {
        // Ranges may be outside the text or split a character: then nothing changes.
        let edits = edits.into_iter().map(|(start, len, insert)| {
            TextEdit::replace(TextRange::at(start.into(), len.into()), insert)
        });
        reparses_equal_parses(&text, edits);
    }
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
