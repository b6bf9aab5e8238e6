//! The problems and symbols of the workspace's `.mlir` files that are not open.
//!
//! It begins with the first request about the workspace, on a thread of its own that pauses while a client waits for
//! an answer about a document. Each file has a database of its own, which is gone when the file is known.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use analysis::ods::Registry;
use analysis::{Depth, Host, overlong_line};
use globset::{Glob, GlobSet};
use rustc_hash::{FxHashMap, FxHashSet};
use tower_lsp::ls_types::*;

use super::capabilities::Client;
use super::configuration::Configuration;
use super::diagnostics::found;
use super::dialects::Dialects;
use super::document::{Document, analysed};
use super::handlers::symbols;
use super::pages::Pages;
use super::progress::Progress;
use super::projects::OpenProject;
use super::snapshot::{CancelOnDrop, CancellationHandle, Outcome, Snapshot, run};
use super::state::{Outgoing, Refresh, State};
use super::trust::Asking;
use super::turns::Turns;
use super::worker_pool::Courtesy;
use crate::config::Config;
use crate::definitions::Definitions;
use crate::walk::{self, Bounds, Stamp};

const BOUNDS: Bounds = Bounds { entries: 500_000, files: 2_000, bytes: 1 << 20, bytes_together: 64 << 20 };

/// Of larger files only what is quickly known is said.
const LARGE_FILE_BYTES: usize = 256 << 10;

/// How often the analysis of a file is interrupted by requests; after that it is only a quick one.
const MOST_INTERRUPTIONS: usize = 3;

/// Diagnostics of one file.
const MOST_DIAGNOSTICS: usize = 200;

/// A question about the workspace waits so long for the index, then it is answered with what is known.
const PATIENCE: Duration = Duration::from_secs(5);

/// A file that is not open.
pub(super) struct Indexed {
    stamp: Stamp,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) symbols: Vec<SymbolInformation>,
}

type Files = FxHashMap<PathBuf, Arc<Indexed>>;

/// The index as a snapshot sees it.
#[derive(Clone, Default)]
pub(super) struct Unopened {
    pub(super) files: Arc<Files>,
    /// Whether the files are all that there are.
    pub(super) is_complete: bool,
}

/// A callback for when the index is complete.
type Waiting = Box<dyn FnOnce() + Send>;

#[derive(Default)]
pub(super) struct Index {
    known: Unopened,
    /// Whether it has been asked for.
    has_begun: bool,
    /// Whether the client has yet to say what it does not show.
    asks_what_is_excluded: bool,
    is_running: bool,
    /// Whether files have changed since the run has begun.
    is_outdated: bool,
    /// Tells the run that its answers are of no use any more.
    is_void: Arc<AtomicBool>,
    waiting: Vec<(Instant, Waiting)>,
    /// Globs of files that the editor does not show.
    excluded: Vec<String>,
    has_told_bound: bool,
}

impl Index {
    pub(super) fn known(&self) -> Unopened {
        self.known.clone()
    }
}

/// The settings and registry for the files of a project.
#[derive(Clone)]
struct Setup {
    config: Arc<Config>,
    registry: Arc<Registry>,
}

impl Setup {
    fn of(project: &OpenProject) -> Self {
        Self { config: project.config.clone(), registry: project.registry().clone() }
    }

    /// The setup of a project without open documents.
    fn read(configuration: &Configuration, path: Option<&Path>) -> Self {
        let config = Arc::new(configuration.config(configuration.read(path).as_ref()));
        let registry = Definitions::read(&config.definitions).registry;
        Self { config, registry }
    }
}

/// A run over the files.
struct Job {
    folders: Vec<PathBuf>,
    excluded: GlobSet,
    before: Arc<Files>,
    open: FxHashSet<PathBuf>,
    configuration: Configuration,
    /// By their configuration files.
    setups: FxHashMap<Option<PathBuf>, Setup>,
    client: Arc<Client>,
    pages: Pages,
    /// Shows nothing: the run as a whole is shown.
    progress: Progress,
    courtesy: Courtesy,
    turns: Turns,
    is_void: Arc<AtomicBool>,
}

impl State {
    /// Runs `then` when the index is complete, or after some time; begins it with the first request.
    pub(super) fn when_indexed(&mut self, then: Waiting) {
        if !self.index.has_begun {
            self.index.has_begun = true;
            if self.client.answers_configuration && !self.configuration.folders.is_empty() {
                self.index.asks_what_is_excluded = true;
                self.send(Outgoing::ReadExcluded);
            } else {
                self.index_again();
            }
        }
        match self.index.is_running || self.index.asks_what_is_excluded {
            true => self.index.waiting.push((Instant::now(), then)),
            false => then(),
        }
    }

