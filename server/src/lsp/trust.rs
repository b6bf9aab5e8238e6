//! Whether anything is run for the folders that are open. Where the client does not say, the user is asked, once, and the
//! answer is kept.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

use super::state::{Outgoing, State};
use super::turns::Turns;
use crate::trusted_folders::{are_trusted, trust};

/// The user's trust as the session knows it, besides what the client says.
#[derive(Default)]
pub(super) struct Trust {
    was_wanted: Arc<AtomicBool>,
    /// Whether the user looks at the question.
    is_asked: bool,
    /// Who waits for the answer.
    waiting: Vec<Sender<bool>>,
}

/// Asks the user from a snapshot.
pub(super) struct Asking {
    was_wanted: Arc<AtomicBool>,
    turns: Turns,
}

impl Asking {
    pub(super) fn of(trust: &Trust, turns: &Turns) -> Self {
        Self { was_wanted: trust.was_wanted.clone(), turns: turns.clone() }
    }

    /// For background work: the user is not asked.
    pub(super) fn never(turns: &Turns) -> Self {
        Self { was_wanted: Arc::new(AtomicBool::new(true)), turns: turns.clone() }
    }

    /// Has the user asked, if that was not done yet: there is something that could be run.
    pub(super) fn want(&self) {
        if !self.was_wanted.swap(true, Ordering::Relaxed) {
            self.turns.send("trust", |state| state.ask_for_trust(None));
        }
    }
}

impl State {
    /// Tells whether something may be run, when that is known.
    pub(super) fn ask_for_trust(&mut self, waiting: Option<Sender<bool>>) {
        self.trust.waiting.extend(waiting);
        if self.projects.first().config.passes.is_trusted.is_some() {
            return self.tell_trust();
        }
        if are_trusted(&self.configuration.folders) {
            return self.set_trusted();
        }
        if !self.trust.is_asked {
            self.trust.is_asked = true;
            let folders = self.configuration.folders.clone();
            self.send(Outgoing::AskForTrust { question: self.question(), folders });
        }
    }

    /// Takes the user's answer to the question about these folders.
    pub(super) fn take_trust(&mut self, folders: &[PathBuf], is_trusted: bool) {
        self.trust.is_asked = false;
        if is_trusted && let Err(error) = trust(folders) {
            tracing::warn!("the answer is not kept: {error}");
        }
        // Others may be open by now.
        if is_trusted && folders == self.configuration.folders {
            return self.set_trusted();
        }
        self.tell_trust();
    }

    fn set_trusted(&mut self) {
        self.configuration.is_trusted = Some(true);
        self.configure_from_layers();
        self.tell_trust();
    }

    fn tell_trust(&mut self) {
        let is_trusted = self.projects.first().config.passes.is_trusted == Some(true);
        for waiting in self.trust.waiting.drain(..) {
            // The receiver is gone if the client has cancelled.
            _ = waiting.send(is_trusted);
        }
    }

    fn question(&self) -> String {
        let folders: Vec<String> =
            self.configuration.folders.iter().map(|it| format!("`{}`", it.display())).collect();
        let files = match folders.is_empty() {
            true => "the files of this session".to_owned(),
            false => format!("the files in {}", folders.join(" and ")),
        };
        let passes = self.projects.iter().map(|it| &it.config.passes).filter(|it| it.tool.is_none());
        let tools: BTreeSet<_> = passes.filter_map(|it| it.of_project.as_ref()).collect();
        let tools: String =
            tools.iter().map(|it| format!(" The project has them run by `{}`.", it.display())).collect();
        format!("Tests in `RUN:` lines, and passes, start a program. Do you trust {files}?{tools}")
    }
}
