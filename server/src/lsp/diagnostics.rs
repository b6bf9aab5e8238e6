//! Push diagnostics: one background job per changed document, newest text only, unchanged results not sent again.

use rustc_hash::{FxHashMap, FxHashSet};
use tower_lsp::ls_types::{Diagnostic, PublishDiagnosticsParams, Uri};

use super::convert;
use super::snapshot::{Outcome, Snapshot, Ticket, run};
use super::state::{Outgoing, State};

const METHOD: &str = "textDocument/publishDiagnostics";

#[derive(Default)]
pub(super) struct Publisher {
    /// Documents whose diagnostics are to be computed.
    marked: FxHashSet<Uri>,
    /// What the client has.
    sent: FxHashMap<Uri, Vec<Diagnostic>>,
}

impl Publisher {
    pub(super) fn mark(&mut self, uri: Uri) {
        self.marked.insert(uri);
    }
}

impl State {
    /// Starts a job for every marked document.
    pub(super) fn schedule_diagnostics(&mut self) {
        for uri in std::mem::take(&mut self.publisher.marked) {
            let Some(document) = self.documents().get(&uri) else { continue };
            let (generation, turns, snapshot) = (document.generation, self.turns.clone(), self.snapshot());
            self.pool.background(uri.as_str().to_owned(), move || {
                match run(METHOD, snapshot, &Ticket::default(), |snapshot| collect(snapshot, &uri)) {
                    Outcome::Done(found) => {
                        turns.send(METHOD, move |state| state.publish(uri, generation, found));
                    }
                    // The write may have been to another document.
                    Outcome::Overtaken => turns.send(METHOD, move |state| state.publisher.mark(uri)),
                    Outcome::Abandoned | Outcome::Panicked => {}
                }
            });
        }
    }

    /// Sends what was found, unless the document has changed since or the client has just that.
    fn publish(&mut self, uri: Uri, generation: u64, found: Vec<Diagnostic>) {
        let Some(document) = self.documents().get(&uri).filter(|it| it.generation == generation) else {
            return;
        };
        let version = self.client.diagnostic_versions.then_some(document.version);
        if self.publisher.sent.get(&uri) == Some(&found) {
            return;
        }
        self.publisher.sent.insert(uri.clone(), found.clone());
        self.send(Outgoing::Diagnostics(PublishDiagnosticsParams::new(uri, found, version)));
    }

    /// Takes back what the client has of a closed document.
    pub(super) fn clear_diagnostics(&mut self, uri: &Uri) {
        self.publisher.marked.remove(uri);
        if self.publisher.sent.remove(uri).is_some_and(|sent| !sent.is_empty()) {
            self.send(Outgoing::Diagnostics(PublishDiagnosticsParams::new(uri.clone(), Vec::new(), None)));
        }
    }
}

fn collect(snapshot: &Snapshot, uri: &Uri) -> Vec<Diagnostic> {
    let Some(document) = snapshot.documents.get(uri) else { return Vec::new() };
    let found = snapshot.analysis.diagnostics(document.file);
    found.iter().map(|it| convert::diagnostic(snapshot, uri, document, it)).collect()
}
