//! The one state. Everything reaches it as a closure, in order: a [turn](super::turns).

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use analysis::ods::Registry;
use analysis::{Host, MOST_TOKENS_OF_LINE, SourceFile, overlong_line};
use tokio::sync::mpsc::UnboundedSender;
use tower_lsp::ls_types::*;

use super::capabilities::Client;
use super::configuration::Configuration;
use super::diagnostics::{Publisher, TYPING, known_after_change};
use super::dialects::{Dialects, Search};
use super::document::{Change, Document, analysed};
use super::free_memory::FreeMemory;
use super::index::Index;
use super::message_loop::Outbox;
use super::pages::Pages;
use super::progress::{Announcement, Progress};
use super::projects::{OpenProject, Projects};
use super::snapshot::Snapshot;
use super::token_cache::TokenCache;
use super::trust::{Asking, Trust};
use super::turns::Turns;
use super::worker_pool::WorkerPool;
use crate::config::Config;

/// Where one message has more changes, the text is parsed once in the end.
const MOST_REPARSES: usize = 1_000;

/// A question or announcement of the state; only the message loop may wait for the client.
pub(super) enum Outgoing {
    Register(Vec<Registration>),
    ReadConfiguration,
    /// The setting of files that the editor does not show.
    ReadExcluded,
    Refresh(Refresh),
    Progress(Announcement),
    /// A file that the client is to open.
    Show(Uri),
    /// Something that the user is to know.
    Tell(String),
    /// Actions of which the user is to choose one, which is then applied.
    ChooseAction(Vec<CodeAction>),
    /// A question whose answer decides whether anything is run.
    AskForTrust {
        question: String,
        folders: Vec<PathBuf>,
    },
}

/// A kind of answers that a client may be asked to refresh.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refresh {
    InlayHints,
    CodeLenses,
    Diagnostics,
    SemanticTokens,
}

pub(super) struct State {
    pub(super) projects: Projects,
    pub(super) free_memory: FreeMemory,
    pub(super) client: Arc<Client>,
    pub(super) pages: Pages,
    pub(super) configuration: Configuration,
    pub(super) search: Search,
    pub(super) trust: Trust,
    pub(super) index: Index,
    tokens: Arc<TokenCache>,
    /// Counts writes. Raised before a write waits for its readers, so that waiting jobs do not start any more.
    revision: Arc<AtomicU64>,
    pub(super) pool: WorkerPool,
    pub(super) publisher: Publisher,
    pub(super) turns: Turns,
    pub(super) outgoing: UnboundedSender<Outgoing>,
    pub(super) outbox: Outbox,
    /// When the state's thread looks at the latest for what is due.
    pub(super) sleeps_until: Option<Instant>,
    /// Whether the session is over. Jobs can send turns to the end, so that their channel does not show it.
    pub(super) has_ended: bool,
}

impl State {
    /// Starts the state on a thread of its own.
    pub(super) fn start(outgoing: UnboundedSender<Outgoing>, outbox: Outbox) -> Turns {
        Turns::start(|turns| Self {
            projects: Projects::default(),
            free_memory: FreeMemory::default(),
            client: Arc::default(),
            pages: Pages::default(),
            configuration: Configuration::default(),
            search: Search::default(),
            trust: Trust::default(),
            index: Index::default(),
            tokens: Arc::default(),
            revision: Arc::default(),
            pool: WorkerPool::start(),
            publisher: Publisher::default(),
            turns,
            outgoing,
            outbox,
            sleeps_until: None,
            has_ended: false,
        })
    }

    /// Ends the thread after this turn, and with it the workers and what is in memory.
    pub(super) fn end(&mut self) {
        self.begin_write();
        self.has_ended = true;
    }

    /// A snapshot for work on a document, or on all.
    pub(super) fn snapshot(&self, about: Option<&Uri>) -> Snapshot {
        let (first, others) = self.projects.parts();
        match about {
            Some(uri) => self.snapshot_of(self.projects.of(uri), about),
            None => {
                let others = others.iter().map(|it| self.snapshot_of(it, None)).collect();
                Snapshot { others, ..self.snapshot_of(first, None) }
            }
        }
    }

