//! Transformations where not all pairs of accesses are computed: none is offered that the others forbid.

use analysis::{Host, Pairs, Settings, TextRange, TextSize};
use std::path::{Path, PathBuf};

fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for folder in ["examples", "tests/differential/kernels"] {
        let files = std::fs::read_dir(root.join(folder)).expect("the folder is part of the repository");
        found.extend(
            files
                .map(|it| it.expect("a file").path())
                .filter(|it| it.extension().is_some_and(|it| it == "mlir")),
        );
    }
    found.sort();
    found
}

/// The ids of what is offered in the whole text.
fn offered(text: &str, pairs: Pairs) -> Vec<String> {
    let mut host = Host::new();
    host.set_settings(Settings { pairs, ..Settings::default() });
    let file = host.add_file(text);
    let actions = host.analysis().actions(file, TextRange::up_to(TextSize::of(text)));
    actions.into_iter().filter(|it| it.disabled.is_none()).map(|it| it.request.to_string()).collect()
}

#[test]
fn fewer_pairs_allow_nothing_more() {
    let programs = programs();
    assert!(programs.len() > 5, "{programs:?}");
    let mut refused = 0;
    for program in programs {
        let text = std::fs::read_to_string(&program).expect("UTF-8");
        let all = offered(&text, Pairs::All);
        assert_eq!(offered(&text, Pairs::Bounded), all, "{program:?}");
        for pairs in [0, 4, 8, 16] {
            let some = offered(&text, Pairs::AtMost(pairs));
            let more: Vec<_> = some.iter().filter(|it| !all.contains(it)).collect();
            assert!(more.is_empty(), "{program:?} with {pairs} pairs: {more:?}");
            refused += all.len() - some.len();
        }
    }
    assert!(refused > 100, "{refused}");
}
