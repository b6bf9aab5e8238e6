//! What a process has used of the processors, from Linux's table of processes.

use std::time::Duration;

/// User and system time of all its threads. The kernel counts in hundredths of a second, so many keystrokes are taken
/// together. Zero where there is no such table.
pub(crate) fn time(process: u32) -> Duration {
    const TICKS_PER_SECOND: u64 = 100;
    let Ok(line) = std::fs::read_to_string(format!("/proc/{process}/stat")) else { return Duration::ZERO };
    // The name of the program may hold blanks; behind its bracket, the 12th and the 13th field are the times.
    let fields = line.rsplit_once(')').map_or("", |it| it.1).split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).filter_map(|it| it.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 1000 / TICKS_PER_SECOND)
}
