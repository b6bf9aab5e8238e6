#![no_main]

use libfuzzer_sys::fuzz_target;
use syntax::ods::ImportedOp;

// The lists of a definition and its format in a line each, and a text in which `x.op` has it.
fuzz_target!(|data: &str| {
    let mut lines = data.splitn(7, '\n');
    let mut next = || lines.next().unwrap_or_default();
    let definition = ImportedOp {
        name: "x.op".into(),
        ins: next().into(),
        outs: next().into(),
        regions: next().into(),
        successors: next().into(),
        traits: next().into(),
        format: Some(next().into()),
        has_exact_format: true,
        ..ImportedOp::default()
    };
    if let Some(definition) = definition.read() {
        definition.snippet();
    }
    syntax::checks::definitions_take_any_text([definition], next());
});
