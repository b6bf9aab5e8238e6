//! Runs a test: the tool of the user, FileCheck, `not`, `split-file`, and nothing else.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};

use super::Test;
use super::allowed::Allowed;
use super::command::{Command, Redirection, parse};
use crate::messages::{Message, messages_of};
use crate::process::{self, End, Limits};
use crate::tool::{Tool, on_path};

/// Where and with what a test is run.
pub struct Execution<'a> {
    pub tool: &'a Tool,
    /// The text of the file, which may not be saved.
    pub source: &'a str,
    /// The name of the file.
    pub name: &'a str,
    /// The folder of the file, for `%S`.
    pub folder: Option<&'a Path>,
    /// Options that the user lets tests use beyond those that are known to be harmless.
    pub options: &'a [String],
    pub limits: Limits,
    pub is_cancelled: &'a dyn Fn() -> bool,
}

/// How a test ended.
#[derive(Debug)]
pub struct Outcome {
    pub passed: bool,
    /// Why not, in a line; empty where it passed.
    pub reason: String,
    /// The messages of tool and FileCheck about places in the file.
    pub messages: Vec<Message>,
    /// The output of the tool's last command.
    pub output: String,
}

/// Runs a test.
///
/// # Errors
/// Where it needs what is not run here.
pub fn run_test(test: &Test, execution: &Execution<'_>) -> anyhow::Result<Outcome> {
    Running::new(execution)?.run(test, true)
}

/// The output of a test's tool, without the check.
///
/// # Errors
/// As [`run_test`]; also where the tool fails.
pub fn output(test: &Test, execution: &Execution<'_>) -> anyhow::Result<String> {
    let outcome = Running::new(execution)?.run(test, false)?;
    ensure!(outcome.passed, "{}", outcome.reason);
    Ok(outcome.output)
}

struct Running<'a> {
    execution: &'a Execution<'a>,
    folder: tempfile::TempDir,
    /// The file as it is run.
    file: PathBuf,
}

