//! How often the names of operations stand in the crates that ask the registry what operations are.

use crate::{root, sources};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use syntax::ods::Registry;

/// How many literals that are the name of an operation each crate may have: code that is about that one operation. The
/// numbers only fall.
const LIMITS: &[(&str, usize)] = &[
    ("analysis/base", 2),
    ("analysis/equivalence", 1),
    ("analysis/ide", 40),
    ("analysis/interpreter", 14),
    ("analysis/ir", 23),
    ("analysis/optimizer", 6),
    ("analysis/polyhedral", 13),
    ("analysis/rules", 123),
    ("analysis/transforms", 10),
];

#[test]
fn names_of_operations_stand_in_code_about_them() {
    let mut names = BTreeMap::new();
    for (crate_, limit) in LIMITS {
        let files = sources(&root().join(crate_).join("src"));
        let only_tests: Vec<PathBuf> = files.iter().flat_map(test_modules).collect();
        let count: usize = files.iter().filter(|it| !only_tests.contains(it)).map(names_in).sum();
        names.insert(*crate_, (count, *limit));
    }
    let wrong: Vec<_> = names.iter().filter(|it| it.1.0 != it.1.1).collect();
    assert!(wrong.is_empty(), "counts and limits: {wrong:?}");
}

/// The files of the modules that one declares for its tests.
pub(crate) fn test_modules(file: &PathBuf) -> Vec<PathBuf> {
    let text = fs::read_to_string(file).unwrap();
    let declared = text.split("#[cfg(test)]\n").skip(1).filter_map(|rest| {
        let (declaration, _) = rest.split_once('\n')?;
        Some(declaration.strip_suffix(';')?.rsplit_once("mod ")?.1.to_owned())
    });
    let folder = if file.ends_with("lib.rs") { file.with_file_name("") } else { file.with_extension("") };
    declared.map(|it| folder.join(it).with_extension("rs")).collect()
}

/// Literals of the program that are exactly a name in the registry.
fn names_in(file: &PathBuf) -> usize {
    let text = fs::read_to_string(file).unwrap();
    let program = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code = program.lines().filter(|it| !it.trim_start().starts_with("//"));
    let literals = code.flat_map(|it| it.split('"').skip(1).step_by(2));
    literals.filter(|it| it.contains('.') && Registry::builtin().has(it)).count()
}
