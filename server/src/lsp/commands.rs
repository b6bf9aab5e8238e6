//! `workspace/executeCommand`: work that takes its time, on copies of the texts, which no edit interrupts though its client
//! can; and questions about the text as it is.

mod applied;
mod bytecode;
mod changes;
mod choose;
mod compare;
mod expected;
mod explain;
mod passes;
mod tests;
mod transform;
mod why_not;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use analysis::ods::Registry;
use analysis::{Host, overlong_line};
use serde::Deserialize;
use serde_json::Value;
use service::Answer;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{ExecuteCommandParams, Uri};

use super::answers::written;
use super::document::{Document, analysed};
use super::errors::request_failed;
use super::pages::Pages;
use super::progress::Progress;
use super::query::{Query, RunsOn, Superseded, decoded, prepare};
use super::snapshot::{Documents, panic_message};
use super::state::{Outgoing, State};
use super::turns::Turns;
use super::worker_pool::Lane;
use crate::config::Config;

pub(super) use applied::applied;

/// A command, under the name by which the client asks for it.
struct Command {
    name: &'static str,
    run: fn(&Task, Option<Value>) -> Result<Value>,
}

/// The command that shows the page of a code.
pub(super) const EXPLAIN: &str = "affine.explain";

/// The commands of the lenses above a test.
pub(super) const RUN_TEST: &str = "affine.runTest";
pub(super) const CHECK_EXPECTED: &str = "affine.checkExpected";
pub(super) const INSERT_EXPECTED: &str = "affine.insertExpected";
pub(super) const WRITE_CHECKS: &str = "affine.writeChecks";

/// The command of the action that explains why others are refused.
pub(super) const WHY_NOT: &str = "affine.whyNot";

/// The command of the action that asks which other one is meant.
pub(super) const CHOOSE_ACTION: &str = "affine.chooseAction";

/// The command that runs once an action is applied.
pub(super) const APPLIED: &str = "affine.applied";

static COMMANDS: &[Command] = &[
    Command { name: APPLIED, run: applied::tell },
    Command { name: "affine.changes", run: changes::changes },
    Command { name: CHOOSE_ACTION, run: choose::choose },
    Command { name: "affine.compare", run: compare::compare },
    Command { name: EXPLAIN, run: explain::explain },
    Command { name: "affine.passes", run: passes::passes },
    Command { name: "affine.runPasses", run: passes::run_passes },
    Command { name: "affine.readBytecode", run: bytecode::read_bytecode },
    Command { name: RUN_TEST, run: tests::run_test },
    Command { name: CHECK_EXPECTED, run: expected::check_expected },
    Command { name: INSERT_EXPECTED, run: expected::insert_expected },
    Command { name: WRITE_CHECKS, run: tests::write_checks },
    Command { name: WHY_NOT, run: why_not::why_not },
];

/// The commands that are answered from a snapshot, as requests are.
static QUESTIONS: &[Query] = &[Query {
    method: "affine.transform",
    superseded: Superseded::ContentModified,
    runs_on: RunsOn::Worker,
    lane: Lane::Usual,
    prepare: |argument| prepare(argument, transform::transform),
}];

/// The names of all commands.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|it| it.name).chain(QUESTIONS.iter().map(|it| it.method))
}

/// The input of a command: a snapshot of the state at the time of the request.
struct Task {
    /// Those of each project.
    documents: Vec<Arc<Documents>>,
    /// The project that it is about, by the path of its configuration.
    project: Option<PathBuf>,
    config: Arc<Config>,
    registry: Arc<Registry>,
    progress: Progress,
    pages: Pages,
    turns: Turns,
    outgoing: UnboundedSender<Outgoing>,
    is_cancelled: Arc<AtomicBool>,
}

/// A text that a client names: an open document, a file on the disk, or one that it sends along.
#[derive(Deserialize)]
struct TextArgument {
    uri: Option<Uri>,
    text: Option<String>,
    /// Of one of its functions, without `@`.
    function: Option<String>,
}

/// More bytes no file has that is read for a command.
const MOST_BYTES: u64 = 1 << 28;

