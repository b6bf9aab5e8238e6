//! Runs of the program on one input, and what they took.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use affine_analyzer_tests::program;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

use crate::session::Session;

/// Seconds of the processor.
const MOST_SECONDS: f64 = 5.0;
const MOST_KILOBYTES: i64 = 512 << 10;

/// A folder for the inputs of a kind, empty.
pub(crate) fn folder(kind: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("limits-{kind}"));
    fs::create_dir_all(folder.join("kept")).expect("a folder is made");
    folder
}

pub(crate) struct Runs {
    folder: PathBuf,
    count: usize,
    findings: usize,
    slowest: f64,
    /// The most of any run, in kilobytes.
    memory: i64,
}

impl Runs {
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self { folder, count: 0, findings: 0, slowest: 0.0, memory: 0 }
    }

    pub(crate) fn has_findings(&self) -> bool {
        self.findings > 0
    }

    pub(crate) fn summary(&self) -> String {
        let Self { count, findings, slowest, memory, .. } = self;
        format!("{count} runs, {findings} findings, at most {slowest:.1} s and {} MB", memory >> 10)
    }

    /// Writes an input, and gives its path.
    pub(crate) fn write(&self, name: &str, content: &[u8]) -> PathBuf {
        let path = self.folder.join(name);
        fs::write(&path, content).expect("the input is written");
        path
    }

    /// Runs the program on inputs that are written; it finds those beside them itself.
    pub(crate) fn run(&mut self, arguments: &[&str], inputs: &[&Path], beside: &[&Path]) {
        let mut command = bounded(arguments, &self.folder);
        command.args(inputs).stdout(Stdio::null()).stdin(Stdio::null());
        let problem = self.measured(|| {
            let output = command.output().expect("the program starts");
            (output.status, output.stderr, None)
        });
        if let Some(why) = problem {
            self.keep(&why, arguments, inputs.iter().chain(beside).copied());
        }
    }

    /// Serves a session.
    pub(crate) fn serve(&mut self, session: &Session, beside: &[&Path]) {
        const ARGUMENTS: &[&str] = &["server", "--stdio"];
        let input = self.write("session.bin", &[&session.messages[..], &session.end].concat());
        let mut command = bounded(ARGUMENTS, &self.folder);
        let errors = self.folder.join("stderr");
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(fs::File::create(&errors).expect("a file is made"));
        let problem = self.measured(|| {
            let mut child = command.spawn().expect("the program starts");
            let is_answered = session.hold(&mut child);
            let status = child.wait().expect("it was started");
            let said = fs::read(&errors).expect("it was written");
            (status, said, (!is_answered).then(|| "some request has no answer".to_owned()))
        });
        if let Some(why) = problem {
            self.keep(&why, ARGUMENTS, beside.iter().copied().chain([&*input]));
        }
    }

    /// What is wrong with a run, if something is.
    fn measured(&mut self, run: impl FnOnce() -> (ExitStatus, Vec<u8>, Option<String>)) -> Option<String> {
        let (seconds, memory) = spent();
        let (status, said, problem) = run();
        let (seconds_after, memory_after) = spent();
        let (seconds, grew) = (seconds_after - seconds, memory_after > memory);
        (self.count, self.memory) = (self.count + 1, memory_after);
        self.slowest = self.slowest.max(seconds);
        wrong(status, &said, seconds, grew.then_some(memory_after)).or(problem)
    }

    /// Counts a run that did not start the program.
    pub(crate) fn count(&mut self, problem: Option<&str>, inputs: &[&Path]) {
        self.count += 1;
        if let Some(why) = problem {
            self.keep(why, &[], inputs.iter().copied());
        }
    }

    fn keep<'a>(&mut self, why: &str, arguments: &[&str], inputs: impl Iterator<Item = &'a Path>) {
        self.findings += 1;
        let kept: Vec<String> = inputs
            .map(|it| {
                let name = it.file_name().unwrap_or_default().to_string_lossy();
                let kept = self.folder.join("kept").join(format!("{}-{name}", self.findings));
                fs::copy(it, &kept).expect("the input is kept");
                kept.display().to_string()
            })
            .collect();
        #[expect(clippy::print_stdout, reason = "the answer")]
        {
            println!("{why}: {} {}", arguments.join(" "), kept.join(" "));
        }
    }
}

/// The program; the system ends what runs away, a little above the limit, so that it is seen.
fn bounded(arguments: &[&str], folder: &Path) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -t 8; exec \"$0\" \"$@\""]).arg(program::path()).args(arguments);
    command.env("XDG_CACHE_HOME", folder.join("cache"));
    command
}

/// What is wrong with a run that took so many seconds, and more memory than any before it, if it did.
fn wrong(status: ExitStatus, said: &[u8], seconds: f64, memory: Option<i64>) -> Option<String> {
    let said = String::from_utf8_lossy(said);
    let panic = said.lines().find(|it| it.contains("panicked"));
    match status.signal() {
        Some(signal) => Some(format!("ended by signal {signal} after {seconds:.1} s")),
        None if panic.is_some() => panic.map(str::to_owned),
        None if seconds > MOST_SECONDS => Some(format!("{seconds:.1} s")),
        None => memory.filter(|it| *it > MOST_KILOBYTES).map(|it| format!("{} MB", it >> 10)),
    }
}

/// Seconds of children that have ended, and the most memory of any of them.
fn spent() -> (f64, i64) {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system counts");
    let time = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    (time as f64 / 1e6, usage.max_rss())
}
