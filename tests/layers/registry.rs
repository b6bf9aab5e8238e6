//! The operations that are known are an input: who asks what is built in does not know the user's.

use crate::operations::test_modules;
use crate::{FLOORS, root, sources};
use std::fs;
use std::path::PathBuf;

/// Where the input is given its first value.
const FIRST: &str = "analysis/base/src/workspace.rs";

#[test]
fn no_analysis_asks_what_is_built_in() {
    let mut asking = Vec::new();
    for floor in FLOORS.iter().filter(|it| it.starts_with("analysis")) {
        let files = sources(&root().join(floor).join("src"));
        let only_tests: Vec<PathBuf> = files.iter().flat_map(test_modules).collect();
        for file in files.iter().filter(|it| !only_tests.contains(it)) {
            let text = fs::read_to_string(file).unwrap();
            let program = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            if program.contains("Registry::builtin()") {
                asking.push(file.strip_prefix(root()).unwrap_or(file).display().to_string());
            }
        }
    }
    assert_eq!(asking, [FIRST]);
}
