//! Work of which nothing may take long: what does unwinds before it begins, so that another thread can do it.

use salsa::Cancelled;
use std::cell::Cell;
use std::panic::UnwindSafe;
use std::time::{Duration, Instant};

/// As long work may take of which it was not known that it takes long.
const PATIENCE: Duration = Duration::from_millis(1);

thread_local! {
    /// When the work that runs on this thread, if there is such, has to be done.
    static DEADLINE: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Takes the deadline from the thread in the end.
struct Mark;

impl Drop for Mark {
    fn drop(&mut self) {
        DEADLINE.set(None);
    }
}

/// The result of work on this thread; `None` where something in it would have taken long, or somebody wants to write.
/// The handle of the database that it used is of no use then.
pub fn at_once<R>(work: impl FnOnce() -> R + UnwindSafe) -> Option<R> {
    DEADLINE.set(Instant::now().checked_add(PATIENCE));
    let _mark = Mark;
    Cancelled::catch(work).ok()
}

/// To be called before work that may take long, as queries do before they compute what is not known yet.
pub fn takes_long(db: &dyn salsa::Database) {
    if DEADLINE.get().is_some() {
        unwind(db);
    }
}

/// To be called from time to time in loops of which it is not known how long they take.
pub fn takes_time(db: &dyn salsa::Database) {
    if DEADLINE.get().is_some_and(|it| it < Instant::now()) {
        unwind(db);
    }
}

fn unwind(db: &dyn salsa::Database) {
    db.cancellation_token().cancel();
    db.unwind_if_revision_cancelled();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Workspace;
    use salsa::Database as _;
    use std::panic::AssertUnwindSafe;

    #[salsa::tracked(returns(copy))]
    fn answer(db: &dyn salsa::Database) -> u32 {
        takes_long(db);
        42
    }

    #[test]
    fn what_is_known_is_found_at_once() {
        let workspace = Workspace::default();
        let ask = || {
            let db = workspace.db.clone();
            at_once(AssertUnwindSafe(|| answer(&db)))
        };
        assert_eq!(ask(), None);
        assert_eq!(answer(&workspace.db), 42);
        assert_eq!(ask(), Some(42));
        workspace.db.unwind_if_revision_cancelled();
    }

    #[test]
    fn elsewhere_work_may_take_long() {
        let workspace = Workspace::default();
        assert_eq!(at_once(|| 1), Some(1));
        takes_long(&workspace.db);
        takes_time(&workspace.db);
        assert_eq!(answer(&workspace.db), 42);
    }

    #[test]
    fn nothing_loops_for_long() {
        let db = Workspace::default().db;
        let work = || {
            loop {
                takes_time(&db);
            }
        };
        assert_eq!(at_once(AssertUnwindSafe(work)), None::<()>);
    }
}
