//! Any text is read or refused, and what was read survives being printed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use presburger::{IntegerRelation, Union};

fuzz_target!(|text: &str| {
    if let Ok(relation) = IntegerRelation::parse(text) {
        assert_eq!(IntegerRelation::parse(&relation.to_string()).as_ref(), Ok(&relation), "{relation}");
    }
    if let Ok(union) = Union::parse(text) {
        assert_eq!(Union::parse(&union.to_string()).as_ref(), Ok(&union), "{union}");
    }
});
