//! Questions to a snapshot: asked in their turn, answered on a worker, and asked again or given up when an edit supersedes
//! them. What is known already, or takes little, is answered on the spot: to wake two threads can take longer.

use std::sync::Arc;

use analysis::Patience;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use service::Answer;
use tokio::sync::oneshot;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::Uri;

use super::answers::written;
use super::errors::retrigger;
use super::snapshot::{CancelOnDrop, CancellationHandle, Outcome, Snapshot, run, run_here};
use super::turns::Turns;
use super::worker_pool::Lane;

/// How often a request is run again before the client has to ask again itself.
const MOST_RETRIES: u32 = 100;

/// The fate of a request that an edit supersedes.
#[derive(Clone, Copy)]
pub(super) enum Superseded {
    /// Its positions mean nothing in the new text.
    ContentModified,
    /// It means the same in the new text.
    Retry { left: u32 },
    /// The client knows that it has to ask again.
    Retrigger,
}

/// Requests about files that may not be open.
const ABOUT_WORKSPACE: [&str; 2] = ["workspace/diagnostic", "workspace/symbol"];

pub(super) const RETRY: Superseded = Superseded::Retry { left: MOST_RETRIES };

/// Where a request is answered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RunsOn {
    /// On the thread that reads the messages, if it takes no more than that; else on a worker.
    Here(Patience),
    Worker,
}

pub(super) type Handler<P, R> = fn(&Snapshot, &P) -> Result<R>;

/// Gives the answer as it is sent.
pub(super) type WritingHandler<P> = Handler<P, String>;

/// Writes an answer from a snapshot.
type Writing = dyn Fn(&Snapshot) -> Result<String> + Send;

/// Work on a snapshot.
pub(super) struct Job {
    /// The document that it is about; without one it is about all.
    pub(super) about: Option<Uri>,
    pub(super) run: Box<Writing>,
}

/// The job of a handler for these parameters.
pub(super) fn prepare<P: DeserializeOwned + Send + 'static, R: Serialize + 'static>(
    params: Value,
    handler: Handler<P, R>,
) -> Result<Job> {
    let about = document_in(&params);
    let params = decoded::<P>(params)?;
    Ok(Job { about, run: Box::new(move |snapshot| written(&handler(snapshot, &params)?)) })
}

/// As [`prepare`], for a handler that writes its answer.
pub(super) fn prepare_writing<P: DeserializeOwned + Send + 'static>(
    params: Value,
    handler: WritingHandler<P>,
) -> Result<Job> {
    let about = document_in(&params);
    let params = decoded::<P>(params)?;
    Ok(Job { about, run: Box::new(move |snapshot| handler(snapshot, &params)) })
}

/// The document that the parameters of a request name.
fn document_in(params: &Value) -> Option<Uri> {
    let places = ["/textDocument/uri", "/item/uri", "/data/uri", "/uri"];
    let named = places.iter().find_map(|it| params.pointer(it))?;
    decoded(named.clone()).ok()
}

/// The parameters that a client sent, if they have the right form.
pub(super) fn decoded<T: DeserializeOwned>(sent: Value) -> Result<T> {
    serde_json::from_value(sent).map_err(|error| Error::invalid_params(error.to_string()))
}

/// A kind of request.
pub(super) struct Query {
    pub(super) method: &'static str,
    pub(super) superseded: Superseded,
    pub(super) runs_on: RunsOn,
    pub(super) lane: Lane,
    /// Decodes parameters.
    pub(super) prepare: fn(Value) -> Result<Job>,
}

/// A request that is at work.
struct Asked {
    method: &'static str,
    superseded: Superseded,
    lane: Lane,
    job: Job,
    handle: Arc<CancellationHandle>,
    reply: oneshot::Sender<Result<String>>,
    /// Whether it is about the workspace, whose files have to be known first.
    needs_index: bool,
}

impl Query {
    /// The answer, if it takes no longer than that allows, and nothing that was sent before is still at work.
    pub(super) fn answer_here(&self, turns: &Turns, job: &Job) -> Option<Answer> {
        let RunsOn::Here(patience) = self.runs_on else { return None };
        turns
            .look(|state| run_here(&state.snapshot(job.about.as_ref()), patience, &job.run))
            .flatten()
            .map(Answer)
    }

    /// The answer of a worker. The request is cancelled when its future is dropped.
    pub(super) async fn answer(&self, turns: Turns, job: Job) -> Answer {
        let (reply, answer) = oneshot::channel();
        let handle = Arc::new(CancellationHandle::default());
        let _guard = CancelOnDrop(handle.clone());
        let needs_index = ABOUT_WORKSPACE.contains(&self.method);
        let Self { method, superseded, lane, .. } = *self;
        submit(&turns, Asked { method, superseded, lane, job, handle, reply, needs_index });
        Answer(answer.await.unwrap_or_else(|_| Err(Error::internal_error())))
    }
}

/// Takes the snapshot in the message's turn, and answers from it on a worker.
fn submit(turns: &Turns, mut query: Asked) {
    turns.take(query.method, move |state| {
        if query.handle.is_cancelled() {
            return;
        }
        if std::mem::take(&mut query.needs_index) {
            let turns = state.turns.clone();
            return state.when_indexed(Box::new(move || submit(&turns, query)));
        }
        let (snapshot, turns) = (state.snapshot(query.job.about.as_ref()), state.turns.clone());
        query.handle.bind(&snapshot);
        state.pool.interactive(query.lane, move || answer(query, snapshot, &turns));
    });
}

fn answer(query: Asked, snapshot: Snapshot, turns: &Turns) {
    let outcome = run(query.method, snapshot, &query.handle, &query.job.run);
    let result = match (outcome, query.superseded) {
        (Outcome::Done(result), _) => result,
        (Outcome::Superseded, Superseded::Retry { left }) if left > 0 => {
            submit(turns, Asked { superseded: Superseded::Retry { left: left - 1 }, ..query });
            return;
        }
        (Outcome::Superseded, Superseded::Retrigger) => Err(retrigger()),
        (Outcome::Superseded, _) => Err(Error::new(ErrorCode::ContentModified)),
        (Outcome::Cancelled, _) => return,
        (Outcome::Panicked, _) => Err(Error::internal_error()),
    };
    // The receiver is gone when the client has cancelled in the meantime.
    let _ = query.reply.send(result);
}
