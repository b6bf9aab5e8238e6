//! Work on a thread that has other things to do: what takes long unwinds before it begins, or when the time is over, so
//! that another thread can do it.

use salsa::Cancelled;
use std::cell::Cell;
use std::panic::UnwindSafe;
use std::time::{Duration, Instant};

/// As long work may take that finds what is known.
const GLANCE: Duration = Duration::from_millis(1);
/// As long work may take that computes: less than a frame.
const PATIENCE: Duration = Duration::from_millis(10);

#[derive(Clone, Copy)]
struct Limit {
    deadline: Instant,
    /// Whether what is not known yet may be computed.
    computes: bool,
}

impl Limit {
    fn is_over(self) -> bool {
        self.deadline < Instant::now()
    }
}

thread_local! {
    /// The limit of the work that runs on this thread, if it has one.
    static LIMIT: Cell<Option<Limit>> = const { Cell::new(None) };
}

/// Takes the limit from the thread in the end.
struct Mark;

impl Drop for Mark {
    fn drop(&mut self) {
        LIMIT.set(None);
    }
}

/// The result of work that finds all it needs; `None` where it would have had to compute something, or somebody wants to
/// write. The handle of the database that it used is of no use then.
pub fn at_once<R>(work: impl FnOnce() -> R + UnwindSafe) -> Option<R> {
    limited(work, GLANCE, false)
}

/// As [`at_once`], of work that may compute, but not what takes long.
pub fn soon<R>(work: impl FnOnce() -> R + UnwindSafe) -> Option<R> {
    limited(work, PATIENCE, true)
}

fn limited<R>(work: impl FnOnce() -> R + UnwindSafe, patience: Duration, computes: bool) -> Option<R> {
    LIMIT.set(Instant::now().checked_add(patience).map(|deadline| Limit { deadline, computes }));
    let _mark = Mark;
    Cancelled::catch(work).ok()
}

/// To be called before work that takes long.
pub fn takes_long(db: &dyn salsa::Database) {
    if LIMIT.get().is_some() {
        unwind(db);
    }
}

/// To be called by queries before they compute what is not known yet.
pub fn computes(db: &dyn salsa::Database) {
    if LIMIT.get().is_some_and(|it| !it.computes || it.is_over()) {
        unwind(db);
    }
}

/// To be called from time to time in loops of which it is not known how long they take.
pub fn takes_time(db: &dyn salsa::Database) {
    if LIMIT.get().is_some_and(Limit::is_over) {
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
        computes(db);
        42
    }

    #[salsa::tracked(returns(copy))]
    fn long_answer(db: &dyn salsa::Database) -> u32 {
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
    fn what_does_not_take_long_is_computed_soon() {
        let db = Workspace::default().db;
        let (asked, asked_long) = (db.clone(), db.clone());
        assert_eq!(soon(AssertUnwindSafe(|| answer(&asked))), Some(42));
        assert_eq!(soon(AssertUnwindSafe(|| long_answer(&asked_long))), None);
        assert_eq!(long_answer(&db), 42);
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
        let db = Workspace::default().db;
        let work = || {
            loop {
                computes(&db);
            }
        };
        assert_eq!(soon(AssertUnwindSafe(work)), None::<()>);
    }
}
