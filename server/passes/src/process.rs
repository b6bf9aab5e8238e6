//! Runs an untrusted program: without a shell, with bounds on time, memory and what it may print, and with
//! nothing left of it afterwards.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// The limits of a run.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub time: Duration,
    /// Of the address space, in bytes; only Linux holds it.
    pub memory: u64,
    /// Of the standard output, and of the standard error as well, in bytes.
    pub output: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { time: Duration::from_secs(60), memory: 8 << 30, output: 256 << 20 }
    }
}

/// The output of a program, and how it ended.
#[derive(Debug)]
pub struct Finished {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub end: End,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Exited(ExitStatus),
    /// It was ended by us.
    TookTooLong,
    PrintedTooMuch,
    Cancelled,
}

/// The interval of checks for cancellation.
const LOOK: Duration = Duration::from_millis(20);
/// How long what a process has printed may take to arrive after its end: a descendant may hold the pipe open.
const DRAIN: Duration = Duration::from_millis(500);

/// Runs a program with arguments on an input.
///
/// # Errors
/// Where the program cannot be started.
pub fn run(
    program: &Path,
    arguments: &[String],
    input: &str,
    limits: Limits,
    is_cancelled: &dyn Fn() -> bool,
) -> std::io::Result<Finished> {
    run_command(Command::new(program), arguments, input, limits, is_cancelled)
}

/// As [`run`], in a folder.
pub(crate) fn run_in(
    folder: &Path,
    program: &Path,
    arguments: &[String],
    input: &str,
    limits: Limits,
    is_cancelled: &dyn Fn() -> bool,
) -> std::io::Result<Finished> {
    let mut command = Command::new(program);
    command.current_dir(folder);
    run_command(command, arguments, input, limits, is_cancelled)
}

fn run_command(
    mut command: Command,
    arguments: &[String],
    input: &str,
    limits: Limits,
    is_cancelled: &dyn Fn() -> bool,
) -> std::io::Result<Finished> {
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // A group of its own, which is ended as a whole.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut running = Running(command.spawn()?);
    running.bound_memory(limits.memory);
    let (sender, pieces) = channel();
    if let Some(mut stdin) = running.0.stdin.take() {
        let input = input.to_owned();
        // A program that does not read its input is not an error. The thread ends with the program.
        std::thread::Builder::new().spawn(move || _ = stdin.write_all(input.as_bytes()))?;
    }
    let stdout = running.0.stdout.take().map(|it| Box::new(it) as Box<dyn Read + Send>);
    let stderr = running.0.stderr.take().map(|it| Box::new(it) as Box<dyn Read + Send>);
    for (stream, pipe) in [(Stream::Out, stdout), (Stream::Error, stderr)] {
        if let Some(pipe) = pipe {
            let sender = sender.clone();
            std::thread::Builder::new().spawn(move || read(pipe, stream, limits.output, &sender))?;
        }
    }
    drop(sender);
    let mut finished = Finished { stdout: Vec::new(), stderr: Vec::new(), end: End::TookTooLong };
    finished.end = running.wait(&mut finished, &pieces, limits, is_cancelled)?;
    Ok(finished)
}

#[derive(Clone, Copy)]
enum Stream {
    Out,
    Error,
}

/// A piece of what was printed, or that there was too much.
type Chunk = (Stream, Option<Vec<u8>>);

fn read(mut pipe: impl Read, stream: Stream, most: u64, sender: &Sender<Chunk>) {
    let mut buffer = vec![0; 1 << 16];
    let mut total = 0;
    while let Ok(count @ 1..) = pipe.read(&mut buffer) {
        total += count as u64;
        let piece = (total <= most).then(|| buffer[..count].to_vec());
        let is_last = piece.is_none();
        if sender.send((stream, piece)).is_err() || is_last {
            return;
        }
    }
}

impl Finished {
    /// Takes a piece in; false where there is too much.
    fn take(&mut self, (stream, piece): Chunk) -> bool {
        let Some(piece) = piece else { return false };
        match stream {
            Stream::Out => self.stdout.extend(piece),
            Stream::Error => self.stderr.extend(piece),
        }
        true
    }
}

/// A process that ends with its owner.
struct Running(Child);