impl<'a> Running<'a> {
    fn new(execution: &'a Execution<'a>) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir().context("there is no place for the files of the test")?;
        let name = Path::new(execution.name).file_name().context("the file has no name")?;
        let file = folder.path().join(name);
        std::fs::write(&file, execution.source).context("the file cannot be copied")?;
        Ok(Self { execution, folder, file })
    }

    fn substitute(&self, word: &str) -> String {
        let temporary = self.folder.path().join("t").display().to_string();
        let folder = self.execution.folder.unwrap_or(self.folder.path()).display().to_string();
        let mut text = String::new();
        let mut chars = word.chars().peekable();
        while let Some(char) = chars.next() {
            let next = chars.peek().copied().filter(|_| char == '%');
            let replaced = match next {
                Some('s') => self.file.display().to_string(),
                Some('t') => temporary.clone(),
                Some('S') => folder.clone(),
                Some('%') => "%".to_owned(),
                _ => {
                    text.push(char);
                    continue;
                }
            };
            chars.next();
            // `%shlibext` and the like are others.
            let is_other = next != Some('t') && chars.peek().is_some_and(|it| it.is_ascii_alphanumeric());
            text.push_str(if is_other { "%{" } else { &replaced });
        }
        text
    }

    fn run(&self, test: &Test, checks: bool) -> anyhow::Result<Outcome> {
        let pipes = parse(&test.text, |it| self.substitute(it))?;
        let mut outcome =
            Outcome { passed: true, reason: String::new(), messages: Vec::new(), output: String::new() };
        for pipe in &pipes {
            let mut input = String::new();
            for command in pipe {
                if !checks && is_file_check(&command.program) {
                    continue;
                }
                input = self.execute(command, &input, &mut outcome)?;
                if !outcome.passed {
                    return Ok(outcome);
                }
            }
        }
        Ok(outcome)
    }

    /// Runs a command; gives what goes into the next.
    fn execute(&self, command: &Command, input: &str, outcome: &mut Outcome) -> anyhow::Result<String> {
        if command.program == "split-file" {
            self.split_file(&command.arguments)?;
            return Ok(String::new());
        }
        let checks = is_file_check(&command.program);
        let Execution { tool, source, options, folder: beside, .. } = *self.execution;
        let allowed = Allowed { tool, options, own: self.folder.path(), beside, source };
        let program = if checks {
            allowed.file_check(&command.arguments)?;
            file_check(&tool.path)?
        } else {
            let program = self.tool(&command.program)?;
            allowed.tool(&command.arguments)?;
            program
        };
        let read;
        let input = match &command.redirection {
            Some(Redirection::From(file)) => {
                read = std::fs::read_to_string(self.inside(file)?)
                    .with_context(|| format!("cannot read `{file}`"))?;
                read.as_str()
            }
            _ => input,
        };
        let Execution { limits, is_cancelled, .. } = self.execution;
        // A name without a folder means a file of the test.
        let place = self.folder.path();
        let run = process::run_in(place, &program, &command.arguments, input, *limits, is_cancelled)
            .with_context(|| format!("cannot start `{}`", program.display()))?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (mut stdout, stderr) = (text(&run.stdout), text(&run.stderr));
        let succeeded = matches!(run.end, End::Exited(status) if status.success());
        let exited = matches!(run.end, End::Exited(_));
        if !exited || succeeded == command.fails {
            outcome.passed = false;
            let name = &command.program;
            outcome.messages = messages_of(&stderr, &self.file.display().to_string());
            let first = outcome.messages.first().map(|it| format!(": {}", it.text)).unwrap_or_default();
            outcome.reason = match (exited, command.fails) {
                (false, _) => format!("`{name}` {}", crate::tool::describe(&run)),
                (true, true) => format!("`{name}` should have failed"),
                (true, false) => format!("`{name}` failed{first}"),
            };
        }
        if command.joins_error {
            stdout = stderr + &stdout;
        }
        if !checks {
            outcome.output.clone_from(&stdout);
        }
        if let Some(Redirection::To(file)) = &command.redirection {
            std::fs::write(self.inside(file)?, &stdout).with_context(|| format!("cannot write `{file}`"))?;
            return Ok(String::new());
        }
        Ok(stdout)
    }

    /// The tool that is meant by a name, which has to be that of the user's tool; a version after it does not count.
    fn tool(&self, name: &str) -> anyhow::Result<PathBuf> {
        let path = &self.execution.tool.path;
        let stem =
            |it: &str| it.trim_end_matches(|it: char| it.is_ascii_digit()).trim_end_matches('-').to_owned();
        let own = path.file_stem().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
        ensure!(
            stem(name) == stem(&own),
            "the test runs `{name}`, which is neither the tool `{}` nor FileCheck",
            path.display()
        );
        Ok(path.clone())
    }

    /// A path below the folder of the test.
    fn inside(&self, path: &str) -> anyhow::Result<PathBuf> {
        let path = PathBuf::from(path);
        let is_inside =
            path.starts_with(self.folder.path()) && !path.components().any(|it| it.as_os_str() == "..");
        ensure!(is_inside, "`{}` is not among the files of the test", path.display());
        Ok(path)
    }

    /// Writes the parts of a file that `//--- name` lines begin.
    fn split_file(&self, arguments: &[String]) -> anyhow::Result<()> {
        let [file, folder] = arguments else { bail!("`split-file` takes a file and a folder") };
        let text =
            std::fs::read_to_string(self.inside(file)?).with_context(|| format!("cannot read `{file}`"))?;
        let folder = self.inside(folder)?;
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
        let mut parts: Vec<(PathBuf, String)> = Vec::new();
        for line in text.split_inclusive('\n') {
            if let Some(name) = line.trim_end().strip_prefix("//---") {
                let name = folder.join(name.trim());
                parts.push((self.inside(&name.display().to_string())?, String::new()));
            } else if let Some((_, part)) = parts.last_mut() {
                part.push_str(line);
            }
        }
        for (path, text) in parts {
            std::fs::write(&path, text).with_context(|| format!("cannot write `{}`", path.display()))?;
        }
        Ok(())
    }
}

fn is_file_check(program: &str) -> bool {
    program == "FileCheck"
}

/// FileCheck beside the tool, or on `PATH`.
fn file_check(tool: &Path) -> anyhow::Result<PathBuf> {
    const NAMES: [&str; 2] = ["FileCheck", "FileCheck-22"];
    // The tool may be a link to where FileCheck is, too.
    let folders = [tool.to_owned(), tool.canonicalize().unwrap_or_default()];
    let beside = folders.iter().filter_map(|it| it.parent()).flat_map(|it| NAMES.map(|name| it.join(name)));
    let found = beside.into_iter().find(|it| it.is_file()).or_else(|| on_path(&NAMES));
    found.context("FileCheck is neither beside the tool nor on PATH")
}