    fn snapshot_of(&self, project: &OpenProject, about: Option<&Uri>) -> Snapshot {
        Snapshot {
            analysis: project.host.analysis(),
            documents: project.documents.clone(),
            others: Vec::new(),
            unopened: self.index.known(),
            client: self.client.clone(),
            pages: self.pages.clone(),
            config: project.config.clone(),
            project_file: project.project_file(&self.configuration, about),
            dialects: Dialects::of(&self.search, &self.turns),
            trust: Asking::of(&self.trust, &self.turns),
            progress: self.progress(),
            tokens: self.tokens.clone(),
            turns: self.turns.clone(),
            revision: self.revision.load(Ordering::SeqCst),
            latest_revision: self.revision.clone(),
        }
    }

    /// When something is due without a message.
    pub(super) fn next_due(&self) -> Option<Instant> {
        self.publisher.next_due().into_iter().chain(self.free_memory.next_due()).min()
    }

    pub(super) fn progress(&self) -> Progress {
        Progress::new(&self.outgoing, self.client.shows_progress)
    }

    pub(super) fn send(&self, outgoing: Outgoing) {
        if self.outgoing.send(outgoing).is_err() {
            tracing::debug!("the message loop has ended");
        }
    }

    pub(super) fn open(&mut self, uri: Uri, version: i32, text: &str) {
        let generation = self.begin_write();
        self.tokens.begin(&uri);
        self.publisher.mark_opened(uri.clone(), text.len());
        let project = self.project_for(&uri);
        let open = project.documents.get(&uri).map(|document| document.file);
        let file = open.unwrap_or_else(|| project.file());
        // To parse takes most memory, and then the text is not here twice yet.
        let line = set_text(&mut project.host, file, analysed(text));
        let mut document = Document::new(file, version, generation, text);
        document.is_left_out = line.is_some();
        Arc::make_mut(&mut project.documents).insert(uri.clone(), document);
        line.into_iter().for_each(|it| self.tell_left_out(&uri, it));
    }

    fn tell_left_out(&self, uri: &Uri, line: usize) {
        let name = uri.as_str().rsplit('/').next().unwrap_or_default();
        let line = line + 1;
        let why = format!("line {line} has more than {MOST_TOKENS_OF_LINE} tokens");
        self.send(Outgoing::Tell(format!("{name} is not analysed: {why}.")));
    }

    /// Applies changes strictly in order, each to the text that the one before it left.
    pub(super) fn change(&mut self, uri: Uri, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        let generation = self.begin_write();
        let OpenProject { host, documents, .. } = self.projects.of_mut(&uri);
        let Some(document) = Arc::make_mut(documents).get_mut(&uri) else {
            tracing::warn!("a change of `{}`, which is not open", uri.as_str());
            return;
        };
        (document.version, document.generation) = (version, generation);
        let since = document.changed.replace(Instant::now()).map_or(Duration::MAX, |it| it.elapsed());
        // A name begins with one letter.
        let is_letter =
            |it: &str| it.chars().count() == 1 && it.chars().all(|it| it.is_alphanumeric() || it == '.');
        let is_typed = since < TYPING || matches!(&*changes, [change] if is_letter(&change.text));
        let is_parsed_once = changes.len() > MOST_REPARSES;
        let was_left_out = document.is_left_out;
        let mut overlong = None;
        for change in changes {
            let change = match change.range {
                Some(range) => document.splice(range, &change.text, self.client.encoding),
                None => {
                    document.replace(&change.text);
                    Change::Whole
                }
            };
            if is_parsed_once {
                continue;
            }
            let edited = match &change {
                Change::Edit(edit) if !document.is_left_out && edit.insert.len() <= MOST_TOKENS_OF_LINE => {
                    catch_unwind(AssertUnwindSafe(|| host.edit(document.file, edit))).is_ok()
                }
                _ => false,
            };
            if !edited {
                overlong = set_text(host, document.file, &document.analysed_text());
                document.is_left_out = overlong.is_some();
            }
        }
        if is_parsed_once {
            overlong = set_text(host, document.file, &document.analysed_text());
            document.is_left_out = overlong.is_some();
        }
        document.typing_until = self.publisher.mark_changed(uri.clone(), document.len(), is_typed);
        document.known = known_after_change(document, is_typed);
        if let Some(line) = overlong.filter(|_| !was_left_out) {
            self.tell_left_out(&uri, line);
        }
    }

