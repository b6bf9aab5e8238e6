//! Work-done progress: an analysis that takes long is announced, where the client shows such things.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;
use tower_lsp::Client as Peer;
use tower_lsp::ls_types::{ProgressToken, Uri};

use super::state::Outgoing;

/// Work that takes less time is not announced.
const SHOW_AFTER: Duration = Duration::from_millis(400);
/// How long the client may take to allow an announcement.
const CLIENT_TIMEOUT: Duration = Duration::from_secs(10);

/// Where analyses say that they run.
#[derive(Clone)]
pub(super) struct Progress {
    outgoing: Option<UnboundedSender<Outgoing>>,
}

/// An analysis that may be announced.
pub(super) struct Announcement {
    title: String,
    ended: oneshot::Receiver<()>,
}

/// Ends the announcement when it is dropped, also by an analysis that unwinds.
pub(super) struct Running(#[expect(dead_code, reason = "dropping it is the message")] oneshot::Sender<()>);

impl Progress {
    /// Without a client that shows progress, nothing is said.
    pub(super) fn new(outgoing: &UnboundedSender<Outgoing>, is_shown: bool) -> Self {
        Self { outgoing: is_shown.then(|| outgoing.clone()) }
    }

    /// An analysis of a document runs as long as what this returns is kept.
    pub(super) fn analysing(&self, uri: &Uri) -> Option<Running> {
        let name = uri.as_str().rsplit('/').next().unwrap_or_default();
        self.running(format!("Analysing {name}"))
    }

    /// Work of this title runs as long as what this returns is kept.
    pub(super) fn running(&self, title: String) -> Option<Running> {
        let (running, ended) = oneshot::channel();
        let announcement = Announcement { title, ended };
        self.outgoing.as_ref()?.send(Outgoing::Progress(announcement)).ok()?;
        Some(Running(running))
    }
}

/// Shows an analysis from some time after its beginning until its end.
pub(super) async fn announce(peer: Peer, mut announcement: Announcement) {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    if tokio::time::timeout(SHOW_AFTER, &mut announcement.ended).await.is_ok() {
        return;
    }
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let token = ProgressToken::String(format!("affine-analyzer/{number}"));
    let created = tokio::time::timeout(CLIENT_TIMEOUT, peer.create_work_done_progress(token.clone())).await;
    if !matches!(created, Ok(Ok(()))) {
        tracing::warn!("the client does not show progress");
        return;
    }
    let shown = peer.progress(token, announcement.title).begin().await;
    // An error says that the analysis has dropped its end.
    let _ = announcement.ended.await;
    shown.finish().await;
}
