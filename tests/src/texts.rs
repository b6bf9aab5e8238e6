//! MLIR texts to judge features on: the repository's own, or those of a folder that the user names.

use std::path::{Path, PathBuf};

use syntax::SyntaxKind;

use crate::tools::split_parts;

/// Names a folder with `.mlir` files, taken recursively, that take the place of the repository's.
const VARIABLE: &str = "AFFINE_ANALYZER_SEEDS";

/// Where the repository has texts.
const FOLDERS: &[&str] = &["analysis/test_data", "examples", "syntax/test_data", "tests/differential"];

/// The comments of a text, without the blanks behind them.
pub fn comments(text: &str) -> Vec<String> {
    let tokens = syntax::parse(text).syntax_node().descendants_with_tokens();
    let comments = tokens.filter(|it| it.kind() == SyntaxKind::COMMENT);
    comments.map(|it| it.to_string().trim_end().to_owned()).collect()
}

/// The parts of every text, in the order of their paths. Not all are accepted by MLIR.
pub fn texts() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let found = match std::env::var_os(VARIABLE) {
        Some(folder) => files(Path::new(&folder), "mlir"),
        None => {
            let mut found: Vec<String> =
                FOLDERS.iter().flat_map(|it| files(&root.join(it), "mlir")).collect();
            for page in files(&root.join("docs/diagnostics"), "md") {
                let blocks = page.split("```mlir\n").skip(1);
                found.extend(blocks.filter_map(|it| Some(it.split_once("```")?.0.to_owned())));
            }
            found
        }
    };
    assert!(!found.is_empty(), "there are no texts");
    found.iter().flat_map(|it| split_parts(it)).collect()
}

/// The texts of the files below a folder that are UTF-8.
fn files(folder: &Path, extension: &str) -> Vec<String> {
    paths(folder, extension)
        .iter()
        .filter_map(|it| String::from_utf8(std::fs::read(it).unwrap()).ok())
        .collect()
}

/// The files below a folder with that extension, sorted.
pub fn paths(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    find(folder, extension, &mut found);
    found.sort();
    found
}

fn find(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap_or_else(|it| panic!("{}: {it}", folder.display())) {
        let path = entry.unwrap().path();
        if path.is_dir() {
            find(&path, extension, found);
        } else if path.extension().is_some_and(|it| it == extension) {
            found.push(path);
        }
    }
}
