//! The two layers of configuration: the nearest file above a document, and the settings of the editor, which win.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use analysis::Mlir;
use analysis::ods::Version;
use ropey::Rope;
use serde_json::Value;
use tower_lsp::ls_types::{Diagnostic, DiagnosticSeverity, Range, Uri};

use super::position;
use super::projects::OpenProject;
use super::state::State;
use crate::config::{Config, Project};
use crate::definitions::{Definitions, Problem, summaries, text_of};

/// The configuration that all projects of a session share.
#[derive(Clone, Default)]
pub(super) struct Configuration {
    /// The settings of the editor.
    section: Value,
    /// The folders that the user works in.
    pub(super) folders: Vec<PathBuf>,
    /// The user's answer about these folders, where the client does not know whether they are trusted.
    pub(super) is_trusted: Option<bool>,
    /// The version of MLIR that the last tool printed which the user had run, by the path of a project.
    printed: BTreeMap<Option<PathBuf>, Version>,
    /// Files of configuration in which the client shows problems.
    told: BTreeSet<Uri>,
}

/// The file that configures a project, or would if it were there.
#[derive(Debug, Clone)]
pub(super) struct ProjectFile {
    pub(super) uri: Uri,
    /// `None` where there is none yet.
    pub(super) text: Option<String>,
}

impl Configuration {
    /// The configuration of a document: the nearest file above it. What is in none of the folders, and has none, goes with
    /// the first folder, as does what is not a file.
    pub(super) fn file_for(&self, uri: &Uri) -> Option<PathBuf> {
        let first = || self.folders.first().and_then(|it| Project::nearest(it));
        let Some(path) = uri.to_file_path() else { return first() };
        let nearest = path.parent().and_then(Project::nearest);
        let is_in_folder = self.folders.iter().any(|it| path.starts_with(it));
        nearest.or_else(|| if is_in_folder { None } else { first() })
    }

    /// The folder that holds a document; of what is in none, the first one.
    pub(super) fn folder_of(&self, uri: Option<&Uri>) -> Option<&PathBuf> {
        let path = uri.and_then(|it| it.to_file_path());
        let holding = self.folders.iter().filter(|it| path.as_ref().is_some_and(|path| path.starts_with(it)));
        holding.max_by_key(|it| it.as_os_str().len()).or(self.folders.first())
    }

    /// The project file at the path of a configuration.
    pub(super) fn read(&self, path: Option<&Path>) -> Option<Project> {
        Project::read(path?).inspect_err(|error| tracing::warn!("{error:#}")).ok()
    }

    /// The configuration of a project.
    pub(super) fn config(&self, file: Option<&Project>) -> Config {
        let mut config = Config::layered(file, &self.section);
        config.passes.is_trusted = config.passes.is_trusted.or(self.is_trusted);
        let printed = self.printed.get(&file.map(|it| it.path.clone())).copied();
        config.settings.mlir = config.settings.mlir.or(printed.map(Mlir::Printed));
        config.definitions.opened.clone_from(&self.folders);
        match file {
            None => config.definitions.folder = self.folders.first().cloned().unwrap_or_default(),
            // The user trusts folders: nothing is run for what is outside.
            Some(file) if !self.is_of_folders(&file.path) => config.passes.of_project = None,
            Some(_) => {}
        }
        config
    }

    /// Whether a configuration is that of a folder, or of something in one.
    fn is_of_folders(&self, path: &Path) -> bool {
        let above = path.parent();
        self.folders.iter().any(|it| path.starts_with(it) || above.is_some_and(|above| it.starts_with(above)))
    }
}

impl State {
    /// Takes the settings of the editor.
    pub(super) fn set_section(&mut self, section: Value) {
        self.configuration.section = section;
        self.configure_from_layers();
    }

    /// Takes the version of MLIR that a tool has printed which was run for a project.
    pub(super) fn take_version(&mut self, project: Option<PathBuf>, version: Version) {
        if self.configuration.printed.insert(project.clone(), version) != Some(version) {
            self.configure_project(project.as_deref());
        }
    }

