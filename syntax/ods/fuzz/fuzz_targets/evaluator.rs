#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use ods::{Limits, ParsedFile, Source, evaluate};

/// A text that includes itself under every other name.
struct Text(ParsedFile);

impl Source for Text {
    fn file(&self, path: &str, _: Option<&str>) -> Option<(Arc<str>, ParsedFile)> {
        Some((path.into(), self.0.clone()))
    }
}

/// What a text may take within moments.
const LIMITS: Limits = Limits {
    steps: 20_000,
    depth: 60,
    records: 500,
    elements: 1_000,
    bytes: 10_000,
    includes: 4,
    errors: 20,
};

fuzz_target!(|text: &str| {
    let records = evaluate(&Text(ParsedFile::parse(text)), &["main"], LIMITS);
    assert!(records.records.len() <= LIMITS.records);
    assert!(records.errors.len() <= LIMITS.errors);
    for error in &records.errors {
        assert!(text.is_char_boundary(error.at as usize), "{error:?} is not in the text");
    }
    for record in &records.records {
        assert!(text.is_char_boundary(record.at as usize), "{record:?} is not in the text");
    }
});
