//! Every claim of the threat model names a test that is there.

use std::fs;
use std::path::Path;

#[test]
fn every_claim_is_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let page = fs::read_to_string(root.join("docs/threat-model.md")).unwrap();
    let claims = page.split("## How time grows").next().unwrap();
    let rows = claims.lines().filter(|it| it.starts_with("| ") && !it.starts_with("| claim |"));
    let mut count = 0;
    for row in rows {
        let named: Vec<&str> = row.rsplit(" | ").next().unwrap().split('`').skip(1).step_by(2).collect();
        let [file, test] = named[..] else { panic!("{row} names no test") };
        let source = fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        // In Rust there may be other attributes between.
        let in_rust = source.split_once(&format!("fn {test}(")).is_some_and(|(before, _)| {
            let lines = before.lines().rev().map(str::trim).skip_while(|it| it.is_empty());
            lines.take_while(|it| it.starts_with("#[")).any(|it| it == "#[test]")
        });
        let is_there = in_rust || source.contains(&format!("test('{test}'"));
        assert!(is_there, "{file} has no test `{test}`");
        count += 1;
    }
    assert!(count > 20, "{count}");
}
