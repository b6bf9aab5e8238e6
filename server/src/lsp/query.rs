//! Questions to a snapshot: asked in their turn, answered on a worker, and asked again or given up when an edit overtakes
//! them.

use std::sync::Arc;

use tokio::sync::oneshot;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};

use super::answers::Answer;
use super::errors::retrigger;
use super::snapshot::{Outcome, Snapshot, Ticket, run};
use super::state::Turns;

/// How often a request is run again before the client is told to ask again itself.
const MOST_RETRIES: u32 = 100;

/// What happens to a request that an edit overtakes.
#[derive(Clone, Copy)]
pub(super) enum Overtaken {
    /// Its positions mean nothing in the new text.
    ContentModified,
    /// It means the same in the new text.
    Retry { left: u32 },
    /// The client knows that it has to ask again.
    Retrigger,
}

pub(super) const RETRY: Overtaken = Overtaken::Retry { left: MOST_RETRIES };

/// Writes the answer from a snapshot.
pub(super) type Job = Box<dyn Fn(&Snapshot) -> Result<Answer> + Send>;

pub(super) struct Query {
    pub(super) method: &'static str,
    pub(super) overtaken: Overtaken,
    pub(super) job: Job,
    pub(super) ticket: Arc<Ticket>,
    pub(super) reply: oneshot::Sender<Result<Answer>>,
}

/// Takes the snapshot in the message's turn, and answers from it on a worker.
pub(super) fn submit(turns: &Turns, query: Query) {
    turns.send(query.method, move |state| {
        if query.ticket.is_abandoned() {
            return;
        }
        let (snapshot, turns) = (state.snapshot(), state.turns.clone());
        query.ticket.bind(&snapshot.analysis);
        state.pool.interactive(move || answer(query, snapshot, &turns));
    });
}

fn answer(query: Query, snapshot: Snapshot, turns: &Turns) {
    let outcome = run(query.method, snapshot, &query.ticket, &query.job);
    let result = match (outcome, query.overtaken) {
        (Outcome::Done(result), _) => result,
        (Outcome::Overtaken, Overtaken::Retry { left }) if left > 0 => {
            submit(turns, Query { overtaken: Overtaken::Retry { left: left - 1 }, ..query });
            return;
        }
        (Outcome::Overtaken, Overtaken::Retrigger) => Err(retrigger()),
        (Outcome::Overtaken, _) => Err(Error::new(ErrorCode::ContentModified)),
        (Outcome::Abandoned, _) => return,
        (Outcome::Panicked, _) => Err(Error::internal_error()),
    };
    // The receiver is gone when the client has cancelled in the meantime.
    let _ = query.reply.send(result);
}