    /// Takes the folders that the user works in.
    pub(super) fn set_folders(&mut self, folders: Vec<PathBuf>) {
        self.configuration.folders = folders;
        self.configuration.is_trusted = None;
        self.read_projects();
        // Relative paths among the settings count from there also without a file.
        self.configure_from_layers();
    }

    /// The project of a document that is being opened.
    pub(super) fn project_for(&mut self, uri: &Uri) -> &mut OpenProject {
        let path = self.configuration.file_for(uri);
        self.begin_project(path.as_deref());
        // It may have been open under another one.
        if self.projects.document(uri).is_some() {
            return self.projects.of_mut(uri);
        }
        self.projects.at_mut_or_first(path.as_deref())
    }

    /// Reads all files of configuration again; some may be new, gone or changed, so documents may belong to other projects
    /// now. Reports their problems.
    pub(super) fn read_projects(&mut self) {
        let first = self.configuration.folders.first().and_then(|it| Project::nearest(it));
        self.begin_project(first.as_deref());
        self.projects.put_first(first.as_deref());
        let documents: Vec<Uri> = self.projects.uris().cloned().collect();
        for uri in documents {
            let path = self.configuration.file_for(&uri);
            if self.projects.of(&uri).path != path {
                self.begin_project(path.as_deref());
                self.move_document(&uri, path.as_deref());
            }
        }
        self.end_unused_projects();
        for path in self.paths() {
            self.read_project(path.as_deref());
        }
        // Files that are not open may have another configuration.
        self.index_anew();
    }

    fn begin_project(&mut self, path: Option<&Path>) {
        if self.projects.at_mut(path).is_none() {
            self.projects.begin(path.map(Path::to_owned));
            self.read_project(path);
            self.configure_project(path);
        }
    }

    /// Ends projects without documents, and withdraws the diagnostics of their configuration.
    pub(super) fn end_unused_projects(&mut self) {
        for project in self.projects.end_unused() {
            self.tell_problems(project.path.as_deref(), &[]);
        }
    }

    fn read_project(&mut self, path: Option<&Path>) {
        let file = self.configuration.read(path);
        let Some(project) = self.projects.at_mut(path).filter(|it| it.file != file) else { return };
        project.file = file;
        self.tell_problems_at(path);
        self.configure_project(path);
    }

    fn paths(&self) -> Vec<Option<PathBuf>> {
        self.projects.iter().map(|it| it.path.clone()).collect()
    }

    pub(super) fn configure_from_layers(&mut self) {
        for path in self.paths() {
            self.configure_project(path.as_deref());
        }
    }

    fn configure_project(&mut self, path: Option<&Path>) {
        let Some(project) = self.projects.at_mut(path) else { return };
        let config = self.configuration.config(project.file.as_ref());
        self.configure(path, config);
    }

    /// Reads the definitions of all projects that have some.
    pub(super) fn read_definitions_again(&mut self) {
        for path in self.paths() {
            let has_some = |it: &mut OpenProject| !it.config.definitions.files.is_empty();
            if self.projects.at_mut(path.as_deref()).is_some_and(has_some) {
                self.read_definitions(path.as_deref());
            }
        }
    }

    /// Reads the definitions of the user's dialects in a project on a thread of its own.
    pub(super) fn read_definitions(&mut self, path: Option<&Path>) {
        let Some(project) = self.projects.at_mut(path) else { return };
        let (wanted, turns) = (project.config.definitions.clone(), self.turns.clone());
        let path = path.map(Path::to_owned);
        let read = move || {
            let Ok(definitions) = catch_unwind(AssertUnwindSafe(|| Definitions::read(&wanted))) else {
                return tracing::error!("reading definitions panicked");
            };
            turns.send("definitions", move |state| {
                // Others may be wanted by now.
                let project = state.projects.at_mut(path.as_deref());
                if project.is_some_and(|it| it.config.definitions == wanted) {
                    state.set_registry(path.as_deref(), definitions.registry);
                    state.tell_problems_of_definitions(path.as_deref(), definitions.problems);
                }
            });
        };
        let thread = std::thread::Builder::new().name("definitions".into());
        if let Err(error) = thread.stack_size(analysis::STACK_BYTES).spawn(read) {
            tracing::error!("cannot start a thread that reads definitions: {error}");
        }
    }

