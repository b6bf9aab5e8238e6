//! Threads that answer from snapshots: interactive jobs, lane by lane, before background ones.
//!
//! Background jobs have keys: a newer one replaces the waiting older one. At least one thread is always left to
//! interactive jobs, and one more to requests that a typing user waits for.

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

/// The priority of an interactive job; earlier lanes come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lane {
    /// Belongs to a key that was just hit: of no use when the next one is.
    Typing,
    Usual,
    /// Looks at whole files. Editors ask for many such answers after each key, and show the last ones meanwhile.
    WholeFiles,
}

/// The role of a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Work {
    Interactive(Lane),
    Background,
}

#[derive(Default)]
struct Queues {
    /// By their lanes.
    interactive: [VecDeque<Job>; 3],
    background: VecDeque<(String, Job)>,
    background_running: usize,
    interactive_running: usize,
    /// Of the interactive ones.
    typing_running: usize,
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
        self.interactive.iter().any(|it| !it.is_empty()) || self.interactive_running > 0
    }

    fn is_idle(&self) -> bool {
        self.interactive.iter().all(VecDeque::is_empty)
            && self.background.is_empty()
            && self.background_running + self.interactive_running == 0
    }

    /// The next of the jobs that may run on one more of this many threads.
    fn next_work(&self, threads: usize) -> Option<Work> {
        let waits = |lane: &Lane| !self.interactive[*lane as usize].is_empty();
        if waits(&Lane::Typing) {
            return Some(Work::Interactive(Lane::Typing));
        }
        let others_running = self.background_running + self.interactive_running - self.typing_running;
        if others_running + 1 >= threads {
            return None;
        }
        let lane = [Lane::Usual, Lane::WholeFiles].into_iter().find(waits);
        let may_begin = !self.background.is_empty() && self.background_running + 2 < threads;
        lane.map(Work::Interactive).or(may_begin.then_some(Work::Background))
    }

    fn has_work(&self, threads: usize) -> bool {
        self.next_work(threads).is_some()
    }

    /// Takes the next job, which runs from now on.
    fn take(&mut self, threads: usize) -> Option<(Job, Work)> {
        let work = self.next_work(threads)?;
        let job = match work {
            Work::Interactive(lane) => self.interactive[lane as usize].pop_front(),
            Work::Background => self.background.pop_front().map(|it| it.1),
        };
        self.count(work, |it| it + 1);
        Some((job?, work))
    }

    /// Counts a job that begins or ends.
    fn count(&mut self, work: Work, change: impl Fn(usize) -> usize) {
        match work {
            Work::Background => self.background_running = change(self.background_running),
            Work::Interactive(lane) => {
                self.interactive_running = change(self.interactive_running);
                if lane == Lane::Typing {
                    self.typing_running = change(self.typing_running);
                }
            }
        }
    }

    /// Puts a background job in the place of the waiting one of its key. At the end of the queue, a file in which
    /// the user types would wait again with each change, after all others.
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
        let threads = cores.clamp(2, 8) + 1;
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

    pub(super) fn interactive(&self, lane: Lane, job: impl FnOnce() + Send + 'static) {
        self.shared.interrupt();
        self.shared.lock().interactive[lane as usize].push_back(Box::new(job));
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

/// Lets background work yield to jobs that a client waits for.
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
        while let Some((job, work)) = self.next(generation) {
            // Jobs answer for their own panics; this keeps the thread and the count below.
            let _ = std::panic::catch_unwind(AssertUnwindSafe(job));
            let mut queues = self.lock();
            queues.count(work, |it| it - 1);
            // A job that had to leave this thread free may have it now.
            let others_wait = queues.has_work(self.threads);
            drop(queues);
            if others_wait {
                self.arrived.notify_one();
            }
        }
    }

    /// The next job, and what it is; `None` at the end.
    fn next(&self, generation: usize) -> Option<(Job, Work)> {
        let mut queues = self.lock();
        while !queues.closed && queues.generation == generation {
            if let Some(job) = queues.take(self.threads) {
                return Some(job);
            }
            queues = self.arrived.wait(queues).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The next job of one more of three threads.
    fn begins(queues: &mut Queues) -> Option<Work> {
        queues.take(3).map(|it| it.1)
    }

    fn wait_in(queues: &mut Queues, lanes: &[Lane]) {
        lanes.iter().for_each(|it| queues.interactive[*it as usize].push_back(Box::new(|| {})));
    }

    #[test]
    fn what_belongs_to_a_key_waits_for_nothing_else() {
        let mut queues = Queues::default();
        wait_in(&mut queues, &[Lane::WholeFiles, Lane::WholeFiles, Lane::WholeFiles, Lane::Usual]);
        queues.replace("file".to_owned(), Box::new(|| {}));
        let usual = [Lane::Usual, Lane::WholeFiles].map(|it| Some(Work::Interactive(it)));
        assert_eq!(
            [begins(&mut queues), begins(&mut queues), begins(&mut queues)],
            [usual[0], usual[1], None]
        );
        wait_in(&mut queues, &[Lane::Typing]);
        assert_eq!(begins(&mut queues), Some(Work::Interactive(Lane::Typing)));
        queues.count(Work::Interactive(Lane::Usual), |it| it - 1);
        assert_eq!(begins(&mut queues), usual[1]);
    }

    #[test]
    fn the_background_leaves_a_thread_to_others() {
        let mut queues = Queues::default();
        for file in ["a", "b"] {
            queues.replace(file.to_owned(), Box::new(|| {}));
        }
        assert_eq!([begins(&mut queues), begins(&mut queues)], [Some(Work::Background), None]);
        wait_in(&mut queues, &[Lane::WholeFiles]);
        assert_eq!(begins(&mut queues), Some(Work::Interactive(Lane::WholeFiles)));
    }

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
