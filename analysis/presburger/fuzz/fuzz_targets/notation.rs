//! Any text is read or refused, and what was read survives being printed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use presburger::{IntegerRelation, Union};

/// Chains of `!=` grow when they are printed; beyond this a reader may refuse them.
const MOST_BYTES: usize = 1 << 16;

fuzz_target!(|text: &str| {
    if let Ok(relation) = IntegerRelation::parse(text) {
        let printed = relation.to_string();
        assert_eq!(IntegerRelation::parse(&printed).as_ref(), Ok(&relation), "{printed}");
    }
    if let Ok(union) = Union::parse(text) {
        let printed = union.to_string();
        if printed.len() <= MOST_BYTES {
            assert_eq!(Union::parse(&printed).as_ref(), Ok(&union), "{printed}");
        }
    }
});
