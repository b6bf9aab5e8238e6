#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| syntax::checks::lexer_is_total(text));
