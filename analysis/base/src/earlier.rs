//! Answers that were found in earlier texts, beside the queries: a query forgets what it has found as soon as something
//! that it has read is another.
//!
//! Who keeps an answer here keeps with it a fingerprint of all that it depends on, and takes it for the answer only
//! where that is the same. So whatever is here, or is gone, changes nothing but how long a question takes.

use crate::isolated_op::{IsolatedOp, OpText};
use crate::registry::registry;
use crate::source_file::Settings;
use rustc_hash::FxHashMap;
use std::any::{Any, TypeId};
use std::sync::{Arc, Mutex, PoisonError};
use syntax::ods::Registry;

/// Tables of answers are kept for this many isolated ops of each kind, those that were asked about last.
const MOST_OPS: usize = 64;

/// Of high durability, and never set again.
#[salsa::input(singleton)]
pub struct EarlierAnswers {
    #[returns(ref)]
    tables: Tables,
}

/// By kinds of answers.
#[derive(Default)]
pub struct Tables(Mutex<FxHashMap<TypeId, Vec<(OpText, Table)>>>);

type Table = Arc<dyn Any + Send + Sync>;

impl EarlierAnswers {
    /// Adds the input that holds the answers to a new database.
    pub(crate) fn create(db: &dyn salsa::Database) {
        let _ = Self::builder(Tables::default()).durability(salsa::Durability::HIGH).new(db);
    }
}

/// The table of a kind that was kept last for an isolated op.
pub fn earlier<T: Any + Send + Sync>(db: &dyn salsa::Database, op: OpText) -> Option<Arc<T>> {
    let mut tables = EarlierAnswers::get(db).tables(db).0.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = tables.get_mut(&TypeId::of::<T>())?;
    let place = kept.iter().position(|it| it.0 == op)?;
    let found = kept.remove(place);
    let table = found.1.clone();
    kept.push(found);
    table.downcast().ok()
}

/// Keeps a table for an isolated op, in the place of the one of the same kind that is there.
pub fn keep<T: Any + Send + Sync>(db: &dyn salsa::Database, op: OpText, table: Arc<T>) {
    let mut tables = EarlierAnswers::get(db).tables(db).0.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = tables.entry(TypeId::of::<T>()).or_default();
    kept.retain(|it| it.0 != op);
    if kept.len() >= MOST_OPS {
        kept.remove(0);
    }
    kept.push((op, table));
}

/// Answers by fingerprints of all that they depend on in one isolated op.
pub struct Answers<T> {
    settings: Settings,
    environment_revision: u64,
    registry: Arc<Registry>,
    pub by_content: FxHashMap<u128, T>,
}

impl<T> Answers<T> {
    pub fn new(
        db: &dyn salsa::Database,
        op: IsolatedOp<'_>,
        settings: &Settings,
        by_content: FxHashMap<u128, T>,
    ) -> Self {
        let environment_revision = op.file(db).environment_revision(db);
        Self { settings: settings.clone(), environment_revision, registry: registry(db).clone(), by_content }
    }

    /// Whether all that they depend on beside what the isolated op holds is as it was.
    pub fn hold(&self, db: &dyn salsa::Database, op: IsolatedOp<'_>, settings: &Settings) -> bool {
        self.environment_revision == op.file(db).environment_revision(db)
            && Arc::ptr_eq(&self.registry, registry(db))
            && self.settings == *settings
    }
}
