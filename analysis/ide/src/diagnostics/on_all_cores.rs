//! The same for many things, on all cores, each of which takes the next as soon as it is ready.

use base::at_once::takes_long;
use base::database::RootDatabase;
use salsa::Database;
use std::panic::resume_unwind;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use syntax::STACK_BYTES;

/// How many there are. To count them takes as long as to look at a short function: the kernel is asked for the limits of
/// the process.
pub(super) static CORES: LazyLock<usize> =
    LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from));

/// What `work` gives for each of so many batches, in their order. Unwinds when the database wants it.
pub(super) fn on_all_cores<T: Send>(
    db: &RootDatabase,
    batches: usize,
    work: impl Fn(&RootDatabase, usize) -> Vec<T> + Sync,
) -> Vec<T> {
    takes_long(db);
    let next = AtomicUsize::new(0);
    let token = db.cancellation_token();
    let work_on = |db: RootDatabase| {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= batches || token.is_cancelled() {
                return done;
            }
            done.push((index, work(&db, index)));
        }
    };
    let threads = (*CORES).min(batches);
    let mut done = std::thread::scope(|scope| {
        let others = (1..threads).filter_map(|_| {
            let db = db.clone();
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
            thread.spawn_scoped(scope, || work_on(db)).ok()
        });
        let others: Vec<_> = others.collect();
        let mut done = work_on(db.clone());
        for thread in others {
            // Cancellation is a panic too.
            done.extend(thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    // What was left out because nobody wants it.
    db.unwind_if_revision_cancelled();
    done.sort_unstable_by_key(|it| it.0);
    done.into_iter().flat_map(|it| it.1).collect()
}
