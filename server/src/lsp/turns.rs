//! Turns of the state: closures that see or change it, one at a time, in the order in which they were sent.
//!
//! The state has a thread that takes them. Where the state is at rest, a short turn is taken on the thread that has it
//! instead: to wake another thread takes many times as long as most turns do.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, bounded, unbounded};

use super::snapshot::panic_message;
use super::state::State;

/// A turn that takes longer is logged.
const SLOW_TURN: Duration = Duration::from_millis(50);

struct Turn {
    method: &'static str,
    run: Box<dyn FnOnce(&mut State) + Send>,
}

/// The state, once it is there.
type Shared = OnceLock<Mutex<State>>;

/// The way to the state, which ends with its thread. Never waits.
#[derive(Clone)]
pub(super) struct Turns {
    sender: Sender<Turn>,
    /// How many are not done yet.
    unfinished: Arc<AtomicUsize>,
    state: Weak<Shared>,
}

impl Turns {
    /// Starts the state's thread, and waits until it takes turns: what it takes to begin is part of the start, and not of
    /// the first document.
    pub(super) fn start(state: impl FnOnce(Turns) -> State + Send + 'static) -> Self {
        let (sender, receiver) = unbounded();
        let shared = Arc::new(Shared::new());
        let turns = Self { sender, unfinished: Arc::default(), state: Arc::downgrade(&shared) };
        let (beginning, begun) = bounded::<()>(0);
        let of_thread = turns.clone();
        spawn(move || {
            let unfinished = of_thread.unfinished.clone();
            shared.get_or_init(|| state(of_thread).into());
            drop(beginning);
            take_turns(&shared, &receiver, &unfinished);
        });
        // Nothing is ever sent: it ends when the thread has begun, or cannot.
        _ = begun.recv();
        turns
    }

    /// Sends a turn to the state's thread.
    pub(super) fn send(&self, method: &'static str, run: impl FnOnce(&mut State) + Send + 'static) {
        self.unfinished.fetch_add(1, Ordering::SeqCst);
        if self.sender.send(Turn { method, run: Box::new(run) }).is_err() {
            tracing::debug!("{method}: the session is over");
        }
    }

    /// Takes a turn here, if the state is at rest, and else sends it. Not a turn that writes, where a snapshot is held: it
    /// would wait for it.
    pub(super) fn take(&self, method: &'static str, run: impl FnOnce(&mut State) + Send + 'static) {
        self.take_if(|_| true, method, run);
    }

    /// Like [`take`](Self::take), but only if `is_short` says so of the state; else it is sent.
    pub(super) fn take_if(
        &self,
        is_short: impl FnOnce(&State) -> bool,
        method: &'static str,
        run: impl FnOnce(&mut State) + Send + 'static,
    ) {
        let state = self.state.upgrade();
        let Some(mut state) = state.as_ref().and_then(|it| self.begin(it)) else {
            return self.send(method, run);
        };
        if !is_short(&state) {
            // In its place before the state is at rest again.
            self.send(method, run);
            self.unfinished.fetch_sub(1, Ordering::SeqCst);
            return;
        }
        run_turn(&mut state, method, run);
        let is_last = self.unfinished.load(Ordering::SeqCst) == 1;
        let at_hand = is_last.then(|| state.schedule_diagnostics()).flatten();
        let is_due_first = match (state.next_due(), state.sleeps_until) {
            (Some(due), Some(until)) => due < until,
            (due, _) => due.is_some(),
        };
        drop(state);
        if is_due_first {
            self.send("what is due", |_| {});
        }
        self.unfinished.fetch_sub(1, Ordering::SeqCst);
        at_hand.into_iter().for_each(|job| job());
    }

