//! Ids of actions are written and read in one place.

use crate::root;
use affine_analyzer_tests::texts::paths;
use std::fs;

/// Where requests leave the program as text, or come back: to a client and in reports.
const DOORS: [&str; 3] =
    ["lsp/handlers/code_action.rs", "lsp/handlers/code_action_resolve.rs", "report/json.rs"];

#[test]
fn no_id_is_taken_apart() {
    let folders = ["analysis", "server"].map(|it| root().join(it));
    for path in folders.iter().flat_map(|it| paths(it, "rs")) {
        let name = path.to_string_lossy();
        if name.contains("test") || DOORS.iter().any(|it| name.ends_with(it)) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let program = text.split("#[cfg(test)]").next().unwrap();
        for way in ["request.to_string()", "action.to_string()", "KIND}:"] {
            assert!(!program.contains(way), "{name} writes the id of an action ({way})");
        }
    }
}
