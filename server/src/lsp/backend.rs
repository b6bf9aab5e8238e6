//! The beginning and end of a session, and the notifications. Each does one thing: it makes a turn of the state
//! before it waits for anything.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::future::BoxFuture;
use serde_json::Value;
use service::{Answer, Methods};
use tokio::sync::mpsc;
use tower_lsp::Client as Peer;
use tower_lsp::jsonrpc::{Request, Result};
use tower_lsp::ls_types::{InitializeParams, InitializeResult, ServerInfo, lsp_notification, notification};

use super::capabilities::{Client, further_capabilities, server_capabilities};
use super::message_loop::Outbox;
use super::outgoing::send_outgoing;
use super::query::decoded;
use super::state::State;
use super::turns::Turns;
use super::{handlers, requests};

/// So much of new text is parsed where it is read, if no worker has to make way.
const SHORT_BYTES: usize = 64 << 10;

pub(super) struct Backend {
    pub(super) turns: Turns,
    shut_down: Arc<AtomicBool>,
}

impl Drop for Backend {
    fn drop(&mut self) {
        self.write("the end of the session", State::end);
    }
}

impl Backend {
    /// Starts the state's thread, and the task that sends what the state wants sent.
    pub(super) fn start(peer: Peer, outbox: Outbox, shut_down: Arc<AtomicBool>) -> Self {
        let (outgoing, queue) = mpsc::unbounded_channel();
        let turns = State::start(outgoing, outbox);
        tokio::spawn(send_outgoing(peer, queue, turns.clone()));
        Self { turns, shut_down }
    }

    fn write(&self, method: &'static str, change: impl FnOnce(&mut State) + Send + 'static) {
        self.turns.send(method, change);
    }

    /// A change of a document, with this much new text.
    fn edit(&self, method: &'static str, bytes: usize, change: impl FnOnce(&mut State) + Send + 'static) {
        self.turns.take_if(|state| bytes <= SHORT_BYTES && state.pool.is_idle(), method, change);
    }
}

/// A notification that is taken in its turn.
struct Notification {
    method: &'static str,
    /// The name in the service.
    name: &'static str,
    take: fn(&Backend, Value) -> Result<()>,
}

macro_rules! notifications {
    ($($method:tt => $take:expr,)*) => {
        static NOTIFICATIONS: &[Notification] = &[
            $(Notification {
                method: $method,
                name: concat!("affine/take/", $method),
                take: |backend, params| {
                    let take: fn(&Backend, <lsp_notification!($method) as notification::Notification>::Params) = $take;
                    take(backend, decoded(params)?);
                    Ok(())
                },
            },)*
        ];
    };
}

notifications! {
    "workspace/didChangeConfiguration" => |backend, params| {
        backend.write("workspace/didChangeConfiguration", move |state| {
            handlers::did_change_configuration(state, &params);
        });
    },
    "textDocument/didOpen" => |backend, params| {
        let bytes = params.text_document.text.len();
        backend.edit("textDocument/didOpen", bytes, |state| handlers::did_open(state, params));
    },
    "textDocument/didChange" => |backend, params| {
        let bytes = params.content_changes.iter().map(|it| it.text.len()).sum();
        backend.edit("textDocument/didChange", bytes, |state| handlers::did_change(state, params));
    },
    "textDocument/didClose" => |backend, params| {
        backend.write("textDocument/didClose", move |state| handlers::did_close(state, &params));
    },
    "workspace/didChangeWatchedFiles" => |backend, params| {
        backend.write("workspace/didChangeWatchedFiles", move |state| {
            handlers::did_change_watched_files(state, &params);
        });
    },
    "workspace/didChangeWorkspaceFolders" => |backend, params| {
        backend.write("workspace/didChangeWorkspaceFolders", move |state| {
            handlers::did_change_workspace_folders(state, &params);
        });
    },
    // No document depends on the disk; some clients send the notification all the same. A document is what its client says
    // until it is closed, also when its file is renamed or deleted.
    "textDocument/didSave" => |_, _| {},
    "workspace/didCreateFiles" => |_, _| {},
    "workspace/didRenameFiles" => |_, _| {},
    "workspace/didDeleteFiles" => |_, _| {},
}

/// All that the service hands to a [`Backend`].
pub(super) fn methods() -> Methods {
    Methods {
        requests: requests::names().collect(),
        notifications: NOTIFICATIONS.iter().map(|it| it.name).collect(),
        further_capabilities: further_capabilities(),
    }
}

/// The message under the name that its method has in the service.
pub(super) fn routed(request: Request) -> Request {
    const SHUTDOWN: &str = "shutdown";
    let is_shutdown = request.method() == SHUTDOWN;
    let notification = || NOTIFICATIONS.iter().find(|it| it.method == request.method()).map(|it| it.name);
    let name = requests::name(request.method()).or_else(notification).or(is_shutdown.then_some(SHUTDOWN));
    let Some(name) = name else { return request };
    let (_, id, params) = request.into_parts();
    let mut routed = Request::build(name);
    if let Some(id) = id {
        routed = routed.id(id);
    }
    // Where there are none, lsp-mode of Emacs sends an empty object, which the service would refuse.
    if let Some(params) = params.filter(|_| !is_shutdown) {
        routed = routed.params(params);
    }
    routed.finish()
}

impl service::Backend for Backend {
    fn initialize(&self, params: InitializeParams) -> InitializeResult {
        let client = Client::new(&params.capabilities);
        let capabilities = server_capabilities(&client);
        self.write("initialize", move |state| handlers::initialize(state, client, &params));
        let server_info = ServerInfo {
            name: env!("CARGO_PKG_NAME").to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        };
        InitializeResult { capabilities, server_info: Some(server_info), ..InitializeResult::default() }
    }

    fn initialized(&self) {
        self.write("initialized", handlers::initialized);
    }

    fn shutdown(&self) {
        self.shut_down.store(true, Ordering::SeqCst);
    }

    fn take(&self, name: &'static str, params: Value) {
        let Some(notification) = NOTIFICATIONS.iter().find(|it| it.name == name) else { return };
        if let Err(error) = (notification.take)(self, params) {
            tracing::debug!("{}: {}", notification.method, error.message);
        }
    }

    fn answer(&self, name: &'static str, params: Value) -> BoxFuture<'static, Answer> {
        requests::answer(&self.turns, name, params)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_routed_message_is_the_same_but_for_its_name() {
        for (method, name) in [
            ("textDocument/hover", "affine/answer/textDocument/hover"),
            ("textDocument/didChange", "affine/take/textDocument/didChange"),
        ] {
            let message =
                |name: &'static str| Request::build(name).id(7).params(json!({ "a": null })).finish();
            assert_eq!(routed(message(method)), message(name));
        }
    }

    #[test]
    fn others_are_not_routed() {
        for method in ["initialize", "textDocument/moniker"] {
            assert_eq!(routed(Request::build(method).finish()).method(), method);
        }
    }
}
