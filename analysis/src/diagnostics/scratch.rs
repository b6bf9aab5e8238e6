//! A database that is thrown away, with one file of another.

use crate::database::RootDatabase;
use crate::isolated_op::{IsolatedOp, OpText, isolated_op};
use crate::registry::{RegistryInput, registry};
use crate::source_file::{SettingsInput, SourceFile};
use rustc_hash::FxHashMap;
use salsa::Durability;
use std::sync::Arc;

pub(super) struct Scratch {
    pub(super) db: RootDatabase,
    file: SourceFile,
    /// By those of the other database.
    texts: FxHashMap<OpText, OpText>,
}

impl Scratch {
    pub(super) fn copy(from: &RootDatabase, file: SourceFile) -> Self {
        let db = from.scratch();
        let settings = SettingsInput::get(from).settings(from).clone();
        let _ = SettingsInput::builder(settings).durability(Durability::HIGH).new(&db);
        RegistryInput::create(&db, Arc::clone(registry(from)));
        let copied: Vec<OpText> = file.op_texts(from).iter().map(|it| it.copy(from, &db)).collect();
        let texts = file.op_texts(from).iter().copied().zip(copied.iter().copied()).collect();
        let file = file.copy(from, &db, copied.into());
        Self { db, file, texts }
    }

    /// The record of a text of the other database.
    pub(super) fn op(&self, text: OpText) -> Option<IsolatedOp<'_>> {
        Some(isolated_op(&self.db, *self.texts.get(&text)?, self.file))
    }
}
