//! The files of a database, and the only one that changes them.

use crate::database::{ExecutionLog, RootDatabase};
use crate::earlier::EarlierAnswers;
use crate::outline::Outline;
use crate::registry::{RegistryInput, registry};
use crate::source_file::{Settings, SettingsInput, SourceFile};
use rustc_hash::FxHashMap;
use salsa::{Database as _, Durability, Setter};
use std::sync::Arc;
use syntax::ods::Registry;
use syntax::{Parse, TextEdit};

/// Owns the database. A write waits for all who have a handle to it.
pub struct Workspace {
    pub db: RootDatabase,
    outlines: FxHashMap<SourceFile, Outline>,
}

impl Default for Workspace {
    fn default() -> Self {
        Self::with_database(RootDatabase::default())
    }
}

impl Workspace {
    /// A workspace whose queries write down that they ran.
    pub fn with_execution_log(log: ExecutionLog) -> Self {
        Self::with_database(RootDatabase::with_execution_log(log))
    }

    fn with_database(db: RootDatabase) -> Self {
        SettingsInput::new(&db, Settings::default());
        RegistryInput::create(&db, Arc::clone(Registry::builtin()));
        EarlierAnswers::create(&db);
        Self { db, outlines: FxHashMap::default() }
    }

    /// Adds a file with this text.
    pub fn add_file(&mut self, text: &str) -> SourceFile {
        let file = SourceFile::empty(&self.db);
        self.set_text(file, text);
        file
    }

    /// Replaces a file's whole text.
    pub fn set_text(&mut self, file: SourceFile, text: &str) {
        self.set_parse(file, syntax::parse_with(text, registry(&self.db)));
    }

    /// Applies one edit and reparses the smallest piece that it allows.
    pub fn edit(&mut self, file: SourceFile, edit: &TextEdit) {
        let parse = file.parse(&self.db).reparse(edit);
        self.set_parse(file, parse);
    }

    fn set_parse(&mut self, file: SourceFile, parse: Parse) {
        self.outlines.entry(file).or_default().update(&mut self.db, file, parse);
    }

    /// Ends the work of all who have a handle, and waits until they are gone.
    pub fn interrupt(&mut self) {
        self.db.trigger_cancellation();
    }

    pub fn settings(&self) -> &Settings {
        SettingsInput::get(&self.db).settings(&self.db)
    }

    pub fn set_settings(&mut self, settings: Settings) {
        let input = SettingsInput::get(&self.db);
        input.set_settings(&mut self.db).with_durability(Durability::HIGH).to(settings);
    }

    /// Sets what is known of operations. Files are to be added, or set, afterwards.
    pub fn set_registry(&mut self, registry: Arc<Registry>) {
        let input = RegistryInput::get(&self.db);
        input.set_registry(&mut self.db).with_durability(Durability::HIGH).to(registry);
    }
}
