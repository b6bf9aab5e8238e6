//! The one writer.

use crate::actions::{OfferedActions, WithheldActions};
use crate::analysis::Analysis;
use crate::diagnostics::FindingsCache;
use crate::versions::KeptVersions;
use base::database::ExecutionLog;
use base::source_file::{Settings, SourceFile};
use base::workspace::Workspace;
use std::sync::Arc;
use syntax::TextEdit;
use syntax::ods::Registry;

/// Owns the database; the only one that changes inputs.
#[derive(Default)]
pub struct Host {
    pub(crate) workspace: Workspace,
    kept: Arc<FindingsCache>,
    pub(crate) withheld: Arc<WithheldActions>,
    offered: Arc<OfferedActions>,
    versions: Arc<KeptVersions>,
}

impl Host {
    pub fn new() -> Self {
        Self::default()
    }

    /// A host whose queries write down that they ran.
    pub fn with_execution_log(log: ExecutionLog) -> Self {
        Self { workspace: Workspace::with_execution_log(log), ..Self::default() }
    }

    /// Adds a file with this text.
    pub fn add_file(&mut self, text: &str) -> SourceFile {
        self.workspace.add_file(text)
    }

    /// Replaces a file's whole text.
    pub fn set_text(&mut self, file: SourceFile, text: &str) {
        self.withheld.forget(file);
        self.workspace.set_text(file, text);
    }

    /// Empties a file that is not needed now, and drops the results about its text.
    ///
    /// The database drops an answer when it has another one, so the questions that keep much are asked of the empty text.
    pub fn clear_file(&mut self, file: SourceFile) {
        self.set_text(file, "");
        self.kept.forget(file);
        self.offered.forget(file);
        self.versions.forget(file);
        let analysis = self.analysis();
        analysis.diagnostics(file);
        analysis.document_symbols(file, usize::MAX);
    }

    /// Goes on with an empty database: one without files still has what they left in its tables. What is set stays.
    pub fn begin_anew(&mut self) {
        let (registry, settings) = (self.registry().clone(), self.workspace.settings().clone());
        *self = Self::default();
        self.set_registry(registry);
        self.set_settings(settings);
    }

    /// Applies one edit and reparses the smallest piece that it allows.
    pub fn edit(&mut self, file: SourceFile, edit: &TextEdit) {
        self.withheld.forget(file);
        self.workspace.edit(file, edit);
    }

    pub fn set_settings(&mut self, settings: Settings) {
        self.workspace.set_settings(settings);
        self.kept.clear();
        self.versions.clear();
    }

    /// Sets what is known of operations. Files are to be added, or set, afterwards.
    pub fn set_registry(&mut self, registry: Arc<Registry>) {
        self.workspace.set_registry(registry);
        self.kept.clear();
        self.versions.clear();
    }

    /// The registry of operations.
    pub fn registry(&self) -> &Arc<Registry> {
        base::registry::registry(&self.workspace.db)
    }

    /// Ends the work of all snapshots, and waits until they are gone.
    pub fn interrupt(&mut self) {
        self.workspace.interrupt();
    }

    /// A snapshot of the present state.
    pub fn analysis(&self) -> Analysis {
        Analysis {
            db: self.workspace.db.clone(),
            kept: self.kept.clone(),
            withheld: self.withheld.clone(),
            offered: self.offered.clone(),
            versions: self.versions.clone(),
        }
    }
}
