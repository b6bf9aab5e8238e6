//! The configuration of what a command looks at: that of its project, and what the arguments add.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use analysis::ods::{Registry, Version};
use analysis::{Mlir, Settings};
use rustc_hash::FxHashMap;
use serde_json::Value;

use super::complain;
use super::input::is_standard_input;
use crate::config::{Config, Project};
use crate::definitions::{Definitions, Problem, summaries};

/// The arguments of the commands that analyse files.
#[derive(clap::Args)]
pub(super) struct Configured {
    /// Names of dialects that MLIR does not have and your tools do, which are never unknown; several with commas
    /// between them, or the option again.
    #[arg(long = "own-dialect", value_name = "NAME", value_delimiter = ',')]
    own: Vec<String>,
    /// The configuration; without it that of the nearest `affine-analyzer.toml` in the folders above the file.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The version of MLIR, such as 23; without it, and without `[mlir] version` in the configuration, what any version that
    /// is known accepts is no error.
    #[arg(long, value_name = "VERSION")]
    mlir: Option<Version>,
}

/// The most problems of definitions, or of a configuration, that are reported.
const MOST_PROBLEMS: usize = 10;

/// Tells the user what is wrong with a configuration, if not too much.
fn complain_of_configuration(project: &Project) {
    let Project { path, text, problems, .. } = project;
    for problem in problems.iter().take(MOST_PROBLEMS) {
        let line = text.get(..problem.range.start).map_or(0, |it| it.matches('\n').count()) + 1;
        complain(&format!("{}:{line}: {}", path.display(), problem.message));
    }
    if let Some(more) = problems.len().checked_sub(MOST_PROBLEMS).filter(|it| *it > 0) {
        complain(&format!("{more} more in {}", path.display()));
    }
}

/// Tells the user what is wrong with definitions, if not too much.
pub(super) fn complain_of_definitions(problems: &[Problem]) {
    problems.iter().take(MOST_PROBLEMS).for_each(|it| complain(&it.to_string()));
    if let Some(more) = problems.len().checked_sub(MOST_PROBLEMS).filter(|it| *it > 0) {
        complain(&format!("{more} more in definitions"));
    }
}

/// The configuration that a file is analysed with.
#[derive(Clone)]
pub(super) struct Setup {
    pub(super) settings: Settings,
    pub(super) registry: Arc<Registry>,
    pub(super) tool: Option<ToolOfConfiguration>,
}

/// The tool for passes that a configuration names.
#[derive(Clone)]
pub(super) struct ToolOfConfiguration {
    pub(super) path: PathBuf,
    /// The folder of the project whose file names it; `None` where the user has named the file.
    pub(super) project: Option<PathBuf>,
}

impl Default for Setup {
    fn default() -> Self {
        Self { settings: Settings::default(), registry: Arc::clone(Registry::builtin()), tool: None }
    }
}

impl Configured {
    /// The set-up for a file.
    pub(super) fn setup(&self, file: &Path) -> anyhow::Result<Setup> {
        self.of_project(self.project(file).as_deref())
    }

    /// As [`Configured::setup`], with each project read once.
    pub(super) fn cached(&self) -> Cached<'_> {
        Cached { configured: self, projects: Mutex::default() }
    }

    fn project(&self, file: &Path) -> Option<PathBuf> {
        self.config.clone().or_else(|| {
            let path =
                std::path::absolute(if is_standard_input(file) { Path::new(".") } else { file }).ok()?;
            Project::nearest(if path.is_dir() { &path } else { path.parent()? })
        })
    }

    fn of_project(&self, path: Option<&Path>) -> anyhow::Result<Setup> {
        let project = path.map(Project::read).transpose()?;
        project.iter().for_each(complain_of_configuration);
        let config = match &project {
            Some(project) if self.config.is_some() => Config::named(project),
            _ => Config::layered(project.as_ref(), &Value::Null),
        };
        let Config { mut settings, definitions, passes, .. } = config;
        settings.own_dialects.extend(self.own.iter().map(|it| it.trim().to_owned()));
        settings.mlir = self.mlir.map(Mlir::Named).or(settings.mlir);
        let definitions = Definitions::read(&definitions);
        complain_of_definitions(&definitions.problems);
        for (glob, told) in summaries(&definitions.problems) {
            let place = project.as_ref().and_then(|it| it.place_of_glob(&glob).map(|at| (it, at)));
            if let Some((project, at)) = place {
                let line = project.text.get(..at.start).map_or(0, |it| it.matches('\n').count()) + 1;
                complain(&format!("{}:{line}: {told}", project.path.display()));
            }
        }
        let folder = project.as_ref().filter(|_| self.config.is_none()).and_then(|it| it.path.parent());
        let tool =
            passes.of_project.map(|path| ToolOfConfiguration { path, project: folder.map(Path::to_owned) });
        Ok(Setup { settings, registry: definitions.registry, tool })
    }
}

/// The set-ups of the projects that files are in.
pub(super) struct Cached<'a> {
    configured: &'a Configured,
    projects: Mutex<FxHashMap<Option<PathBuf>, Arc<Setup>>>,
}

impl Cached<'_> {
    pub(super) fn setup(&self, file: &Path) -> anyhow::Result<Arc<Setup>> {
        let path = self.configured.project(file);
        let mut projects = self.projects.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(setup) = projects.get(&path) {
            return Ok(Arc::clone(setup));
        }
        let setup = Arc::new(self.configured.of_project(path.as_deref())?);
        projects.insert(path, Arc::clone(&setup));
        Ok(setup)
    }
}