    /// Looks for files that are new, gone or others.
    pub(super) fn index_again(&mut self) {
        if !self.index.has_begun || self.index.asks_what_is_excluded {
            return;
        }
        if self.index.is_running {
            self.index.is_outdated = true;
            return;
        }
        let folders = self.configuration.folders.clone();
        self.index.is_void = Arc::default();
        self.index.known.is_complete = folders.is_empty();
        if folders.is_empty() {
            self.index.known.files = Arc::default();
            return;
        }
        let job = Job {
            folders,
            excluded: globs(&self.index.excluded),
            before: self.index.known.files.clone(),
            open: self.projects.uris().filter_map(path_of).collect(),
            configuration: self.configuration.clone(),
            setups: self.projects.iter().map(|it| (it.path.clone(), Setup::of(it))).collect(),
            client: self.client.clone(),
            pages: self.pages.clone(),
            progress: Progress::new(&self.outgoing, false),
            courtesy: self.pool.courtesy(),
            turns: self.turns.clone(),
            is_void: self.index.is_void.clone(),
        };
        let progress = self.progress();
        let run = move || {
            let _running = progress.running("Indexing the workspace".to_owned());
            let turns = job.turns.clone();
            if catch_unwind(AssertUnwindSafe(|| job.run())).is_err() {
                tracing::error!("indexing the workspace panicked");
                turns.send("index", |state| state.end_index(None));
            }
        };
        let thread = std::thread::Builder::new().name("index".into());
        match thread.stack_size(analysis::STACK_BYTES).spawn(run) {
            Ok(_) => self.index.is_running = true,
            Err(error) => tracing::error!("cannot start a thread that indexes the workspace: {error}"),
        }
    }

    /// Forgets what is known: settings or definitions are others.
    pub(super) fn index_anew(&mut self) {
        self.index.is_void.store(true, Ordering::SeqCst);
        self.index.known = Unopened::default();
        self.index_again();
    }

    /// Takes globs of what the editor does not show, and begins.
    pub(super) fn exclude(&mut self, globs: Vec<String>) {
        self.index.asks_what_is_excluded = false;
        self.index.excluded = globs;
        self.index_again();
        if !self.index.is_running {
            self.answer_waiting();
        }
    }

    fn answer_waiting(&mut self) {
        for (_, then) in std::mem::take(&mut self.index.waiting) {
            then();
        }
    }

    /// Forgets files that are gone, at once.
    pub(super) fn forget_unopened(&mut self, is_gone: impl Fn(&Path) -> bool) {
        if self.index.known.files.keys().any(|it| is_gone(it)) {
            Arc::make_mut(&mut self.index.known.files).retain(|it, _| !is_gone(it));
        }
    }

    fn take_indexed(&mut self, path: PathBuf, indexed: Arc<Indexed>) {
        Arc::make_mut(&mut self.index.known.files).insert(path, indexed);
        let (late, waiting) = std::mem::take(&mut self.index.waiting)
            .into_iter()
            .partition::<Vec<_>, _>(|(since, _)| since.elapsed() > PATIENCE);
        self.index.waiting = waiting;
        late.into_iter().for_each(|(_, then)| then());
    }

    /// Takes the end of a run; `None` where it was void or panicked.
    fn end_index(&mut self, listing: Option<&walk::Listing>) {
        self.index.is_running = false;
        if let Some(listing) = listing {
            self.forget_unopened(|it| !listing.files.contains_key(it));
            if !listing.is_complete && !std::mem::replace(&mut self.index.has_told_bound, true) {
                self.send(Outgoing::Tell(format!(
                    "Not all MLIR files of the workspace are indexed: at most {} files and {} MB, each of at most {} MB. \
                     Files that you open are analysed all the same.",
                    BOUNDS.files,
                    BOUNDS.bytes_together >> 20,
                    BOUNDS.bytes >> 20,
                )));
            }
        }
        if std::mem::take(&mut self.index.is_outdated) {
            return self.index_again();
        }
        self.index.known.is_complete = true;
        self.answer_waiting();
        if self.client.pulls_diagnostics && self.client.refreshes.contains(&Refresh::Diagnostics) {
            self.send(Outgoing::Refresh(Refresh::Diagnostics));
        }
    }
}

impl Job {
    fn run(mut self) {
        let listing = walk::files(&self.folders, "mlir", &BOUNDS, self.excluded.clone());
        for (path, stamp) in &listing.files {
            if self.is_void.load(Ordering::SeqCst) {
                return self.turns.send("index", |state| state.end_index(None));
            }
            let is_known = self.before.get(path).is_some_and(|it| it.stamp.is_same(stamp));
            if is_known || self.open.contains(path) {
                continue;
            }
            let indexed = Arc::new(self.look_at(path, *stamp).unwrap_or_else(|| Indexed::nothing(*stamp)));
            let (path, is_void) = (path.clone(), self.is_void.clone());
            self.turns.send("index", move |state| {
                if !is_void.load(Ordering::SeqCst) {
                    state.take_indexed(path, indexed);
                }
            });
        }
        self.turns.send("index", move |state| state.end_index(Some(&listing)));
    }

