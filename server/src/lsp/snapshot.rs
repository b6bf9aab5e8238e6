//! The state as it was when a message arrived, which is all that its job sees; the running and cancelling of such jobs.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use analysis::{Analysis, Cancelled, Patience, at_once};
use rustc_hash::FxHashMap;
use tower_lsp::ls_types::Uri;

use super::capabilities::Client;
use super::configuration::ProjectFile;
use super::dialects::Dialects;
use super::document::Document;
use super::index::Unopened;
use super::pages::Pages;
use super::progress::Progress;
use super::token_cache::TokenCache;
use super::trust::Asking;
use super::turns::Turns;
use crate::config::Config;

pub(super) type Documents = FxHashMap<Uri, Document>;

/// A state of the whole server. Drop it soon: the next edit waits for it.
pub(super) struct Snapshot {
    pub(super) analysis: Analysis,
    /// Those of its project.
    pub(super) documents: Arc<Documents>,
    /// Snapshots of the other projects, where the work is about all.
    pub(super) others: Vec<Snapshot>,
    /// The files of the workspace that are not open.
    pub(super) unopened: Unopened,
    pub(super) client: Arc<Client>,
    pub(super) pages: Pages,
    pub(super) config: Arc<Config>,
    pub(super) project_file: Option<ProjectFile>,
    pub(super) dialects: Dialects,
    pub(super) trust: Asking,
    pub(super) progress: Progress,
    /// The semantic tokens that the client has.
    pub(super) tokens: Arc<TokenCache>,
    pub(super) turns: Turns,
    /// The number of writes before this snapshot.
    pub(super) revision: u64,
    /// The number of all writes to the state until now, including one in progress.
    pub(super) latest_revision: Arc<AtomicU64>,
}

impl Snapshot {
    /// An open document. A request may arrive when its document is closed already: it is answered by nothing, since editors
    /// show errors to the user, who has done nothing wrong.
    pub(super) fn document(&self, uri: &Uri) -> Option<&Document> {
        self.documents.get(uri)
    }

    /// The document, for work on all of it, which takes long if it is not small.
    pub(super) fn whole_document(&self, uri: &Uri) -> Option<&Document> {
        let document = self.document(uri)?;
        if !document.is_small() {
            self.analysis.takes_long();
        }
        Some(document)
    }

    /// This one and those of the other projects.
    pub(super) fn projects(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(&self.others)
    }

    /// The open documents, each with the snapshot of its project.
    pub(super) fn all_documents(&self) -> impl Iterator<Item = (&Self, &Uri, &Document)> {
        self.projects().flat_map(|it| it.documents.iter().map(move |(uri, document)| (it, uri, document)))
    }

    pub(super) fn is_stale(&self) -> bool {
        self.revision != self.latest_revision.load(Ordering::SeqCst)
    }
}

/// How a job ended.
pub(super) enum Outcome<R> {
    Done(R),
    /// An edit came in between; the snapshot is gone.
    Superseded,
    /// The client does not want the answer any more.
    Cancelled,
    Panicked,
}

/// How often a job is run again because the query that it waited for unwound on another thread.
const MOST_RUNS: u32 = 100;

/// Runs a job on its snapshot and drops the snapshot. Logs a panic with the method's name.
pub(super) fn run<R>(
    method: &str,
    snapshot: Snapshot,
    handle: &CancellationHandle,
    job: impl Fn(&Snapshot) -> R,
) -> Outcome<R> {
    for _ in 0..MOST_RUNS {
        if handle.is_cancelled() {
            return Outcome::Cancelled;
        }
        // Reading an input does not look for cancellation: a long queue of cheap jobs would hold back the edit.
        if snapshot.is_stale() {
            return Outcome::Superseded;
        }
        let result = catch_unwind(AssertUnwindSafe(|| Cancelled::catch(AssertUnwindSafe(|| job(&snapshot)))));
        match result {
            Ok(Ok(result)) => return Outcome::Done(result),
            Ok(Err(Cancelled::PendingWrite)) => return Outcome::Superseded,
            // Another request computed what this one waited for, and was cancelled by its client. Had it panicked,
            // this one would now do so itself.
            Ok(Err(Cancelled::PropagatedPanic)) => {}
            Ok(Err(_)) if handle.is_cancelled() => return Outcome::Cancelled,
            Ok(Err(cancelled)) => {
                tracing::error!("{method}: {cancelled}");
                return Outcome::Panicked;
            }
            Err(payload) => {
                tracing::error!("{method} panicked: {}", panic_message(payload.as_ref()));
                return Outcome::Panicked;
            }
        }
    }
    tracing::error!("{method} was interrupted {MOST_RUNS} times");
    Outcome::Panicked
}

/// The result of a job on this thread; `None` where it has to run elsewhere.
pub(super) fn run_here<R>(
    snapshot: &Snapshot,
    patience: Patience,
    job: impl Fn(&Snapshot) -> R,
) -> Option<R> {
    // Where it panics, it does so there once more and is reported.
    catch_unwind(AssertUnwindSafe(|| at_once(patience, AssertUnwindSafe(|| job(snapshot))))).ok().flatten()
}

pub(super) fn panic_message(payload: &(dyn std::any::Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

/// Shared by a request's future and its job: when the future is dropped, the job's queries are cancelled.
#[derive(Default)]
pub(super) struct CancellationHandle {
    is_cancelled: AtomicBool,
    cancel_queries: Mutex<Option<Box<dyn Fn() + Send>>>,
}

impl CancellationHandle {
    /// Ties the handle to a snapshot that was just taken.
    pub(super) fn bind(&self, snapshot: &Snapshot) {
        let tokens: Vec<_> = snapshot.projects().map(|it| it.analysis.cancellation_token()).collect();
        *self.cancel_queries.lock().unwrap_or_else(PoisonError::into_inner) =
            Some(Box::new(move || tokens.iter().for_each(|it| it.cancel())));
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::SeqCst)
    }

    fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::SeqCst);
        if let Some(cancel) = &*self.cancel_queries.lock().unwrap_or_else(PoisonError::into_inner) {
            cancel();
        }
    }
}

/// Cancels the job when the request's future is dropped before its answer.
pub(super) struct CancelOnDrop(pub(super) Arc<CancellationHandle>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        // After the answer the job is over and this cancels nothing.
        self.0.cancel();
    }
}
