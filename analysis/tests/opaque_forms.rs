//! Operations of dialects that nobody knows, in any form: nothing is said of what only their parsers can tell.
//!
//! Texts are derived at random from what ODS's format language prints and from what parsers in C++ read, and printed over
//! odd lines with comments. Each name that is used is defined before, be it by the operation around it.

mod opaque_forms {
    mod derivation;
    mod random;
    mod vocabulary;
    mod writer;

    pub(crate) use derivation::program;
}

use analysis::{Host, Severity};
use opaque_forms::program;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// The errors in a text, with nothing configured, each with its line.
fn errors(text: &str) -> Vec<String> {
    let mut host = Host::new();
    let file = host.add_file(text);
    let found = host.analysis().diagnostics(file);
    let errors = found.iter().filter(|it| it.severity == Severity::Error).map(|it| {
        let line = text[..usize::from(it.range.start())].matches('\n').count();
        format!("{}: {}: {}", line + 1, it.code, it.message)
    });
    errors.collect()
}

const FORMS: [&str; 3] = [
    include_str!("opaque_forms/forms.mlir"),
    include_str!("opaque_forms/more_forms.mlir"),
    include_str!("opaque_forms/further_forms.mlir"),
];

#[test]
fn forms_of_other_projects_are_right() {
    for text in FORMS {
        let found = errors(text);
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}

/// The same texts each time; others where more are asked for.
fn seed() -> RngSeed {
    match std::env::var_os("PROPTEST_CASES") {
        Some(_) => RngSeed::Random,
        None => RngSeed::Fixed(1),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: seed(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_wrong(seed in any::<u64>()) {
        let text = program(seed);
        let found = errors(&text);
        prop_assert!(found.is_empty(), "{}\n{}", found.join("\n"), text);
    }
}
