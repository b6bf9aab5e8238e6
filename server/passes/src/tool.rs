//! A tool like `mlir-opt`: where it is, and the passes that it says it has.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use anyhow::{Context, bail, ensure};
use rustc_hash::FxHashMap;
use syntax::ods::Version;

use crate::help::{self, Pass};
use crate::process::{self, End, Finished, Limits};
use crate::suggestion::did_you_mean;

/// The names that are looked for on `PATH`.
const NAMES: [&str; 3] = ["mlir-opt", "mlir-opt-23", "mlir-opt-22"];

/// The limits of a question about the tool itself.
const QUESTION: Limits = Limits { time: Duration::from_secs(20), memory: 8 << 30, output: 16 << 20 };

/// A tool and what it can do.
#[derive(Debug)]
pub struct Tool {
    pub path: PathBuf,
    /// A line of its own words; empty where it says none.
    pub version: String,
    /// Passes and pipelines, by name.
    pub passes: Vec<Pass>,
    /// Whether it prints values by the names in their locations.
    pub keeps_names: bool,
}

/// A file as it was when it was asked: its path, size and time of change.
type Identity = (PathBuf, u64, Option<SystemTime>);

static KNOWN: Mutex<Option<FxHashMap<Identity, Arc<Tool>>>> = Mutex::new(None);

impl Tool {
    /// The tool of this path, or the first on `PATH` that has a name that is looked for.
    ///
    /// # Errors
    /// Where no tool is found, or it does not answer about its passes.
    pub fn find(configured: Option<&Path>, is_cancelled: &dyn Fn() -> bool) -> anyhow::Result<Arc<Self>> {
        let path = match configured {
            Some(path) => path.to_owned(),
            None => on_path(&NAMES).with_context(|| {
                format!("there is no {} on PATH; the setting `passes.tool` names a tool", NAMES.join(", no "))
            })?,
        };
        let file = std::fs::metadata(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
        let identity = (path.clone(), file.len(), file.modified().ok());
        let known = KNOWN
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .as_ref()
            .and_then(|it| it.get(&identity).cloned());
        if let Some(tool) = known {
            return Ok(tool);
        }
        let tool = Arc::new(Self::ask(path, is_cancelled)?);
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        known.get_or_insert_default().insert(identity, tool.clone());
        Ok(tool)
    }

    fn ask(path: PathBuf, is_cancelled: &dyn Fn() -> bool) -> anyhow::Result<Self> {
        let ask = |arguments: &[String], input: &str| -> anyhow::Result<Finished> {
            let run = process::run(&path, arguments, input, QUESTION, is_cancelled);
            run.with_context(|| format!("cannot start `{}`", path.display()))
        };
        // Options that are hidden from `--help` are in this one; tools that do not know it are asked the other way.
        let mut help = ask(&["--help-hidden".to_owned()], "")?;
        if !is_success(&help) {
            help = ask(&["--help".to_owned()], "")?;
        }
        if !is_success(&help) {
            bail!("`{} --help` {}", path.display(), describe(&help));
        }
        let help = String::from_utf8_lossy(&help.stdout).into_owned();
        let mut passes = help::passes(&help);
        if passes.is_empty() {
            bail!("`{} --help` names no passes", path.display());
        }
        // The tool prints the nesting of each pass for a pipeline of all of them, before it runs that on an empty input.
        let all = passes.iter().filter(|it| !it.is_pipeline).map(|it| format!("--{}", it.name));
        let all: Vec<String> = all.chain(["--dump-pass-pipeline".to_owned(), "-".to_owned()]).collect();
        if let Ok(nested) = ask(&all, "\n") {
            help::add_anchors(&mut passes, &String::from_utf8_lossy(&nested.stderr));
        }
        let version = ask(&["--version".to_owned()], "")?;
        let version = String::from_utf8_lossy(&version.stdout).into_owned();
        let version =
            version.lines().map(str::trim).find(|it| it.contains("version")).unwrap_or_default().to_owned();
        Ok(Self { path, version, passes, keeps_names: help.contains("--mlir-use-nameloc-as-prefix") })
    }

    /// The version of MLIR that it has printed.
    pub fn mlir(&self) -> Option<Version> {
        Version::of_tool(&self.version)
    }

    /// # Errors
    /// Where it has no pass or pipeline of that name, with those that may have been meant.
    pub(crate) fn expect_pass(&self, name: &str) -> anyhow::Result<()> {
        let names = self.passes.iter().map(|it| it.name.as_str());
        let meant = || did_you_mean(name, names);
        ensure!(self.pass(name).is_some(), "`{}` has no pass `{name}`{}", self.path.display(), meant());
        Ok(())
    }

    pub fn pass(&self, name: &str) -> Option<&Pass> {
        self.passes.binary_search_by(|it| it.name.as_str().cmp(name)).ok().map(|it| &self.passes[it])
    }
}

pub(crate) fn is_success(run: &Finished) -> bool {
    matches!(run.end, End::Exited(status) if status.success())
}

/// How a run ended, after the name of the program.
pub(crate) fn describe(run: &Finished) -> String {
    match run.end {
        End::Exited(status) => match status.code() {
            Some(code) => format!("failed with exit code {code}"),
            None => format!("was ended by the system ({status})"),
        },
        End::TookTooLong => "took too long and was ended".to_owned(),
        End::PrintedTooMuch => "printed too much and was ended".to_owned(),
        End::Cancelled => "was cancelled".to_owned(),
    }
}

/// The first program of these names in the folders of `PATH`. Relative folders are left out: what they mean depends on
/// where the server was started.
pub fn on_path(names: &[&str]) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&folders).filter(|it| it.is_absolute()).collect();
    let suffix = std::env::consts::EXE_SUFFIX;
    let candidates =
        names.iter().flat_map(|name| folders.iter().map(move |it| it.join(format!("{name}{suffix}"))));
    candidates.into_iter().find(|it| it.is_file())
}
