//! What a process has used, as the kernel counts it.

use std::time::Duration;

/// User and system time of all its threads, those that have ended included. Zero where the kernel does not tell.
#[cfg(target_os = "linux")]
pub(crate) fn time(process: u32) -> Duration {
    use nix::time::{clock_getcpuclockid, clock_gettime};
    use nix::unistd::Pid;
    let Ok(process) = i32::try_from(process) else { return Duration::ZERO };
    clock_getcpuclockid(Pid::from_raw(process)).and_then(clock_gettime).map_or(Duration::ZERO, Duration::from)
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn time(_: u32) -> Duration {
    Duration::ZERO
}

/// Memory that it has in use, in MiB.
pub(crate) fn memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|it| it.parse::<u64>().ok()).unwrap_or_default() / 1024
}