    pub(super) fn close(&mut self, uri: &Uri) {
        self.begin_write();
        let project = self.projects.of_mut(uri);
        let Some(document) = Arc::make_mut(&mut project.documents).remove(uri) else {
            tracing::warn!("`{}` is closed but was not open", uri.as_str());
            return;
        };
        clear_file(project, document.file);
        self.end_unused_projects();
        self.free_memory.mark();
        self.tokens.forget(uri);
        self.clear_diagnostics(uri);
        // The file on the disk may have another text.
        self.index_again();
    }

    /// Gives a project its configuration.
    pub(super) fn configure(&mut self, path: Option<&Path>, config: Config) {
        if self.projects.at_mut(path).is_none_or(|it| *it.config == config) {
            return;
        }
        let generation = self.begin_write();
        let Some(project) = self.projects.at_mut(path) else { return };
        project.host.set_settings(config.settings.clone());
        let (before, after) = (&project.config.definitions, &config.definitions);
        let has_other_definitions = before != after && !(before.files.is_empty() && after.files.is_empty());
        project.config = Arc::new(config);
        self.look_again(path, generation);
        if has_other_definitions {
            self.read_definitions(path);
        }
    }

    /// Takes what is known of operations in a project, and parses its documents again.
    pub(super) fn set_registry(&mut self, path: Option<&Path>, registry: Arc<Registry>) {
        let generation = self.begin_write();
        let Some(project) = self.projects.at_mut(path) else { return };
        project.host.set_registry(registry);
        for document in project.documents.values() {
            set_text(&mut project.host, document.file, &document.analysed_text());
        }
        self.look_again(path, generation);
    }

    /// Has a document analysed in another project.
    pub(super) fn move_document(&mut self, uri: &Uri, to: Option<&Path>) {
        let generation = self.begin_write();
        let from = self.projects.of_mut(uri);
        let Some(mut document) = Arc::make_mut(&mut from.documents).remove(uri) else { return };
        clear_file(from, document.file);
        let Some(project) = self.projects.at_mut(to) else { return };
        document.file = project.file();
        document.generation = generation;
        set_text(&mut project.host, document.file, &document.analysed_text());
        Arc::make_mut(&mut project.documents).insert(uri.clone(), document);
        self.look_again(to, generation);
    }

    /// All documents of a project are looked at again, and the client asks again for what it has.
    fn look_again(&mut self, path: Option<&Path>, generation: u64) {
        let is_first = self.projects.first().path.as_deref() == path;
        // Where nothing was open the index has read the configuration itself.
        if is_first || self.projects.at_mut(path).is_some_and(|it| !it.documents.is_empty()) {
            self.index_anew();
        }
        let Some(project) = self.projects.at_mut(path) else { return };
        for (uri, document) in Arc::make_mut(&mut project.documents) {
            document.generation = generation;
            self.publisher.mark(uri.clone());
        }
        // Before the first document there is nothing that the client has asked for.
        if !project.documents.is_empty() {
            for refresh in &self.client.refreshes {
                self.send(Outgoing::Refresh(*refresh));
            }
        }
    }

    /// Goes on without files, where no document is open.
    pub(super) fn begin_anew(&mut self) {
        self.begin_write();
        self.projects.iter_mut().for_each(OpenProject::begin_anew);
    }

    /// Tells waiting jobs that their snapshots are stale; the new revision is also the generation of what changes.
    fn begin_write(&mut self) -> u64 {
        let revision = self.revision.fetch_add(1, Ordering::SeqCst) + 1;
        self.projects.interrupt();
        revision
    }
}

/// Empties the file of a document that is not in the project any more.
fn clear_file(project: &mut OpenProject, file: SourceFile) {
    if catch_unwind(AssertUnwindSafe(|| project.host.clear_file(file))).is_err() {
        tracing::error!("emptying a file panicked");
    }
    project.spare_files.push(file);
}

/// Sets a file's text; a text that panics the parser is analysed as an empty one. So is one with a line that is too long,
/// which is given.
fn set_text(host: &mut Host, file: SourceFile, text: &str) -> Option<usize> {
    let overlong = overlong_line(text);
    let text = if overlong.is_some() { "" } else { text };
    if catch_unwind(AssertUnwindSafe(|| host.set_text(file, text))).is_err() {
        tracing::error!("the parser panicked; the file is left out until its next change");
        let _ = catch_unwind(AssertUnwindSafe(|| host.set_text(file, "")));
    }
    overlong
}
