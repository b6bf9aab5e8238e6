#![no_main]

use libfuzzer_sys::fuzz_target;
use ods::ParsedFile;

fuzz_target!(|text: &str| {
    ParsedFile::parse(text);
});
