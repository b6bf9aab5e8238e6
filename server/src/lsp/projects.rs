//! The open documents by the configuration that they share: the nearest `affine-analyzer.toml` above each. A project has a
//! database of its own, since settings and definitions of operations are those of a whole database.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use analysis::ods::Registry;
use analysis::{Host, SourceFile};
use tower_lsp::ls_types::Uri;

use super::configuration::{Configuration, ProjectFile};
use super::document::Document;
use super::snapshot::Documents;
use crate::config::{Config, FILE_NAME, Project};
use crate::definitions::Problem;

/// Documents that share a configuration.
#[derive(Default)]
pub(super) struct OpenProject {
    /// Where its configuration is; `None` where there is none.
    pub(super) path: Option<PathBuf>,
    /// The file there; `None` also where it cannot be read.
    pub(super) file: Option<Project>,
    pub(super) config: Arc<Config>,
    /// The problems of the definitions that were read last.
    pub(super) problems: Vec<Problem>,
    pub(super) host: Host,
    pub(super) documents: Arc<Documents>,
    /// Files of closed documents, emptied; inputs of the database cannot be removed, so they are used again.
    pub(super) spare_files: Vec<SourceFile>,
}

impl OpenProject {
    fn new(path: Option<PathBuf>) -> Self {
        Self { path, ..Self::default() }
    }

    pub(super) fn document_mut(&mut self, uri: &Uri) -> Option<&mut Document> {
        Arc::make_mut(&mut self.documents).get_mut(uri)
    }

    pub(super) fn registry(&self) -> &Arc<Registry> {
        self.host.registry()
    }

    /// A file for a new document.
    pub(super) fn file(&mut self) -> SourceFile {
        self.spare_files.pop().unwrap_or_else(|| self.host.add_file(""))
    }

    /// Goes on with an empty database.
    pub(super) fn begin_anew(&mut self) {
        self.host.begin_anew();
        self.spare_files.clear();
    }

    /// The file that configures a document, or would if it were there.
    pub(super) fn project_file(
        &self,
        configuration: &Configuration,
        uri: Option<&Uri>,
    ) -> Option<ProjectFile> {
        let path = match &self.file {
            Some(file) => file.path.clone(),
            None => configuration.folder_of(uri)?.join(FILE_NAME),
        };
        let text = self.file.as_ref().map(|it| it.text.clone());
        Some(ProjectFile { uri: Uri::from_file_path(path)?, text })
    }
}

/// The projects of a session. There is always one: that of the first folder, and of what is in none.
pub(super) struct Projects {
    first: OpenProject,
    others: Vec<OpenProject>,
}

impl Default for Projects {
    fn default() -> Self {
        Self { first: OpenProject::new(None), others: Vec::new() }
    }
}

impl Projects {
    pub(super) fn first(&self) -> &OpenProject {
        &self.first
    }

    /// The project of the first folder, and all others.
    pub(super) fn parts(&self) -> (&OpenProject, &[OpenProject]) {
        (&self.first, &self.others)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &OpenProject> {
        std::iter::once(&self.first).chain(&self.others)
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut OpenProject> {
        std::iter::once(&mut self.first).chain(&mut self.others)
    }

    /// The project that has the document; the first one for what is not open.
    pub(super) fn of(&self, uri: &Uri) -> &OpenProject {
        self.others.iter().find(|it| it.documents.contains_key(uri)).unwrap_or(&self.first)
    }

    /// As [`of`](Self::of).
    pub(super) fn of_mut(&mut self, uri: &Uri) -> &mut OpenProject {
        let other = self.others.iter_mut().find(|it| it.documents.contains_key(uri));
        other.unwrap_or(&mut self.first)
    }

    /// The project of a configuration, if something in it is open.
    pub(super) fn at_mut(&mut self, path: Option<&Path>) -> Option<&mut OpenProject> {
        self.iter_mut().find(|it| it.path.as_deref() == path)
    }

    /// As [`at_mut`](Self::at_mut), or the first one.
    pub(super) fn at_mut_or_first(&mut self, path: Option<&Path>) -> &mut OpenProject {
        let other = self.others.iter_mut().find(|it| it.path.as_deref() == path);
        other.unwrap_or(&mut self.first)
    }

    /// Begins a project, which there is not yet.
    pub(super) fn begin(&mut self, path: Option<PathBuf>) {
        self.others.push(OpenProject::new(path));
    }

    /// Makes the project of a configuration, which there is, the first one.
    pub(super) fn put_first(&mut self, path: Option<&Path>) {
        if let Some(project) = self.others.iter_mut().find(|it| it.path.as_deref() == path) {
            std::mem::swap(&mut self.first, project);
        }
    }

    /// Ends the projects without documents, but for the first one, and gives them.
    pub(super) fn end_unused(&mut self) -> Vec<OpenProject> {
        let (unused, used) =
            std::mem::take(&mut self.others).into_iter().partition(|it| it.documents.is_empty());
        self.others = used;
        unused
    }

    pub(super) fn uris(&self) -> impl Iterator<Item = &Uri> {
        self.iter().flat_map(|it| it.documents.keys())
    }

    pub(super) fn document(&self, uri: &Uri) -> Option<&Document> {
        self.of(uri).documents.get(uri)
    }

    /// Ends all work in all databases: a job may look at several, and a write waits only for those who look at its own.
    pub(super) fn interrupt(&mut self) {
        if !self.others.is_empty() {
            self.iter_mut().for_each(|it| it.host.interrupt());
        }
    }
}
