//! Threads that answer from snapshots: interactive jobs before background ones.
//!
//! Background jobs have keys: a newer one replaces the waiting older one. At least one thread is always left to
//! interactive jobs.

use std::collections::VecDeque;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::snapshot::CancelOnDrop;

/// How often work that waits for idle threads looks for them.
const IDLE_LOOK: Duration = Duration::from_millis(20);

/// How long a background job lets interactive ones pass, and how often it looks.
const PATIENCE: Duration = Duration::from_millis(50);
const GLANCE: Duration = Duration::from_millis(1);

pub(super) type Job = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct Queues {
    interactive: VecDeque<Job>,
    background: VecDeque<(String, Job)>,
    background_running: usize,
    interactive_running: usize,
    /// Work outside of the pool, given up when a job comes.
    courteous: Option<CancelOnDrop>,
    /// Whether the pool is gone; what waits is not begun any more.
    closed: bool,
    /// The number of the threads that take jobs; those with another one end.
    generation: usize,
}

impl Queues {
    /// Whether interactive jobs run or wait.
    fn is_waited_for(&self) -> bool {
        !self.interactive.is_empty() || self.interactive_running > 0
    }

    fn is_idle(&self) -> bool {
        self.interactive.is_empty()
            && self.background.is_empty()
            && self.background_running + self.interactive_running == 0
    }

    /// Puts a background job in the place of the waiting one of its key. At the end of the queue, a file in which
    /// somebody types would wait again with each change, behind all others.
    fn replace(&mut self, key: String, job: Job) {
        match self.background.iter_mut().find(|(waiting, _)| *waiting == key) {
            Some((_, waiting)) => *waiting = job,
            None => self.background.push_back((key, job)),
        }
    }
}

struct Shared {
    queues: Mutex<Queues>,
    arrived: Condvar,
    threads: usize,
}

pub(super) struct WorkerPool {
    shared: Arc<Shared>,
}

impl WorkerPool {
    /// Starts the threads; they live as long as the pool.
    pub(super) fn start() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let threads = cores.clamp(2, 8);
        let shared = Arc::new(Shared { queues: Mutex::default(), arrived: Condvar::new(), threads });
        let pool = Self { shared };
        pool.start_threads(0);
        pool
    }

    /// Has other threads take the jobs, without the memory that the present ones keep for more.
    pub(super) fn renew_threads(&self) {
        let mut queues = self.shared.lock();
        queues.generation += 1;
        let generation = queues.generation;
        drop(queues);
        self.shared.arrived.notify_all();
        self.start_threads(generation);
    }

    fn start_threads(&self, generation: usize) {
        for index in 0..self.shared.threads {
            let shared = self.shared.clone();
            let thread = std::thread::Builder::new()
                .name(format!("worker {index}"))
                .stack_size(analysis::STACK_BYTES)
                .spawn(move || shared.work(generation));
            if let Err(error) = thread {
                tracing::error!("cannot start a worker thread: {error}");
            }
        }
    }

    pub(super) fn interactive(&self, job: impl FnOnce() + Send + 'static) {
        self.shared.interrupt();
        self.shared.lock().interactive.push_back(Box::new(job));
        self.shared.arrived.notify_one();
    }

    /// Whether no job runs or waits.
    pub(super) fn is_idle(&self) -> bool {
        self.shared.lock().is_idle()
    }

    pub(super) fn courtesy(&self) -> Courtesy {
        Courtesy(self.shared.clone())
    }

    /// Replaces a waiting job of the same key, and keeps its place.
    pub(super) fn background(&self, key: String, job: impl FnOnce() + Send + 'static) {
        self.shared.interrupt();
        self.shared.lock().replace(key, Box::new(job));
        self.shared.arrived.notify_one();
    }
}

/// The way of work to stand back behind jobs that somebody waits for.
pub(super) struct Courtesy(Arc<Shared>);

impl Courtesy {
    /// Lets what was just said be sent and interactive jobs go first, for a while and as long as what waits for them is
    /// `wanted`.
    pub(super) fn let_pass(&self, wanted: impl Fn() -> bool) {
        let start = Instant::now();
        loop {
            std::thread::sleep(GLANCE);
            if !wanted() || start.elapsed() >= PATIENCE || !self.0.lock().is_waited_for() {
                return;
            }
        }
    }

    /// Waits until no job runs or waits.
    pub(super) fn wait(&self) {
        loop {
            let queues = self.0.lock();
            if queues.closed || queues.is_idle() {
                return;
            }
            drop(queues);
            std::thread::sleep(IDLE_LOOK);
        }
    }

    /// Has work cancelled by the next job.
    pub(super) fn give_way(&self, work: CancelOnDrop) {
        let before = self.0.lock().courteous.replace(work);
        // Not under the lock: it cancels.
        drop(before);
    }
}

impl Drop for WorkerPool {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.arrived.notify_all();
    }
}

impl Shared {
    /// Jobs run outside the lock and catch their panics, so that a poisoned lock still guards sound queues.
    fn lock(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn interrupt(&self) {
        let work = self.lock().courteous.take();
        drop(work);
    }

    fn work(&self, generation: usize) {
        while let Some((job, is_background)) = self.next(generation) {
            // Jobs answer for their own panics; this keeps the thread and the count below.
            let _ = std::panic::catch_unwind(AssertUnwindSafe(job));
            if is_background {
                let mut queues = self.lock();
                queues.background_running -= 1;
                let others_wait = !queues.background.is_empty();
                drop(queues);
                if others_wait {
                    self.arrived.notify_one();
                }
            } else {
                self.lock().interactive_running -= 1;
            }
        }
    }

    /// The next job, and whether it is a background one; `None` at the end.
    fn next(&self, generation: usize) -> Option<(Job, bool)> {
        let mut queues = self.lock();
        while !queues.closed && queues.generation == generation {
            if let Some(job) = queues.interactive.pop_front() {
                queues.interactive_running += 1;
                return Some((job, false));
            }
            if queues.background_running + 1 < self.threads
                && let Some((_, job)) = queues.background.pop_front()
            {
                queues.background_running += 1;
                return Some((job, true));
            }
            queues = self.arrived.wait(queues).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replaced_job_keeps_its_place() {
        let (began, begun) = std::sync::mpsc::channel();
        let mut queues = Queues::default();
        for (key, name) in [("typed in", "old"), ("other", "other"), ("typed in", "new")] {
            let began = began.clone();
            queues.replace(key.to_owned(), Box::new(move || began.send(name).unwrap()));
        }
        drop(began);
        queues.background.into_iter().for_each(|(_, job)| job());
        assert_eq!(begun.iter().collect::<Vec<_>>(), ["new", "other"]);
    }
}
