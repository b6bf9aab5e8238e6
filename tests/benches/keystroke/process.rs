//! What a process has used, from Linux's table of processes. Zero where there is no such table.

use std::time::Duration;

/// User and system time of all its threads, those that have ended included. The kernel counts in hundredths of a
/// second.
pub(crate) fn time(process: u32) -> Duration {
    const TICKS_PER_SECOND: u64 = 100;
    let Ok(line) = std::fs::read_to_string(format!("/proc/{process}/stat")) else { return Duration::ZERO };
    // The name of the program may hold blanks; behind its bracket, the 12th and the 13th field are the times.
    let fields = line.rsplit_once(')').map_or("", |it| it.1).split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).filter_map(|it| it.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 1000 / TICKS_PER_SECOND)
}

/// The time of the threads that it has, counted in nanoseconds.
pub(crate) fn time_of_threads(process: u32) -> Duration {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{process}/task")) else { return Duration::ZERO };
    let of_thread = |thread: std::io::Result<std::fs::DirEntry>| {
        let times = std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
        times.split_whitespace().next()?.parse::<u64>().ok()
    };
    Duration::from_nanos(threads.filter_map(of_thread).sum())
}

/// Memory that it has in use, in MiB.
pub(crate) fn memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|it| it.parse::<u64>().ok()).unwrap_or_default() / 1024
}
