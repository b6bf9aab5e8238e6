//! The one state. Everything reaches it as a closure, in order: a [turn](super::turns).

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use analysis::ods::Registry;
use analysis::{Host, SourceFile};
use tokio::sync::mpsc::UnboundedSender;
use tower_lsp::ls_types::*;

use super::capabilities::Client;
use super::configuration::Configuration;
use super::diagnostics::{Publisher, TYPING};
use super::dialects::{Dialects, Search};
use super::document::{Change, Document, analysed};
use super::free_memory::FreeMemory;
use super::index::Index;
use super::message_loop::Outbox;
use super::pages::Pages;
use super::progress::{Announcement, Progress};
use super::snapshot::{Documents, Snapshot};
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
    /// A question whose answer decides whether anything is run.
    AskForTrust {
        question: String,
        folders: Vec<PathBuf>,
    },
}

/// A kind of answers that a client may be told to ask for again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refresh {
    InlayHints,
    CodeLenses,
    Diagnostics,
    SemanticTokens,
}

pub(super) struct State {
    host: Host,
    pub(super) documents: Arc<Documents>,
    /// Files of closed documents, emptied; inputs of the database cannot be removed, so they are used again.
    spare_files: Vec<SourceFile>,
    pub(super) free_memory: FreeMemory,
    pub(super) client: Arc<Client>,
    pub(super) pages: Pages,
    pub(super) config: Arc<Config>,
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
    /// Whether the session is over. Jobs can send turns to the end, so that their channel does not tell.
    pub(super) has_ended: bool,
}

impl State {
    /// Starts the state on a thread of its own.
    pub(super) fn start(outgoing: UnboundedSender<Outgoing>, outbox: Outbox) -> Turns {
        Turns::start(|turns| Self {
            host: Host::new(),
            documents: Arc::default(),
            spare_files: Vec::new(),
            free_memory: FreeMemory::default(),
            client: Arc::default(),
            pages: Pages::default(),
            config: Arc::default(),
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

    pub(super) fn snapshot(&self) -> Snapshot {
        Snapshot {
            analysis: self.host.analysis(),
            documents: self.documents.clone(),
            unopened: self.index.known(),
            client: self.client.clone(),
            pages: self.pages.clone(),
            config: self.config.clone(),
            project_file: self.configuration.project_file(),
            dialects: Dialects::of(&self.search, &self.turns),
            trust: Asking::of(&self.trust, &self.turns),
            progress: self.progress(),
            tokens: self.tokens.clone(),
            turns: self.turns.clone(),
            revision: self.revision.load(Ordering::SeqCst),
            latest_revision: self.revision.clone(),
        }
    }

    /// When something is to be done that nobody sends a turn for.
    pub(super) fn next_due(&self) -> Option<Instant> {
        self.publisher.next_due().into_iter().chain(self.free_memory.next_due()).min()
    }

    pub(super) fn registry(&self) -> &Arc<Registry> {
        self.host.registry()
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
        let open = self.documents.get(&uri).map(|document| document.file);
        let file = open.or_else(|| self.spare_files.pop()).unwrap_or_else(|| self.host.add_file(""));
        self.tokens.begin(&uri);
        self.publisher.mark_opened(uri.clone(), text.len());
        // To parse takes most memory, and then the text is not here twice yet.
        set_text(&mut self.host, file, analysed(text));
        let document = Document::new(file, version, generation, text);
        Arc::make_mut(&mut self.documents).insert(uri, document);
    }

    /// Applies changes strictly in order, each to the text that the one before it left.
    pub(super) fn change(&mut self, uri: Uri, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        let generation = self.begin_write();
        let Some(document) = Arc::make_mut(&mut self.documents).get_mut(&uri) else {
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
                Change::Edit(edit) => {
                    catch_unwind(AssertUnwindSafe(|| self.host.edit(document.file, edit))).is_ok()
                }
                Change::Whole => false,
            };
            if !edited {
                set_text(&mut self.host, document.file, &document.analysed_text());
            }
        }
        if is_parsed_once {
            set_text(&mut self.host, document.file, &document.analysed_text());
        }
        document.typing_until = self.publisher.mark_changed(uri, document.len(), is_typed);
    }

    pub(super) fn close(&mut self, uri: &Uri) {
        self.begin_write();
        let Some(document) = Arc::make_mut(&mut self.documents).remove(uri) else {
            tracing::warn!("`{}` is closed but was not open", uri.as_str());
            return;
        };
        if catch_unwind(AssertUnwindSafe(|| self.host.clear_file(document.file))).is_err() {
            tracing::error!("emptying a file panicked");
        }
        self.spare_files.push(document.file);
        self.free_memory.mark();
        self.tokens.forget(uri);
        self.clear_diagnostics(uri);
        // What is on the disk may be another text.
        self.index_again();
    }

    pub(super) fn configure(&mut self, config: Config) {
        if *self.config == config {
            return;
        }
        let generation = self.begin_write();
        self.host.set_settings(config.settings.clone());
        let (before, after) = (&self.config.definitions, &config.definitions);
        let has_other_definitions = before != after && !(before.files.is_empty() && after.files.is_empty());
        self.config = Arc::new(config);
        self.look_again(generation);
        if has_other_definitions {
            self.read_definitions();
        }
    }

    /// Takes what is known of operations, and parses all documents again.
    pub(super) fn set_registry(&mut self, registry: Arc<Registry>) {
        let generation = self.begin_write();
        self.host.set_registry(registry);
        for document in self.documents.values() {
            set_text(&mut self.host, document.file, &document.analysed_text());
        }
        self.look_again(generation);
    }

    /// All documents are looked at again, and the client asks again for what it has.
    fn look_again(&mut self, generation: u64) {
        self.index_anew();
        for (uri, document) in Arc::make_mut(&mut self.documents) {
            document.generation = generation;
            self.publisher.mark(uri.clone());
        }
        // Before the first document there is nothing that the client has asked for.
        if !self.documents.is_empty() {
            for refresh in &self.client.refreshes {
                self.send(Outgoing::Refresh(*refresh));
            }
        }
    }

    /// Goes on without files, where no document is open.
    pub(super) fn begin_anew(&mut self) {
        self.begin_write();
        self.host.begin_anew();
        self.spare_files.clear();
    }

    /// Tells waiting jobs that their snapshots are stale; the new revision is also the generation of what changes.
    fn begin_write(&mut self) -> u64 {
        self.revision.fetch_add(1, Ordering::SeqCst) + 1
    }
}

/// Sets a file's text; a text that panics the parser is analysed as an empty one.
fn set_text(host: &mut Host, file: SourceFile, text: &str) {
    if catch_unwind(AssertUnwindSafe(|| host.set_text(file, text))).is_err() {
        tracing::error!("the parser panicked; the file is left out until its next change");
        let _ = catch_unwind(AssertUnwindSafe(|| host.set_text(file, "")));
    }
}
