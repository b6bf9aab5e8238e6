//! The salsa database: storage for inputs and memoised queries, and nothing else.

use crate::at_once::takes_time;
use salsa::Database as _;
use std::sync::{Arc, Mutex, PoisonError};

/// The one concrete database. Cloning gives a further handle to the same storage.
#[salsa::db]
#[derive(Clone, Default)]
pub struct RootDatabase {
    storage: salsa::Storage<Self>,
}

#[salsa::db]
impl salsa::Database for RootDatabase {}

/// Names of the queries that ran, in order, as `query(key)`; for tests of incrementality.
pub type ExecutionLog = Arc<Mutex<Vec<String>>>;

impl RootDatabase {
    /// A database that writes down every query it executes.
    pub fn with_execution_log(log: ExecutionLog) -> Self {
        let callback = move |event: salsa::Event| {
            if let salsa::EventKind::WillExecute { database_key } = event.kind
                && let Ok(mut log) = log.lock()
            {
                log.push(format!("{database_key:?}"));
            }
        };
        Self { storage: salsa::Storage::new(Some(Box::new(callback))) }
    }

    /// An empty database whose queries unwind when those of this one do: when a write to it is pending, or its token was
    /// cancelled.
    pub fn temporary(&self) -> Self {
        let unwind = self.unwinding();
        let callback = move |event: salsa::Event| {
            if matches!(event.kind, salsa::EventKind::WillCheckCancellation) {
                unwind();
            }
        };
        Self { storage: salsa::Storage::new(Some(Box::new(callback))) }
    }

    /// A function that unwinds on any thread when the queries of this database do.
    pub fn unwinding(&self) -> impl Fn() + Send + Sync + 'static {
        let (token, parent) = (self.cancellation_token(), Mutex::new(self.clone()));
        move || {
            let parent = parent.lock().unwrap_or_else(PoisonError::into_inner);
            // Each handle has a token of its own.
            if token.is_cancelled() {
                parent.cancellation_token().cancel();
            }
            parent.unwind_if_revision_cancelled();
        }
    }
}

/// For a [`Budget`](presburger::Budget): the callback unwinds when a write is pending.
pub fn stop_if_cancelled(db: &dyn salsa::Database) -> impl Fn() -> bool {
    || {
        takes_time(db);
        db.unwind_if_revision_cancelled();
        false
    }
}
