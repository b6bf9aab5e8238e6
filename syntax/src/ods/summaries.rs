//! What operations do, in a sentence each, where their table says no more than how they are written.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// A line for each operation: its name, and the sentence.
const TEXT: &str = include_str!("summaries.txt");

static SUMMARIES: LazyLock<FxHashMap<&str, &str>> =
    LazyLock::new(|| TEXT.lines().filter_map(|it| it.split_once(": ")).collect());

/// The sentence about an operation; empty if there is none.
pub(super) fn summary(name: &str) -> &'static str {
    SUMMARIES.get(name).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ods::Registry;

    /// The dialects that have a table.
    const DESCRIBED: &[&str] = &[
        "affine",
        "arith",
        "bufferization",
        "builtin",
        "cf",
        "func",
        "index",
        "math",
        "memref",
        "scf",
        "tensor",
        "ub",
        "vector",
    ];

    #[test]
    fn operations_of_the_tables_are_described() {
        let registry = Registry::builtin();
        let mut nameless: Vec<&str> = Vec::new();
        for dialect in DESCRIBED {
            let operations = registry.of_dialect(dialect);
            nameless.extend(operations.filter(|it| it.summary.is_empty()).map(|it| &*it.name));
        }
        assert_eq!(nameless, [""; 0]);
    }

    #[test]
    fn sentences_are_about_operations() {
        let registry = Registry::builtin();
        let lines: Vec<&str> = TEXT.lines().collect();
        assert!(lines.is_sorted(), "the lines are in the order of names");
        for line in lines {
            let (name, sentence) = line.split_once(": ").unwrap();
            assert!(registry.get(name).is_some(), "{name}");
            assert!(sentence.ends_with('.') && !sentence.contains(". "), "{name}");
        }
    }
}
