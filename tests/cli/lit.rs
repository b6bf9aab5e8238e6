//! The suite of `docs/testing-passes.md`, run by LLVM's `lit`.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use affine_analyzer_tests::{program, requirement};

use crate::Folder;

/// `lit`, by its name or where LLVM's packages put it.
fn lit() -> Option<PathBuf> {
    let packaged = Path::new("/usr/lib/llvm-22/bin/lit");
    match packaged.is_file() {
        true => Some(packaged.to_owned()),
        false => requirement::program(&["lit", "llvm-lit"]),
    }
}

/// The files of the page: each block after a line that is its name.
fn files() -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/testing-passes.md");
    let page = fs::read_to_string(path).unwrap();
    let parts: Vec<&str> = page.split("```").collect();
    let block = |pair: &[&str]| {
        let name = pair[0].trim_end().lines().last()?.strip_prefix('`')?.strip_suffix("`:")?.to_owned();
        Some((name, pair[1].split_once('\n')?.1.to_owned()))
    };
    parts.chunks_exact(2).filter_map(block).collect()
}

/// The output and the status of the suite, where a file is replaced by another.
fn run(replaced: Option<(&str, &str, &str)>) -> Option<(String, bool)> {
    let (lit, opt) = (lit()?, requirement::program(&["mlir-opt-22", "mlir-opt"])?);
    let folder = Folder::new();
    let tools = folder.0.join("tools");
    fs::create_dir(&tools).unwrap();
    symlink(opt, tools.join("mlir-opt")).unwrap();
    symlink(program::path(), tools.join("affine-analyzer")).unwrap();
    for (name, text) in files() {
        let text = match replaced {
            Some((file, from, to)) if file == name => {
                assert!(text.contains(from), "{name}: {from}");
                text.replace(from, to)
            }
            _ => text,
        };
        folder.write(&name, &text);
    }
    let path = format!("{}:{}", tools.display(), std::env::var("PATH").unwrap_or_default());
    let output =
        Command::new(lit).args(["-a", "."]).current_dir(&folder.0).env("PATH", path).output().unwrap();
    Some((String::from_utf8_lossy(&output.stdout).into_owned(), output.status.success()))
}

#[test]
fn the_suite_of_the_page_passes() {
    let Some((said, passes)) = run(None) else { return };
    assert!(passes, "{said}");
    assert!(said.contains("Total Discovered Tests: 3"), "{said}");
    for verdict in [
        "PASS: my passes :: tile.mlir",
        "PASS: my passes :: reduce.mlir",
        "XFAIL: my passes :: unroll.mlir",
        "@product: equal",
        "@sum: equal, but for the rounding of floats in another order",
        // The expected failure is this one.
        "@clear: different",
    ] {
        assert!(said.contains(verdict), "{verdict} in {said}");
    }
}

#[test]
fn a_wrong_pass_fails_the_suite() {
    let wrong = ("tile.mlir", "affine-analyzer compare", "sed s/addi/subi/ | affine-analyzer compare");
    let Some((said, passes)) = run(Some(wrong)) else { return };
    assert!(!passes && said.contains("FAIL: my passes :: tile.mlir"), "{said}");
    assert!(said.contains("@product: different"), "{said}");
    let unrounded =
        ("reduce.mlir", "| affine-analyzer compare %s", "| affine-analyzer compare --rounding fail %s");
    let Some((said, passes)) = run(Some(unrounded)) else { return };
    assert!(!passes && said.contains("FAIL: my passes :: reduce.mlir"), "{said}");
}
