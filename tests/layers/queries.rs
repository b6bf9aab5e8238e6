//! Which queries may be computed on the thread that reads the client's messages.

use crate::{FLOORS, root, sources};
use std::collections::BTreeSet;
use std::fs;

/// Queries that only look something up, go once over what was read of a file's heads and aliases, or leave what is
/// expensive to a query that they ask first. All others say first that they compute, or take long.
const CHEAP: &[&str] = &[
    "after_op",
    "alias_integer_type",
    "alias_node",
    "aliases_are_early",
    "attribute_alias",
    "consulted_by_calls",
    "defined_symbols",
    "function_named",
    "has_few_ops",
    "is_module_value",
    "isolated_op",
    "meaning",
    "misplaced_aliases",
    "problems",
    "returned",
    "returns_memory",
    "symbol_named",
    "type_alias",
    "uniquely_named",
    "wanted_pairs",
];

#[test]
fn what_computes_says_so() {
    let mut silent = BTreeSet::new();
    let mut count = 0;
    for file in FLOORS.iter().flat_map(|it| sources(&root().join(it).join("src"))) {
        let text = fs::read_to_string(file).unwrap();
        let program = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        for (name, body) in queries(program) {
            count += 1;
            if !["computes(db);", "takes_long(db);"].iter().any(|it| body.contains(it)) {
                silent.insert(name.to_owned());
            }
        }
    }
    assert!(count > 2 * CHEAP.len(), "only {count} queries are found");
    let cheap: BTreeSet<String> = CHEAP.iter().map(|it| (*it).to_owned()).collect();
    let new: Vec<_> = silent.difference(&cheap).collect();
    assert!(
        new.is_empty(),
        "{new:?} call neither `computes` nor `takes_long`, and are not known to be cheap"
    );
    let gone: Vec<_> = cheap.difference(&silent).collect();
    assert!(gone.is_empty(), "{gone:?} are no queries, or not cheap");
}

/// Names and bodies of tracked functions, which stand at the left margin.
fn queries(program: &str) -> impl Iterator<Item = (&str, &str)> {
    program.split("#[salsa::tracked").skip(1).filter_map(|rest| {
        let item = rest.split_once("]\n")?.1;
        let (head, body) = item.split_once("{\n")?;
        let name = head.split_once("fn ")?.1.split(['<', '(']).next()?;
        Some((name, body.split("\n}\n").next()?))
    })
}
