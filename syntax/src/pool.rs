//! A pool of the calling thread and others beside it; each takes the next job as soon as it is ready.

use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::STACK_BYTES;

/// The result of `job` for each number below `jobs`, with the number and in that order. Where a job breaks, those that
/// have not begun are left out.
///
/// At most `threads` threads share the work, each with a worker that the calling thread makes. The calling thread is one of
/// them and needs a stack of [`STACK_BYTES`]: where the system starts no other thread, it does all of the work.
///
/// # Panics
/// Where a job does, with its payload, once the other threads have ended.
pub fn on_threads<W: Send, T: Send>(
    threads: usize,
    jobs: usize,
    worker: impl Fn() -> W,
    job: impl Fn(&W, usize) -> ControlFlow<(), T> + Sync,
) -> Vec<(usize, T)> {
    let next = AtomicUsize::new(0);
    let work = |worker: W| {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= jobs {
                return done;
            }
            match job(&worker, number) {
                ControlFlow::Continue(result) => done.push((number, result)),
                ControlFlow::Break(()) => next.store(jobs, Ordering::Relaxed),
            }
        }
    };
    let mut done = thread::scope(|scope| {
        let start = |_| {
            let worker = worker();
            thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, || work(worker)).ok()
        };
        let others: Vec<_> = (1..threads.min(jobs)).filter_map(start).collect();
        let mut done = work(worker());
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    done.sort_unstable_by_key(|it| it.0);
    done
}

#[cfg(test)]
mod tests {
    use super::on_threads;
    use std::ops::ControlFlow::{Break, Continue};
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::thread::{ThreadId, current};

    #[test]
    fn results_are_in_order() {
        for threads in [0, 1, 2, 7] {
            let found = on_threads(threads, 100, || (), |(), number| Continue(number * number));
            assert!(found.into_iter().eq((0..100).map(|it| (it, it * it))), "{threads}");
        }
        assert_eq!(on_threads(4, 0, || (), |(), number| Continue(number)), []);
    }

    /// As where the system starts no thread.
    #[test]
    fn one_thread_is_the_calling_one() {
        let found = on_threads(1, 10, || (), |(), _| Continue(current().id()));
        let threads: Vec<ThreadId> = found.into_iter().map(|it| it.1).collect();
        assert_eq!(threads, [current().id(); 10]);
    }

    #[test]
    fn nothing_is_begun_after_a_break() {
        let job = |(): &(), number| if number == 5 { Break(()) } else { Continue(number) };
        let found = on_threads(1, 1_000, || (), job);
        assert!(found.into_iter().map(|it| it.1).eq(0..5));
        assert!(on_threads(3, 1_000, || (), job).len() < 1_000);
    }

    #[test]
    fn a_panic_reaches_the_caller() {
        for threads in [1, 3] {
            let job = |(): &(), number| {
                if number == 50 { std::panic::resume_unwind(Box::new(7)) } else { Continue(number) }
            };
            let caught = catch_unwind(AssertUnwindSafe(|| on_threads(threads, 100, || (), job)));
            assert_eq!(caught.err().and_then(|it| it.downcast::<i32>().ok()), Some(Box::new(7)), "{threads}");
        }
    }
}
