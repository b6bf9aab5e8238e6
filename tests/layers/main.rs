//! Who may know whom: read from the manifests, and from the sources of the crates that touch nothing outside. And how
//! sources are laid out.
#![expect(clippy::unwrap_used, reason = "a test ends at the first surprise")]

mod circles;
mod documents;
mod operations;
mod parameters;
mod queries;
mod registry;
mod requests;
mod threats;

use affine_analyzer_tests::texts::paths;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Crates of the protocol, of serialisation, of asynchrony and of the world outside.
const OUTSIDE: &[&str] = &[
    "annotate-snippets",
    "anyhow",
    "async-std",
    "clap",
    "crossbeam-channel",
    "futures",
    "futures-util",
    "ignore",
    "ls-types",
    "lsp-server",
    "lsp-types",
    "notify",
    "rayon",
    "ropey",
    "serde",
    "serde_json",
    "smol",
    "tokio",
    "tower",
    "tower-lsp",
    "tower-lsp-server",
    "tracing-subscriber",
    "walkdir",
];

/// What sources of `analysis` and below may not name.
const OUTSIDE_PATHS: &[&str] =
    &["std::fs", "std::net", "std::process", "std::env::", "std::io", "async fn", "async move"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The names under `[dependencies]`; what only tests use does not count.
fn dependencies(package: &str) -> Vec<String> {
    let manifest = fs::read_to_string(root().join(package).join("Cargo.toml")).unwrap();
    let mut is_dependency = false;
    let mut names = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            let section = line.trim_matches(['[', ']']);
            is_dependency = section.ends_with("dependencies") && !section.ends_with("dev-dependencies");
            if let Some(name) = section.strip_prefix("dependencies.") {
                names.push(name.to_owned());
            }
        } else if is_dependency && !line.is_empty() && !line.starts_with('#') {
            let end = line.find(['.', '=', ' ']).unwrap_or(line.len());
            names.push(line[..end].to_owned());
        }
    }
    names
}

fn assert_knows_none(package: &str, forbidden: &[&str]) {
    let dependencies = dependencies(package);
    assert!(!dependencies.is_empty(), "{package} has dependencies that this test does not find");
    for name in dependencies {
        assert!(!forbidden.contains(&name.as_str()), "{package} may not depend on {name}");
    }
}

#[test]
fn presburger_knows_the_mathematics_alone() {
    assert_knows_none("analysis/presburger", &["salsa", "rowan", "syntax", "analysis", "affine-analyzer"]);
    assert_knows_none("analysis/presburger", OUTSIDE);
}

#[test]
fn ods_knows_tablegen_alone() {
    let others = ["salsa", "rowan", "syntax", "presburger", "analysis", "affine-analyzer"];
    assert_knows_none("syntax/ods", &others);
    assert_knows_none("syntax/ods", OUTSIDE);
}

#[test]
fn syntax_knows_the_grammar_alone() {
    assert_knows_none("syntax", &["salsa", "presburger", "analysis", "affine-analyzer"]);
    assert_knows_none("syntax", OUTSIDE);
}

/// The crates of `analysis` from the ground up.
const FLOORS: &[&str] = &[
    "analysis/presburger",
    "analysis/base",
    "analysis/ir",
    "analysis/polyhedral",
    "analysis/interpreter",
    "analysis/equivalence",
    "analysis/transforms",
    "analysis/optimizer",
    "analysis/rules",
    "analysis/ide",
    "analysis",
];

#[test]
fn each_floor_knows_those_below() {
    let name = |it: &&'static str| it.rsplit('/').next().unwrap_or_default();
    for (floor, package) in FLOORS.iter().enumerate() {
        let above: Vec<&str> = FLOORS[floor..].iter().map(name).collect();
        assert_knows_none(package, &above);
        assert_knows_none(package, &["affine-analyzer"]);
        assert_knows_none(package, OUTSIDE);
    }
}

#[test]
fn the_program_reaches_syntax_through_analysis() {
    assert_knows_none("server", &["syntax", "presburger", "salsa", "rowan"]);
}

#[test]
fn sources_below_the_server_touch_nothing_outside() {
    for package in [&["syntax", "syntax/ods"], FLOORS].concat() {
        for file in sources(&root().join(package).join("src")) {
            let text = fs::read_to_string(&file).unwrap();
            let program = text.split("#[cfg(test)]").next().unwrap_or_default();
            for (index, line) in program.lines().enumerate() {
                let code = line.split("//").next().unwrap_or_default();
                for path in OUTSIDE_PATHS {
                    assert!(!code.contains(path), "{}:{}: {path}", file.display(), index + 1);
                }
            }
        }
    }
}

/// `cargo fmt` does not see modules that a macro declares.
#[test]
fn every_file_is_formatted() {
    let files = ["syntax", "analysis", "server", "tests"].map(|it| paths(&root().join(it), "rs")).concat();
    let files = files.iter().filter(|it| !it.iter().any(|part| part == "target"));
    let check = Command::new("rustfmt").args(["--check", "-l"]).args(files).output().unwrap();
    let [changed, errors] = [check.stdout, check.stderr].map(|it| String::from_utf8_lossy(&it).into_owned());
    assert!(check.status.success(), "rustfmt would change\n{changed}{errors}");
}

/// All `.rs` files below a folder, without those that hold only tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let holds_tests = |it: &PathBuf| {
        let below = it.strip_prefix(folder).unwrap();
        it.ends_with("tests.rs") || it.ends_with("fixture.rs") || below.iter().any(|part| part == "tests")
    };
    let mut found = paths(folder, "rs");
    found.retain(|it| !holds_tests(it));
    found
}

/// A name of the profile for people who build would keep its level in packages.
#[test]
fn packages_optimize_everything() {
    let manifest: toml::Table = fs::read_to_string(root().join("Cargo.toml")).unwrap().parse().unwrap();
    let named = |profile: &str| manifest["profile"][profile]["package"].as_table().unwrap();
    for (name, release) in named("release") {
        let dist = &named("dist")[name];
        assert_eq!(dist["opt-level"].as_integer(), Some(3), "{name}");
        if release.get("codegen-units").is_some_and(|it| it.as_integer() != Some(1)) {
            assert_eq!(dist["codegen-units"].as_integer(), Some(1), "{name}");
        }
    }
}
