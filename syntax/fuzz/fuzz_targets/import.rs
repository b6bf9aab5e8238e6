#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use syntax::ods::import;
use syntax::ods::tablegen::{Limits, ParsedFile, Source, evaluate_filtered};

/// Definitions of a dialect, and the pieces of MLIR's own that they include.
struct Texts<'a>(&'a str);

const BASE: &str = include_str!("../../../tests/cli/definitions/base.td");

impl Source for Texts<'_> {
    fn file(&self, path: &str, _: Option<&str>) -> Option<(Arc<str>, ParsedFile)> {
        let text = if path == "main.td" { self.0 } else { BASE };
        Some((path.into(), ParsedFile::parse(text)))
    }
}

/// What definitions may take within moments.
const LIMITS: Limits = Limits {
    steps: 20_000,
    depth: 60,
    records: 500,
    elements: 1_000,
    bytes: 10_000,
    includes: 4,
    errors: 20,
};

// Definitions, and behind a line `-----` a text that uses them.
fuzz_target!(|data: &str| {
    let (definitions, text) = data.split_once("\n-----\n").unwrap_or((data, ""));
    let records = evaluate_filtered(&Texts(definitions), &["main.td"], &import::FILTER, LIMITS);
    import::dialects(&records);
    let types = import::types(&records);
    let operations = import::operations(&records);
    for operation in &operations {
        if let Some(definition) = operation.read() {
            definition.snippet();
        }
    }
    syntax::checks::definitions_take_any_text(operations, types, text);
});
