//! The beginning and end of a session, and the notifications. Each does one thing: it makes a turn of the state
//! before it waits for anything.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::mpsc;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;
use tower_lsp::{Client as Peer, LanguageServer};

use super::capabilities::{Client, server_capabilities};
use super::handlers;
use super::message_loop::Outbox;
use super::outgoing::send_outgoing;
use super::state::State;
use super::turns::Turns;

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

    /// A change of a document, by so much new text.
    fn edit(&self, method: &'static str, bytes: usize, change: impl FnOnce(&mut State) + Send + 'static) {
        self.turns.take_if(|state| bytes <= SHORT_BYTES && state.pool.is_idle(), method, change);
    }
}

impl LanguageServer for Backend {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        let client = Client::new(&params.capabilities);
        let capabilities = server_capabilities(&client);
        self.write("initialize", move |state| handlers::initialize(state, client, &params));
        let server_info = ServerInfo {
            name: env!("CARGO_PKG_NAME").to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        };
        Ok(InitializeResult { capabilities, server_info: Some(server_info), ..InitializeResult::default() })
    }

    async fn initialized(&self, _: InitializedParams) {
        self.write("initialized", handlers::initialized);
    }

    async fn shutdown(&self) -> Result<()> {
        self.shut_down.store(true, Ordering::SeqCst);
        Ok(())
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        self.write("workspace/didChangeConfiguration", move |state| {
            handlers::did_change_configuration(state, &params);
        });
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        let bytes = params.text_document.text.len();
        self.edit("textDocument/didOpen", bytes, |state| handlers::did_open(state, params));
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        let bytes = params.content_changes.iter().map(|it| it.text.len()).sum();
        self.edit("textDocument/didChange", bytes, |state| handlers::did_change(state, params));
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        self.write("textDocument/didClose", move |state| handlers::did_close(state, &params));
    }

    /// No document depends on what is on the disk; some clients tell all the same. A document is what its client says
    /// until it is closed, also when its file is renamed or deleted.
    async fn did_save(&self, _: DidSaveTextDocumentParams) {}

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        self.write("workspace/didChangeWatchedFiles", move |state| {
            handlers::did_change_watched_files(state, &params);
        });
    }

    async fn did_create_files(&self, _: CreateFilesParams) {}

    async fn did_rename_files(&self, _: RenameFilesParams) {}

    async fn did_delete_files(&self, _: DeleteFilesParams) {}

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        self.write("workspace/didChangeWorkspaceFolders", move |state| {
            handlers::did_change_workspace_folders(state, &params);
        });
    }
}
