//! Questions to a snapshot: asked in their turn, answered on a worker, and asked again or given up when an edit supersedes
//! them. What is known already, or takes little, is answered on the spot: to wake two threads can take longer.

use std::sync::Arc;

use analysis::Patience;
use serde::Serialize;
use tokio::sync::oneshot;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};

use super::answers::{Answer, Written};
use super::errors::retrigger;
use super::snapshot::{CancelOnDrop, CancellationHandle, Outcome, Snapshot, run, run_here};
use super::turns::Turns;

/// How often a request is run again before the client is told to ask again itself.
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
pub(super) enum Place {
    /// On the thread that reads the messages, if it takes no more than that; else on a worker.
    Here(Patience),
    Worker,
}

pub(super) type Handler<P, R> = fn(&Snapshot, &P) -> Result<R>;

/// Writes the answer from a snapshot.
type Job = Box<dyn Fn(&Snapshot) -> Result<Written> + Send>;

struct Query {
    method: &'static str,
    superseded: Superseded,
    job: Job,
    handle: Arc<CancellationHandle>,
    reply: oneshot::Sender<Result<Written>>,
    /// Whether it is about the workspace, whose files have to be known first.
    needs_index: bool,
}

/// The answer of a handler that needs no more, if nothing that was sent before is still at work.
pub(super) fn answer_here<P, R: Serialize>(
    turns: &Turns,
    patience: Patience,
    handler: Handler<P, R>,
    params: &P,
) -> Option<Answer> {
    let written = |it: &Snapshot| Written::new(&handler(it, params)?);
    turns.look(|state| run_here(&state.snapshot(), patience, written)).flatten().map(Answer)
}

/// The answer of a handler. The question is cancelled when nobody waits for it any more.
pub(super) async fn query<P: Send + 'static, R: Serialize + 'static>(
    turns: Turns,
    method: &'static str,
    superseded: Superseded,
    handler: Handler<P, R>,
    params: P,
) -> Answer {
    let (reply, answer) = oneshot::channel();
    let handle = Arc::new(CancellationHandle::default());
    let _guard = CancelOnDrop(handle.clone());
    let job = move |it: &Snapshot| Written::new(&handler(it, &params)?);
    let needs_index = ABOUT_WORKSPACE.contains(&method);
    submit(&turns, Query { method, superseded, job: Box::new(job), handle, reply, needs_index });
    Answer(answer.await.unwrap_or_else(|_| Err(Error::internal_error())))
}

/// Takes the snapshot in the message's turn, and answers from it on a worker.
fn submit(turns: &Turns, mut query: Query) {
    turns.take(query.method, move |state| {
        if query.handle.is_cancelled() {
            return;
        }
        if std::mem::take(&mut query.needs_index) {
            let turns = state.turns.clone();
            return state.when_indexed(Box::new(move || submit(&turns, query)));
        }
        let (snapshot, turns) = (state.snapshot(), state.turns.clone());
        query.handle.bind(&snapshot.analysis);
        state.pool.interactive(move || answer(query, snapshot, &turns));
    });
}

fn answer(query: Query, snapshot: Snapshot, turns: &Turns) {
    let outcome = run(query.method, snapshot, &query.handle, &query.job);
    let result = match (outcome, query.superseded) {
        (Outcome::Done(result), _) => result,
        (Outcome::Superseded, Superseded::Retry { left }) if left > 0 => {
            submit(turns, Query { superseded: Superseded::Retry { left: left - 1 }, ..query });
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
