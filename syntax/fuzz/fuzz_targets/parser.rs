#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    syntax::checks::parse_is_lossless(text);
});
