//! Work on a thread that has other things to do: what takes long unwinds before it begins, or when the time is over, so
//! that another thread can do it.

use salsa::Cancelled;
use std::cell::Cell;
use std::panic::UnwindSafe;
use std::time::{Duration, Instant};

/// How much such work may do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Patience {
    /// It finds what is known.
    Glance,
    /// It computes, but not what takes long, nor longer than a frame of an animation.
    Frame,
}

#[derive(Clone, Copy)]
struct Limit {
    patience: Patience,
    deadline: Instant,
}

impl Limit {
    fn from_now(patience: Patience) -> Self {
        let time = match patience {
            Patience::Glance => Duration::from_millis(1),
            Patience::Frame => Duration::from_millis(10),
        };
        Self { patience, deadline: Instant::now() + time }
    }

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

/// The result of work on this thread; `None` where it would have done more than that, or a write is pending. The handle
/// of the database must not be used after that.
pub fn at_once<R>(patience: Patience, work: impl FnOnce() -> R + UnwindSafe) -> Option<R> {
    LIMIT.set(Some(Limit::from_now(patience)));
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
    if LIMIT.get().is_some_and(|it| it.patience == Patience::Glance || it.is_over()) {
        unwind(db);
    }
}

/// To be called from time to time in loops that may take long.
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
            at_once(Patience::Glance, AssertUnwindSafe(|| answer(&db)))
        };
        assert_eq!(ask(), None);
        assert_eq!(answer(&workspace.db), 42);
        assert_eq!(ask(), Some(42));
        workspace.db.unwind_if_revision_cancelled();
    }

    #[test]
    fn what_does_not_take_long_is_computed_within_a_frame() {
        let db = Workspace::default().db;
        let (asked, asked_long) = (db.clone(), db.clone());
        assert_eq!(at_once(Patience::Frame, AssertUnwindSafe(|| answer(&asked))), Some(42));
        assert_eq!(at_once(Patience::Frame, AssertUnwindSafe(|| long_answer(&asked_long))), None);
        assert_eq!(long_answer(&db), 42);
    }

    #[test]
    fn elsewhere_work_may_take_long() {
        let workspace = Workspace::default();
        assert_eq!(at_once(Patience::Glance, || 1), Some(1));
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
        assert_eq!(at_once(Patience::Glance, AssertUnwindSafe(work)), None::<()>);
        let db = Workspace::default().db;
        let work = || {
            loop {
                computes(&db);
            }
        };
        assert_eq!(at_once(Patience::Frame, AssertUnwindSafe(work)), None::<()>);
    }
}