    /// The state, held for a turn of this thread's own; `None` where a turn waits or runs.
    fn begin<'a>(&self, state: &'a Shared) -> Option<MutexGuard<'a, State>> {
        let state = state.get()?;
        self.unfinished.compare_exchange(0, 1, Ordering::SeqCst, Ordering::SeqCst).ok()?;
        let held = state.try_lock().ok();
        if held.is_none() {
            self.unfinished.fetch_sub(1, Ordering::SeqCst);
        }
        held
    }

    /// Looks at the state, which cannot change meanwhile; `None` where a turn waits or runs, or a
    /// worker does.
    pub(super) fn look<R>(&self, look: impl FnOnce(&State) -> R) -> Option<R> {
        let is_done = || self.unfinished.load(Ordering::SeqCst) == 0;
        let state = self.state.upgrade().filter(|_| is_done())?;
        let state = state.get()?.try_lock().ok()?;
        (is_done() && state.pool.is_idle()).then(|| look(&state))
    }
}

/// Starts a thread for the state; whether that was possible.
fn spawn(run: impl FnOnce() + Send + 'static) -> bool {
    let thread =
        std::thread::Builder::new().name("state".into()).stack_size(analysis::STACK_BYTES).spawn(run);
    thread.inspect_err(|error| tracing::error!("cannot start a thread for the state: {error}")).is_ok()
}

fn take_turns(shared: &Arc<Shared>, turns: &Receiver<Turn>, unfinished: &Arc<AtomicUsize>) {
    let Some(state) = shared.get() else { return };
    // Turns catch their panics.
    let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let turn = match turns.try_recv() {
            Ok(turn) => turn,
            Err(TryRecvError::Disconnected) => return,
            Err(TryRecvError::Empty) => {
                // Only when nothing waits: a burst of edits is reported on once.
                let mut state = lock();
                let at_hand = state.schedule_diagnostics();
                let wants_other_thread = state.give_memory_back();
                let due = state.next_due();
                state.sleeps_until = due;
                drop(state);
                at_hand.into_iter().for_each(|job| job());
                if wants_other_thread {
                    let (shared, turns, unfinished) = (shared.clone(), turns.clone(), unfinished.clone());
                    if spawn(move || take_turns(&shared, &turns, &unfinished)) {
                        return;
                    }
                }
                match next_turn(turns, due) {
                    Ok(turn) => turn,
                    Err(RecvTimeoutError::Timeout) => continue,
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
        };
        let mut state = lock();
        run_turn(&mut state, turn.method, turn.run);
        if state.has_ended {
            return;
        }
        unfinished.fetch_sub(1, Ordering::SeqCst);
    }
}

fn run_turn(state: &mut State, method: &'static str, run: impl FnOnce(&mut State)) {
    let start = Instant::now();
    if let Err(payload) = catch_unwind(AssertUnwindSafe(|| run(state))) {
        tracing::error!("{method} panicked: {}", panic_message(payload.as_ref()));
    }
    let elapsed = start.elapsed();
    if elapsed > SLOW_TURN {
        tracing::warn!("{method} held the state for {} ms", elapsed.as_millis());
    }
}

/// Waits for a message, or until something is due.
fn next_turn(turns: &Receiver<Turn>, due: Option<Instant>) -> Result<Turn, RecvTimeoutError> {
    match due {
        Some(due) => turns.recv_deadline(due),
        None => turns.recv().map_err(|_| RecvTimeoutError::Disconnected),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use super::*;
    use crate::lsp::message_loop::Outbox;

    #[test]
    fn turns_are_taken_in_order_and_here_where_the_state_is_at_rest() {
        let turns = State::start(tokio::sync::mpsc::unbounded_channel().0, Outbox::new().0);
        let (taken, places) = mpsc::channel();
        let take = |name: &'static str| {
            let taken = taken.clone();
            turns.take(name, move |_| _ = taken.send((name, thread::current().id())));
        };
        let here = thread::current().id();
        // Until the state's thread has looked for what is due, it has the state.
        loop {
            take("here");
            if places.recv().unwrap().1 == here {
                break;
            }
        }
        let (go_on, going_on) = mpsc::channel::<()>();
        turns.send("busy", move |_| _ = going_on.recv());
        take("first");
        take("second");
        drop(go_on);
        let places = [places.recv().unwrap(), places.recv().unwrap()];
        assert_eq!(places.map(|it| it.0), ["first", "second"]);
        assert!(places.iter().all(|it| it.1 != here));
        turns.send("end", State::end);
    }
}