    /// The entry of a file; `None` where it is not a text, or one that is not analysed.
    fn look_at(&mut self, path: &Path, stamp: Stamp) -> Option<Indexed> {
        let text = std::fs::read_to_string(path).ok().filter(|it| overlong_line(it).is_none())?;
        let uri = Uri::from_file_path(path)?;
        let setup = self.setup(&uri);
        let is_large = text.len() > LARGE_FILE_BYTES;
        for interruptions in 0..=MOST_INTERRUPTIONS {
            self.courtesy.wait();
            let is_last = interruptions == MOST_INTERRUPTIONS;
            let depth = if is_large || is_last { Depth::AtOnce } else { Depth::Full };
            let snapshot = self.snapshot(&setup, &uri, &text);
            let handle = Arc::new(CancellationHandle::default());
            if !is_last {
                handle.bind(&snapshot);
                self.courtesy.give_way(CancelOnDrop(handle.clone()));
            }
            let look = |snapshot: &Snapshot| {
                let document = snapshot.documents.get(&uri)?;
                let mut diagnostics = match self.client.pulls_diagnostics {
                    true => found(snapshot, &uri, document, depth),
                    false => Vec::new(),
                };
                diagnostics.sort_by_key(|it| it.severity);
                diagnostics.truncate(MOST_DIAGNOSTICS);
                diagnostics.sort_by_key(|it| (it.range.start, it.range.end));
                Some(Indexed { stamp, diagnostics, symbols: symbols(snapshot, "") })
            };
            match run("index", snapshot, &handle, look) {
                Outcome::Done(indexed) => return indexed,
                Outcome::Panicked => return None,
                Outcome::Cancelled | Outcome::Superseded => {}
            }
        }
        None
    }

    /// The setup for the file; each project is read once.
    fn setup(&mut self, uri: &Uri) -> Setup {
        let path = self.configuration.file_for(uri);
        let read = || Setup::read(&self.configuration, path.as_deref());
        self.setups.entry(path.clone()).or_insert_with(read).clone()
    }

    /// The file as if it were open, alone.
    fn snapshot(&self, setup: &Setup, uri: &Uri, text: &str) -> Snapshot {
        let mut host = Host::new();
        host.set_registry(setup.registry.clone());
        host.set_settings(setup.config.settings.clone());
        let file = host.add_file(analysed(text));
        let document = Document::new(file, 0, 0, text);
        Snapshot {
            analysis: host.analysis(),
            documents: Arc::new([(uri.clone(), document)].into_iter().collect()),
            others: Vec::new(),
            unopened: Unopened::default(),
            client: self.client.clone(),
            pages: self.pages.clone(),
            config: setup.config.clone(),
            project_file: None,
            dialects: Dialects::unasked(&self.turns),
            trust: Asking::never(&self.turns),
            progress: self.progress.clone(),
            tokens: Arc::default(),
            turns: self.turns.clone(),
            revision: 0,
            latest_revision: Arc::default(),
        }
    }
}

impl Indexed {
    /// Of a file that cannot be read.
    fn nothing(stamp: Stamp) -> Self {
        Self { stamp, diagnostics: Vec::new(), symbols: Vec::new() }
    }
}

impl Unopened {
    /// The files but the open ones, in the order of their paths.
    pub(super) fn but<'a>(&'a self, open: impl Iterator<Item = &'a Uri>) -> Vec<(Uri, &'a Indexed)> {
        let open: FxHashSet<PathBuf> = open.filter_map(path_of).collect();
        let mut files: Vec<_> = self.files.iter().filter(|it| !open.contains(it.0)).collect();
        files.sort_by_key(|it| it.0);
        files.into_iter().filter_map(|(path, it)| Some((Uri::from_file_path(path)?, &**it))).collect()
    }

    /// Whether nothing is said about the file any more.
    pub(super) fn has_lost(&self, uri: &Uri) -> bool {
        let path = path_of(uri);
        let is_known = path.as_ref().is_some_and(|it| self.files.contains_key(it));
        !is_known && (self.is_complete || path.is_none_or(|it| !it.exists()))
    }
}

fn path_of(uri: &Uri) -> Option<PathBuf> {
    Some(uri.to_file_path()?.into_owned())
}

/// The globs that parse.
fn globs(texts: &[String]) -> GlobSet {
    let mut set = GlobSet::builder();
    texts.iter().filter_map(|it| Glob::new(it).ok()).for_each(|it| _ = set.add(it));
    set.build().unwrap_or_else(|_| GlobSet::empty())
}

/// The globs that are set in `files.exclude`.
pub(super) fn excluded(setting: &LSPAny) -> Vec<String> {
    let entries = setting.as_object().into_iter().flatten();
    entries.filter(|it| it.1.as_bool() == Some(true)).map(|it| it.0.clone()).collect()
}
