//! Times of one thing, measured many times, and lines of tables of them.

use std::time::Duration;

/// Sorted.
#[derive(Default)]
pub(crate) struct Figures {
    times: Vec<Duration>,
    /// Of the server's processor, each time.
    pub(crate) cpu: Option<Duration>,
}

impl Figures {
    pub(crate) fn of(mut times: Vec<Duration>, cpu: Option<Duration>) -> Self {
        times.sort_unstable();
        Self { times, cpu }
    }

    fn at(&self, percent: usize) -> Option<Duration> {
        let last = self.times.len().checked_sub(1)?;
        self.times.get(last * percent / 100).copied()
    }

    pub(crate) fn median(&self) -> Option<Duration> {
        self.at(50)
    }

    /// Median, 95th percentile, and time of the processor.
    fn cells(&self) -> String {
        let [median, most] = [50, 95].map(|it| cell(self.at(it)));
        format!("{median} | {most} | {}", cell(self.cpu))
    }
}

pub(crate) fn cell(time: Option<Duration>) -> String {
    time.map_or_else(
        || "–".to_owned(),
        |it| match it.as_secs_f64() * 1e3 {
            ms if ms < 10.0 => format!("{ms:.2} ms"),
            ms if ms < 1_000.0 => format!("{ms:.0} ms"),
            ms => format!("{:.1} s", ms / 1e3),
        },
    )
}

/// How many times as long the peer takes.
pub(crate) fn ratio(ours: Option<Duration>, theirs: Option<Duration>) -> String {
    match (ours, theirs) {
        (Some(ours), Some(theirs)) if !ours.is_zero() => {
            let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
            if ratio < 10.0 { format!("{ratio:.1}") } else { format!("{ratio:.0}") }
        }
        _ => "–".to_owned(),
    }
}

pub(crate) const HEAD: &str = "| lines | what | median | 95 % | CPU | peer's median | 95 % | CPU | times faster | by CPU |\n\
     |--:|---|--:|--:|--:|--:|--:|--:|--:|--:|";

pub(crate) fn line(size: impl std::fmt::Display, what: &str, ours: &Figures, theirs: &Figures) -> String {
    format!(
        "| {size} | {what} | {} | {} | {} | {} |",
        ours.cells(),
        theirs.cells(),
        ratio(ours.median(), theirs.median()),
        ratio(ours.cpu, theirs.cpu)
    )
}