    /// Publishes what is wrong in definitions, in their files and at the globs that name them, and takes back what was.
    fn tell_problems_of_definitions(&mut self, path: Option<&Path>, problems: Vec<Problem>) {
        let Some(project) = self.projects.at_mut(path) else { return };
        let before = std::mem::replace(&mut project.problems, problems);
        if before == project.problems {
            return;
        }
        for problem in &project.problems {
            tracing::warn!("{problem}");
        }
        let all: Vec<Problem> = self.projects.iter().flat_map(|it| it.problems.iter().cloned()).collect();
        let places = before.iter().chain(&all).filter_map(|it| it.place.as_ref());
        let files: BTreeSet<PathBuf> = places.map(|it| it.0.clone()).collect();
        for file in files {
            let Some(uri) = Uri::from_file_path(&file) else { continue };
            let text = text_of(&file).unwrap_or_default();
            let lines = Rope::from_str(&text);
            let position = |at: usize| position::position(&lines, at, self.client.encoding);
            let told = all.iter().filter_map(|it| {
                let at = it.place.as_ref().filter(|it| it.0 == file)?.1 as usize;
                let word = text.get(at..)?.split(|it: char| !it.is_alphanumeric() && it != '_').next()?;
                let range = Range { start: position(at), end: position(at + word.len()) };
                Some(diagnostic(range, DiagnosticSeverity::WARNING, &it.message))
            });
            self.publish_beside_documents(&uri, &told.collect::<Vec<_>>());
        }
        self.tell_problems_at(path);
    }

    /// Publishes the problems of a project's file.
    fn tell_problems_at(&mut self, path: Option<&Path>) {
        let Some(project) = self.projects.iter().find(|it| it.path.as_deref() == path) else { return };
        let file = project.file.as_ref();
        let diagnostics = file.map_or_else(Vec::new, |it| self.problems_of(it, &project.problems));
        self.tell_problems(path, &diagnostics);
    }

    /// Publishes these problems of a file of configuration in place of those that were.
    fn tell_problems(&mut self, path: Option<&Path>, diagnostics: &[Diagnostic]) {
        let Some(uri) = path.and_then(Uri::from_file_path) else { return };
        if !diagnostics.is_empty() || self.configuration.told.contains(&uri) {
            self.publish_beside_documents(&uri, diagnostics);
        }
        match diagnostics.is_empty() {
            true => _ = self.configuration.told.remove(&uri),
            false => _ = self.configuration.told.insert(uri),
        }
    }

    fn problems_of(&self, file: &Project, of_definitions: &[Problem]) -> Vec<Diagnostic> {
        let lines = Rope::from_str(&file.text);
        let at = |offset: usize| position::position(&lines, offset, self.client.encoding);
        let range = |it: &std::ops::Range<usize>| Range { start: at(it.start), end: at(it.end) };
        let own = file.problems.iter();
        let own = own.map(|it| diagnostic(range(&it.range), DiagnosticSeverity::ERROR, &it.message));
        let globs = summaries(of_definitions).into_iter().filter_map(|(glob, told)| {
            Some(diagnostic(range(&file.place_of_glob(&glob)?), DiagnosticSeverity::WARNING, &told))
        });
        own.chain(globs).collect()
    }
}

fn diagnostic(range: Range, severity: DiagnosticSeverity, message: &str) -> Diagnostic {
    Diagnostic {
        range,
        severity: Some(severity),
        source: Some(env!("CARGO_PKG_NAME").to_owned()),
        message: message.to_owned(),
        ..Diagnostic::default()
    }
}