impl Task {
    fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::SeqCst)
    }

    /// A database of the command's own, with the settings and definitions of the session.
    fn host(&self) -> Host {
        let mut host = Host::new();
        host.set_registry(self.registry.clone());
        host.set_settings(self.config.settings.clone());
        host
    }

    fn document(&self, uri: &Uri) -> Option<&Document> {
        self.documents.iter().find_map(|it| it.get(uri))
    }

    fn text(&self, wanted: &TextArgument) -> Result<String> {
        let text = self.found_text(wanted)?;
        match overlong_line(&text) {
            Some(line) => Err(request_failed(format!("line {} is too long to be analysed", line + 1))),
            None => Ok(text),
        }
    }

    fn found_text(&self, wanted: &TextArgument) -> Result<String> {
        if let Some(text) = &wanted.text {
            return Ok(analysed(text).to_owned());
        }
        let Some(uri) = &wanted.uri else { return Err(Error::invalid_params("neither `uri` nor `text`")) };
        if let Some(document) = self.document(uri) {
            return Ok(document.analysed_text());
        }
        let name = uri.as_str();
        let path = uri.to_file_path().ok_or_else(|| request_failed(format!("`{name}` is not open")))?;
        let unreadable = |error: std::io::Error| request_failed(format!("cannot read `{name}`: {error}"));
        if std::fs::metadata(&path).map_err(unreadable)?.len() > MOST_BYTES {
            return Err(request_failed(format!("`{name}` is too large")));
        }
        let text = std::fs::read_to_string(&path).map_err(unreadable)?;
        Ok(analysed(&text).to_owned())
    }
}

/// The first document that the argument of a command names.
fn document_in(argument: &Value) -> Option<Uri> {
    let named = ["/uri", "/before/uri"].iter().find_map(|it| argument.pointer(it))?;
    decoded(named.clone()).ok()
}

/// The one argument of a command.
fn argument<T: for<'de> Deserialize<'de>>(argument: Option<Value>) -> Result<T> {
    decoded(argument.unwrap_or_default())
}

/// Cancels a running command when its request is dropped.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// Runs a command on a thread of its own, or asks a snapshot.
pub(super) async fn execute(turns: Turns, params: ExecuteCommandParams) -> Answer {
    if let Some(question) = QUESTIONS.iter().find(|it| it.method == params.command) {
        return match (question.prepare)(params.arguments.into_iter().next().unwrap_or_default()) {
            Ok(job) => question.answer(turns, job).await,
            Err(error) => Answer(Err(error)),
        };
    }
    let Some(command) = COMMANDS.iter().find(|it| it.name == params.command) else {
        return Answer(Err(Error::invalid_params(format!("there is no command `{}`", params.command))));
    };
    let (reply, answer) = oneshot::channel();
    let is_cancelled = Arc::new(AtomicBool::new(false));
    let _guard = CancelOnDrop(is_cancelled.clone());
    turns.send(command.name, move |state| {
        let about = params.arguments.first().and_then(document_in);
        let task = state.task(about.as_ref(), is_cancelled);
        let run = move || {
            let argument = params.arguments.into_iter().next();
            let done = catch_unwind(AssertUnwindSafe(|| (command.run)(&task, argument)));
            let result = done.unwrap_or_else(|payload| {
                tracing::error!("{} panicked: {}", command.name, panic_message(payload.as_ref()));
                Err(Error::internal_error())
            });
            // The receiver is gone when the client has cancelled in the meantime.
            _ = reply.send(result.and_then(|it| written(&it)));
        };
        let thread = std::thread::Builder::new().name(command.name.to_owned());
        if let Err(error) = thread.stack_size(analysis::STACK_BYTES).spawn(run) {
            tracing::error!("cannot start a thread for {}: {error}", command.name);
        }
    });
    Answer(answer.await.unwrap_or_else(|_| Err(Error::internal_error())))
}

impl State {
    /// The settings and definitions are those of the document that the command is about.
    fn task(&self, about: Option<&Uri>, is_cancelled: Arc<AtomicBool>) -> Task {
        let project = about.map_or(self.projects.first(), |it| self.projects.of(it));
        Task {
            documents: self.projects.iter().map(|it| it.documents.clone()).collect(),
            project: project.path.clone(),
            config: project.config.clone(),
            registry: project.registry().clone(),
            progress: self.progress(),
            pages: self.pages.clone(),
            turns: self.turns.clone(),
            outgoing: self.outgoing.clone(),
            is_cancelled,
        }
    }
}
