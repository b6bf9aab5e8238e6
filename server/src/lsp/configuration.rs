//! The two layers of configuration: the file of the project, and the settings of the editor, which win.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use ropey::Rope;
use serde_json::Value;
use tower_lsp::ls_types::{Diagnostic, DiagnosticSeverity, Range, Uri};

use super::position;
use super::state::State;
use crate::config::{Config, FILE_NAME, Project};
use crate::definitions::Definitions;

#[derive(Default)]
pub(super) struct Configuration {
    /// The settings of the editor.
    section: Value,
    /// The folders that the user works in. From the first the project's file is looked for upwards.
    pub(super) folders: Vec<PathBuf>,
    /// What the user has said of these folders, where the client does not know whether they are trusted.
    pub(super) is_trusted: Option<bool>,
    project: Option<Project>,
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
            for problem in &definitions.problems {
                tracing::warn!("{problem}");
            }
            turns.send("definitions", move |state| {
                // Others may be wanted by now.
                if state.config.definitions == wanted {
                    state.set_registry(definitions.registry);
                }
            });
        };
        let thread = std::thread::Builder::new().name("definitions".into());
        if let Err(error) = thread.stack_size(analysis::STACK_BYTES).spawn(read) {
            tracing::error!("cannot start a thread that reads definitions: {error}");
        }
    }

    pub(super) fn configure_from_layers(&mut self) {
        let Configuration { section, project, folders, is_trusted } = &self.configuration;
        let mut config = Config::layered(project.as_ref(), section);
        config.passes.is_trusted = config.passes.is_trusted.or(*is_trusted);
        config.definitions.opened.clone_from(folders);
        if project.is_none() {
            config.definitions.folder = folders.first().cloned().unwrap_or_default();
        }
        self.configure(config);
    }

    /// Publishes the problems of the project's file, or takes them back.
    fn tell_problems(&self, project: &Project, are_there: bool) {
        let Some(uri) = Uri::from_file_path(&project.path) else { return };
        if project.problems.is_empty() {
            return;
        }
        let lines = Rope::from_str(&project.text);
        let at = |offset: usize| position::position(&lines, offset, self.client.encoding);
        let diagnostics: Vec<Diagnostic> = project
            .problems
            .iter()
            .filter(|_| are_there)
            .map(|it| Diagnostic {
                range: Range { start: at(it.range.start), end: at(it.range.end) },
                severity: Some(DiagnosticSeverity::ERROR),
                source: Some(env!("CARGO_PKG_NAME").to_owned()),
                message: it.message.clone(),
                ..Diagnostic::default()
            })
            .collect();
        self.publish_beside_documents(&uri, &diagnostics);
    }
}
