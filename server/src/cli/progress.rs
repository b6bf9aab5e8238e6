//! The progress of a command on a terminal, where it takes longer than a moment.

use std::sync::Once;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A command that ends sooner shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);

/// A line on standard error that is gone when this is dropped. Where standard error is not a terminal nothing is written.
pub(super) struct Progress {
    line: ProgressBar,
    start: Instant,
    shown: Once,
}

impl Progress {
    /// `what` is counted: `files`.
    pub(super) fn of(what: &str) -> Self {
        let line = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template(&format!("{{pos}} of {{len}} {what}"));
        if let Ok(style) = style {
            line.set_style(style);
        }
        Self { line, start: Instant::now(), shown: Once::new() }
    }

    /// So many of all are done.
    pub(super) fn at(&self, done: usize, all: usize) {
        self.line.set_length(all as u64);
        self.line.set_position(done as u64);
        self.show();
    }

    /// One more of all is done.
    pub(super) fn one_more(&self, all: usize) {
        self.line.set_length(all as u64);
        self.line.inc(1);
        self.show();
    }

    /// Does what writes to the terminal too.
    pub(super) fn aside<R>(&self, work: impl FnOnce() -> R) -> R {
        self.line.suspend(work)
    }

    fn show(&self) {
        if self.start.elapsed() >= PATIENCE {
            self.shown.call_once(|| self.line.set_draw_target(ProgressDrawTarget::stderr()));
            self.line.tick();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}
