//! The registry of operations with those of the user's dialects, from TableGen's files.

use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use analysis::ods::tablegen::{Limits, ParsedFile, Records, Source, evaluate};
use analysis::ods::{Registry, import};
use globset::{Glob, GlobMatcher};
use ignore::WalkBuilder;
use rustc_hash::FxHashMap;

use crate::config::DefinitionFiles;

/// More files are not read, nor more bytes of one.
const MOST_FILES: usize = 2_000;
const MOST_BYTES: u64 = 16 << 20;

/// Definitions that were read, with what is wrong.
pub(crate) struct Definitions {
    pub(crate) registry: Arc<Registry>,
    pub(crate) records: Records,
    /// Each in a line.
    pub(crate) problems: Vec<String>,
}

impl Definitions {
    /// Reads the files, with those that they include. What MLIR's own dialects are stays as it is built in.
    pub(crate) fn read(wanted: &DefinitionFiles) -> Self {
        let builtin = Registry::builtin();
        let (files, mut problems) = main_files(wanted);
        if files.is_empty() {
            return Self { registry: Arc::clone(builtin), records: Records::default(), problems };
        }
        let source = Files { folders: include_folders(wanted), parsed: Mutex::default() };
        let paths: Vec<String> = files.iter().map(|it| it.display().to_string()).collect();
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        let records = evaluate(&source, &paths, Limits::default());
        problems.extend(records.errors.iter().map(|it| format!("{}: {}", it.file, it.message)));
        let forms: Vec<_> = wanted
            .forms
            .iter()
            .filter_map(|it| Some((Glob::new(&it.operations).ok()?.compile_matcher(), &it.format)))
            .collect();
        let form = |name: &str| forms.iter().find(|it| it.0.is_match(name)).map(|it| it.1.clone());
        let operations = import::operations(&records, &form);
        let new = operations.into_iter().filter(|it| builtin.get(&it.name).is_none());
        let registry = builtin.with(new).with_dialects(import::dialects(&records));
        Self { registry: Arc::new(registry), records, problems }
    }
}

/// The files that are named, and what is wrong with the names.
fn main_files(wanted: &DefinitionFiles) -> (Vec<PathBuf>, Vec<String>) {
    let (mut found, mut problems) = (Vec::new(), Vec::new());
    for pattern in &wanted.files {
        let path = wanted.folder.join(pattern);
        let before = found.len();
        if path.is_file() {
            found.push(path);
            continue;
        }
        match Glob::new(&path.display().to_string()) {
            Ok(glob) => found.extend(walk(&path, &glob.compile_matcher())),
            Err(error) => problems.push(format!("`{pattern}`: {error}")),
        }
        if found.len() == before {
            problems.push(format!("`{pattern}` names no file"));
        }
    }
    found.sort();
    found.dedup();
    found.truncate(MOST_FILES);
    (found, problems)
}

/// The files that a glob names, without those that version control ignores.
fn walk(pattern: &Path, glob: &GlobMatcher) -> Vec<PathBuf> {
    let is_literal = |it: &Component<'_>| !it.as_os_str().to_string_lossy().contains(['*', '?', '[', '{']);
    let folder: PathBuf = pattern.components().take_while(is_literal).collect();
    let mut walk = WalkBuilder::new(folder);
    walk.standard_filters(false).hidden(true).add_custom_ignore_filename(".gitignore");
    let files =
        walk.build().filter_map(Result::ok).filter(|it| it.file_type().is_some_and(|it| it.is_file()));
    files.map(ignore::DirEntry::into_path).filter(|it| glob.is_match(it)).take(MOST_FILES).collect()
}

/// The folders that are named, and where MLIR's own definitions usually are.
fn include_folders(wanted: &DefinitionFiles) -> Vec<PathBuf> {
    let named = wanted.include.iter().map(|it| wanted.folder.join(it));
    let own = [wanted.folder.clone(), wanted.folder.join("include")];
    named.chain(own).chain(mlir_folders()).filter(|it| it.is_dir()).collect()
}

/// `MLIR_DIR` as CMake has it, the `llvm-config` of the path, and where Debian and Homebrew install MLIR; the newest
/// first.
fn mlir_folders() -> Vec<PathBuf> {
    let mut found = Vec::new();
    // `<prefix>/lib/cmake/mlir`
    let from_cmake = std::env::var_os("MLIR_DIR").map(PathBuf::from);
    found.extend(from_cmake.and_then(|it| Some(it.ancestors().nth(3)?.join("include"))));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let beside_config = std::env::split_paths(&path).filter(|it| it.join("llvm-config").is_file());
    found.extend(beside_config.filter_map(|it| Some(it.parent()?.join("include"))));
    let mut installed: Vec<PathBuf> = std::fs::read_dir("/usr/lib")
        .into_iter()
        .flatten()
        .filter_map(|it| Some(it.ok()?.path()))
        .filter(|it| it.file_name().is_some_and(|it| it.to_string_lossy().starts_with("llvm-")))
        .map(|it| it.join("include"))
        .collect();
    installed.sort();
    found.extend(installed.into_iter().rev());
    found.extend(["/opt/homebrew/opt/llvm/include", "/usr/local/opt/llvm/include"].map(PathBuf::from));
    found.retain(|it| it.join("mlir/IR/OpBase.td").is_file());
    found
}

/// Files of the disk, each parsed once.
struct Files {
    folders: Vec<PathBuf>,
    parsed: Mutex<FxHashMap<PathBuf, ParsedFile>>,
}

impl Source for Files {
    fn file(&self, path: &str, from: Option<&str>) -> Option<(Arc<str>, ParsedFile)> {
        let beside = from.and_then(|it| Path::new(it).parent()).map(Path::to_owned);
        let candidates = beside.iter().chain(&self.folders).map(|it| it.join(path));
        let path = candidates.into_iter().find(|it| it.is_file())?;
        let name = path.display().to_string().into();
        let mut parsed = self.parsed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = parsed.get(&path) {
            return Some((name, file.clone()));
        }
        let size = std::fs::metadata(&path).ok()?.len();
        let file = ParsedFile::parse(&std::fs::read_to_string(&path).ok().filter(|_| size <= MOST_BYTES)?);
        parsed.insert(path, file.clone());
        Some((name, file))
    }
}
