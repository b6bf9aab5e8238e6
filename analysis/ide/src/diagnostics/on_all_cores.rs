//! The same for many things, on all cores.

use base::at_once::takes_long;
use base::database::RootDatabase;
use salsa::Database;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::LazyLock;
use syntax::pool::on_threads;

/// How many there are. To count them takes as long as to look at a short function: the kernel is asked for the limits of
/// the process.
pub(super) static CORES: LazyLock<usize> =
    LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from));

/// The results of `work` for each of this many batches, in their order. Unwinds when the database is cancelled.
pub(super) fn on_all_cores<T: Send>(
    db: &RootDatabase,
    batches: usize,
    work: impl Fn(&RootDatabase, usize) -> Vec<T> + Sync,
) -> Vec<T> {
    takes_long(db);
    let token = db.cancellation_token();
    let done = on_threads(
        *CORES,
        batches,
        || db.clone(),
        |db, index| match token.is_cancelled() {
            true => Break(()),
            false => Continue(work(db, index)),
        },
    );
    // Batches were left out because of a cancellation.
    db.unwind_if_revision_cancelled();
    done.into_iter().flat_map(|it| it.1).collect()
}
