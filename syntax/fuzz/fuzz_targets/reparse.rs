#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let (text, edits) = syntax::checks::edits_of_bytes(data);
    syntax::checks::reparses_equal_parses(&text, edits);
});
