//! The two layers of configuration: the file of the project, and the settings of the editor, which win.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use ropey::Rope;
use serde_json::Value;
use tower_lsp::ls_types::{Diagnostic, DiagnosticSeverity, Range, Uri};

use super::position;
use super::state::State;
use crate::config::{Config, FILE_NAME, Project};
use crate::definitions::{Definitions, Problem, summaries, text_of};

#[derive(Default)]
pub(super) struct Configuration {
    /// The settings of the editor.
    section: Value,
    /// The folders that the user works in. From the first the project's file is looked for upwards.
    pub(super) folders: Vec<PathBuf>,
    /// What the user has said of these folders, where the client does not know whether they are trusted.
    pub(super) is_trusted: Option<bool>,
    project: Option<Project>,
    /// What is wrong in the definitions that were read last.
    problems: Vec<Problem>,
}

/// The file that configures the project, or would if it were there.
#[derive(Debug, Clone)]
pub(super) struct ProjectFile {
    pub(super) uri: Uri,
    /// `None` where there is none yet.
    pub(super) text: Option<String>,
}

impl Configuration {
    pub(super) fn project_file(&self) -> Option<ProjectFile> {
        let path = match &self.project {
            Some(project) => project.path.clone(),
            None => self.folders.first()?.join(FILE_NAME),
        };
        Some(ProjectFile {
            uri: Uri::from_file_path(path)?,
            text: self.project.as_ref().map(|it| it.text.clone()),
        })
    }
}

impl State {
    /// Takes the settings of the editor.
    pub(super) fn set_section(&mut self, section: Value) {
        self.configuration.section = section;
        self.configure_from_layers();
    }

    /// Takes the folders that the user works in.
    pub(super) fn set_folders(&mut self, folders: Vec<PathBuf>) {
        self.configuration.folders = folders;
        self.configuration.is_trusted = None;
        self.read_project();
        // Relative paths among the settings count from there also without a file.
        self.configure_from_layers();
    }

    /// Reads the project's file, which may be new, gone or another, and tells what is wrong in it.
    pub(super) fn read_project(&mut self) {
        let path = self.configuration.folders.first().and_then(|it| Project::nearest(it));
        let project =
            path.and_then(|path| Project::read(&path).inspect_err(|error| tracing::warn!("{error:#}")).ok());
        let before = std::mem::replace(&mut self.configuration.project, project);
        if self.configuration.project == before {
            return;
        }
        if let Some(before) = &before {
            self.tell_problems(before, false);
        }
        if let Some(project) = self.configuration.project.take() {
            self.tell_problems(&project, true);
            self.configuration.project = Some(project);
        }
        self.configure_from_layers();
    }

    /// Reads the definitions of the user's dialects on a thread of its own.
    pub(super) fn read_definitions(&mut self) {
        let (wanted, turns) = (self.config.definitions.clone(), self.turns.clone());
        let read = move || {
            let Ok(definitions) = catch_unwind(AssertUnwindSafe(|| Definitions::read(&wanted))) else {
                return tracing::error!("reading definitions panicked");
            };
            turns.send("definitions", move |state| {
                // Others may be wanted by now.
                if state.config.definitions == wanted {
                    state.set_registry(definitions.registry);
                    state.tell_problems_of_definitions(definitions.problems);
                }
            });
        };
        let thread = std::thread::Builder::new().name("definitions".into());
        if let Err(error) = thread.stack_size(analysis::STACK_BYTES).spawn(read) {
            tracing::error!("cannot start a thread that reads definitions: {error}");
        }
    }

    pub(super) fn configure_from_layers(&mut self) {
        let Configuration { section, project, folders, is_trusted, .. } = &self.configuration;
        let mut config = Config::layered(project.as_ref(), section);
        config.passes.is_trusted = config.passes.is_trusted.or(*is_trusted);
        config.definitions.opened.clone_from(folders);
        if project.is_none() {
            config.definitions.folder = folders.first().cloned().unwrap_or_default();
        }
        self.configure(config);
    }

    /// Publishes what is wrong in definitions, in their files and at the globs that name them, and takes back what was.
    fn tell_problems_of_definitions(&mut self, problems: Vec<Problem>) {
        let before = std::mem::replace(&mut self.configuration.problems, problems);
        if before == self.configuration.problems {
            return;
        }
        for problem in &self.configuration.problems {
            tracing::warn!("{problem}");
        }
        let all = before.iter().chain(&self.configuration.problems);
        let files: BTreeSet<PathBuf> = all.filter_map(|it| Some(it.place.as_ref()?.0.clone())).collect();
        for file in files {
            let Some(uri) = Uri::from_file_path(&file) else { continue };
            let text = text_of(&file).unwrap_or_default();
            let lines = Rope::from_str(&text);
            let position = |at: usize| position::position(&lines, at, self.client.encoding);
            let told = self.configuration.problems.iter().filter_map(|it| {
                let at = it.place.as_ref().filter(|it| it.0 == file)?.1 as usize;
                let word = text.get(at..)?.split(|it: char| !it.is_alphanumeric() && it != '_').next()?;
                let range = Range { start: position(at), end: position(at + word.len()) };
                Some(diagnostic(range, DiagnosticSeverity::WARNING, &it.message))
            });
            self.publish_beside_documents(&uri, &told.collect::<Vec<_>>());
        }
        if let Some(project) = self.configuration.project.take() {
            self.publish_problems(&project, true);
            self.configuration.project = Some(project);
        }
    }

    /// Publishes the problems of the project's file, or takes them back.
    fn tell_problems(&self, project: &Project, are_there: bool) {
        if !project.problems.is_empty() || !self.configuration.problems.is_empty() {
            self.publish_problems(project, are_there);
        }
    }

    fn publish_problems(&self, project: &Project, are_there: bool) {
        let Some(uri) = Uri::from_file_path(&project.path) else { return };
        let lines = Rope::from_str(&project.text);
        let at = |offset: usize| position::position(&lines, offset, self.client.encoding);
        let range = |it: &std::ops::Range<usize>| Range { start: at(it.start), end: at(it.end) };
        let own = project.problems.iter();
        let own = own.map(|it| diagnostic(range(&it.range), DiagnosticSeverity::ERROR, &it.message));
        let globs = summaries(&self.configuration.problems).into_iter().filter_map(|(glob, told)| {
            Some(diagnostic(range(&project.place_of_glob(&glob)?), DiagnosticSeverity::WARNING, &told))
        });
        let diagnostics: Vec<Diagnostic> = own.chain(globs).filter(|_| are_there).collect();
        self.publish_beside_documents(&uri, &diagnostics);
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