impl Running {
    fn wait(
        &mut self,
        finished: &mut Finished,
        pieces: &Receiver<Chunk>,
        limits: Limits,
        is_cancelled: &dyn Fn() -> bool,
    ) -> std::io::Result<End> {
        let deadline = Instant::now() + limits.time;
        let mut ended: Option<(ExitStatus, Instant)> = None;
        loop {
            if is_cancelled() {
                return Ok(End::Cancelled);
            }
            if Instant::now() >= deadline {
                return Ok(End::TookTooLong);
            }
            if ended.is_none() {
                ended = self.0.try_wait()?.map(|status| (status, Instant::now() + DRAIN));
            }
            match (pieces.recv_timeout(LOOK), ended) {
                (Ok(piece), _) => {
                    if !finished.take(piece) {
                        return Ok(End::PrintedTooMuch);
                    }
                }
                (Err(RecvTimeoutError::Timeout), Some((status, drained))) if drained <= Instant::now() => {
                    return Ok(End::Exited(status));
                }
                (Err(RecvTimeoutError::Timeout), _) => {}
                // Both streams are closed.
                (Err(RecvTimeoutError::Disconnected), Some((status, _))) => return Ok(End::Exited(status)),
                (Err(RecvTimeoutError::Disconnected), None) => std::thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    #[cfg(target_os = "linux")]
    fn bound_memory(&self, most: u64) {
        use rustix::process::{Resource, Rlimit, prlimit};
        let limit = Rlimit { current: Some(most), maximum: Some(most) };
        let process = rustix::process::Pid::from_child(&self.0);
        // A process that is gone already needs none.
        _ = prlimit(Some(process), Resource::As, limit);
    }

    #[cfg(not(target_os = "linux"))]
    fn bound_memory(&self, _: u64) {}
}

impl Drop for Running {
    fn drop(&mut self) {
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            _ = kill_process_group(Pid::from_child(&self.0), Signal::KILL);
        }
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str, limits: Limits) -> Finished {
        let arguments = ["-c".to_owned(), script.to_owned()];
        run(Path::new("/bin/sh"), &arguments, "in", limits, &|| false).expect("a shell is there")
    }

    fn within(milliseconds: u64) -> Limits {
        Limits { time: Duration::from_millis(milliseconds), ..Limits::default() }
    }

    #[test]
    fn output_and_exit_code_are_given_back() {
        let run = shell("cat; echo err >&2; exit 3", Limits::default());
        assert_eq!((run.stdout.as_slice(), run.stderr.as_slice()), (b"in".as_slice(), b"err\n".as_slice()));
        assert!(matches!(run.end, End::Exited(status) if status.code() == Some(3)));
    }

    #[test]
    fn a_program_that_ignores_signals_ends() {
        let started = Instant::now();
        let run = shell("trap '' TERM INT HUP; echo a; while :; do sleep 1; done", within(300));
        assert_eq!(run.end, End::TookTooLong);
        assert_eq!(run.stdout, b"a\n");
        assert!(started.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn output_without_end_is_cut() {
        let limits = Limits { output: 1 << 20, ..Limits::default() };
        let run = shell("while :; do echo gigabytes gigabytes gigabytes; done", limits);
        assert_eq!(run.end, End::PrintedTooMuch);
        assert!(run.stdout.len() <= 1 << 20);
    }

    #[test]
    fn a_descendant_that_keeps_the_pipe_holds_nobody_up() {
        let run = shell("sleep 600 & echo done", Limits::default());
        assert!(matches!(run.end, End::Exited(status) if status.success()));
        assert_eq!(run.stdout, b"done\n");
    }

    #[test]
    fn input_that_nobody_reads_holds_nobody_up() {
        let arguments = ["-c".to_owned(), "exit 0".to_owned()];
        let input = "x".repeat(1 << 22);
        let run = run(Path::new("/bin/sh"), &arguments, &input, Limits::default(), &|| false).unwrap();
        assert!(matches!(run.end, End::Exited(status) if status.success()));
    }

    #[test]
    fn a_cancelled_run_ends() {
        let arguments = ["-c".to_owned(), "sleep 600".to_owned()];
        let run = run(Path::new("/bin/sh"), &arguments, "", Limits::default(), &|| true).unwrap();
        assert_eq!(run.end, End::Cancelled);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn memory_is_bounded() {
        let limits = Limits { memory: 64 << 20, ..Limits::default() };
        // The limit is there soon after the start.
        let run = shell("sleep 0.2; head -c 200000000 /dev/zero | tail -n 1 | wc -c", limits);
        assert!(!run.stdout.starts_with(b"200000000"), "{run:?}");
    }

    #[test]
    fn a_program_that_is_not_there_is_an_error() {
        assert!(run(Path::new("/no/such/program"), &[], "", Limits::default(), &|| false).is_err());
    }
}
