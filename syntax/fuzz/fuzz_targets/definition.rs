#![no_main]

use libfuzzer_sys::fuzz_target;
use syntax::ods::{ImportedOp, ImportedType};

// The lists of a definition and its format in a line each, then the parameters and the format of a type, and a text in which
// `x.op` and `!x.t` have them.
fuzz_target!(|data: &str| {
    let mut lines = data.splitn(9, '\n');
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
    let ty = |name: &str, parameters: &str, format: &str| ImportedType {
        name: name.into(),
        parameters: parameters.into(),
        format: Some(format.into()),
        has_exact_format: true,
        ..ImportedType::default()
    };
    let (parameters, format) = (next(), next());
    let types = ["!x.t", "#x.a"].map(|it| ty(it, parameters, format));
    syntax::checks::definitions_take_any_text([definition], types, next());
});
