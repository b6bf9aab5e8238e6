//! Texts to start from: every MLIR text of this repository, and those of a folder the user names.

use std::{
    path::{Path, PathBuf},
    sync::LazyLock,
};

/// Names a folder with further `.mlir` files, taken recursively.
const VARIABLE: &str = "AFFINE_ANALYZER_SEEDS";

/// The repository's own texts.
pub(crate) static SEEDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut texts = Vec::new();
    for folder in ["syntax/test_data", "analysis/test_data", "examples", "tests/differential"] {
        texts.extend(files(&root.join(folder), "mlir"));
    }
    for page in files(&root.join("docs/diagnostics"), "md") {
        texts.extend(
            page.split("```mlir\n").skip(1).filter_map(|it| Some(it.split_once("```")?.0.to_owned())),
        );
    }
    assert!(texts.len() > 200, "only {} texts found", texts.len());
    texts
});

/// The repository's texts, or those of the folder that the user names.
pub(crate) static CHOSEN: LazyLock<Vec<String>> = LazyLock::new(|| match std::env::var_os(VARIABLE) {
    Some(folder) => {
        let texts = files(Path::new(&folder), "mlir");
        assert!(!texts.is_empty(), "no .mlir files in {}", Path::new(&folder).display());
        texts
    }
    None => SEEDS.clone(),
});

/// What users see first.
pub(crate) fn examples() -> Vec<String> {
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples"), "mlir")
}

/// The texts of the files below a folder that are UTF-8, in the order of their paths.
fn files(folder: &Path, extension: &str) -> Vec<String> {
    let mut paths = Vec::new();
    find(folder, extension, &mut paths);
    paths.sort();
    paths.iter().filter_map(|it| String::from_utf8(std::fs::read(it).unwrap()).ok()).collect()
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
