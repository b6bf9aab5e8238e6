//! The protocol's methods. Each does one thing: it sends a closure to the state's thread before it waits for anything.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::Serialize;
use tokio::sync::{mpsc, oneshot};
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::request::{
    GotoDeclarationParams, GotoDeclarationResponse, GotoImplementationParams, GotoImplementationResponse,
    GotoTypeDefinitionParams, GotoTypeDefinitionResponse,
};
use tower_lsp::ls_types::*;
use tower_lsp::{Client as Peer, LanguageServer};

use super::answers::Answer;
use super::capabilities::{Client, server_capabilities};
use super::config::{Config, SECTION};
use super::errors::retrigger;
use super::handlers::{
    self, DependenceGraph, DependenceGraphParams, IterationSpaceParams, Polyhedron, PolyhedronParams,
    SyntaxTreeParams,
};
use super::message_loop::Outbox;
use super::progress::announce;
use super::snapshot::{AbandonOnDrop, Outcome, Snapshot, Ticket, run};
use super::state::{Outgoing, Refresh, State, Turns};

/// How long the client may take to answer a request of ours.
const CLIENT_TIMEOUT: Duration = Duration::from_secs(10);
/// How often a request is run again before the client is told to ask again itself.
const MOST_RETRIES: u32 = 100;

pub(super) struct Backend {
    turns: Turns,
    shut_down: Arc<AtomicBool>,
}

impl Drop for Backend {
    fn drop(&mut self) {
        self.write("the end of the session", State::end);
    }
}

type Handler<P, R> = fn(&Snapshot, &P) -> Result<R>;

/// What happens to a request that an edit overtakes.
#[derive(Clone, Copy)]
enum Overtaken {
    /// Its positions mean nothing in the new text.
    ContentModified,
    /// It means the same in the new text.
    Retry { left: u32 },
    /// The client knows that it has to ask again.
    Retrigger,
}

const RETRY: Overtaken = Overtaken::Retry { left: MOST_RETRIES };

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

    async fn read<P, R>(
        &self,
        method: &'static str,
        overtaken: Overtaken,
        handler: Handler<P, R>,
        params: P,
    ) -> Result<R>
    where
        P: Send + 'static,
        R: Serialize + Default + 'static,
    {
        self.answer(method, overtaken, handler, params).await?;
        Ok(R::default())
    }

    /// Leaves the answer to the request that is handled.
    async fn answer<P: Send + 'static, R: Serialize + 'static>(
        &self,
        method: &'static str,
        overtaken: Overtaken,
        handler: Handler<P, R>,
        params: P,
    ) -> Result<()> {
        let (reply, answer) = oneshot::channel();
        let ticket = Arc::new(Ticket::default());
        let _guard = AbandonOnDrop(ticket.clone());
        let job = move |it: &Snapshot| Answer::write(&handler(it, &params)?);
        submit(&self.turns, Query { method, overtaken, job: Box::new(job), ticket, reply });
        answer.await.unwrap_or_else(|_| Err(Error::internal_error()))?.leave();
        Ok(())
    }

    pub(super) async fn syntax_tree(&self, params: SyntaxTreeParams) -> Result<String> {
        self.read("affine/syntaxTree", RETRY, handlers::syntax_tree, params).await
    }

    pub(super) async fn dependence_graph(&self, params: DependenceGraphParams) -> Result<DependenceGraph> {
        self.read("affine/dependenceGraph", RETRY, handlers::dependence_graph, params).await
    }

    pub(super) async fn iteration_space(&self, params: IterationSpaceParams) -> Result<LSPAny> {
        self.read("affine/iterationSpace", Overtaken::ContentModified, handlers::iteration_space, params)
            .await
    }

    pub(super) async fn polyhedron(&self, params: PolyhedronParams) -> Result<Option<Polyhedron>> {
        self.read("affine/polyhedron", Overtaken::ContentModified, handlers::polyhedron, params).await
    }
}

/// Writes the answer from a snapshot.
type Job = Box<dyn Fn(&Snapshot) -> Result<Answer> + Send>;

struct Query {
    method: &'static str,
    overtaken: Overtaken,
    job: Job,
    ticket: Arc<Ticket>,
    reply: oneshot::Sender<Result<Answer>>,
}

/// Takes the snapshot in the message's turn, and answers from it on a worker.
fn submit(turns: &Turns, query: Query) {
    turns.send(query.method, move |state| {
        if query.ticket.is_abandoned() {
            return;
        }
        let (snapshot, turns) = (state.snapshot(), state.turns.clone());
        query.ticket.bind(&snapshot.analysis);
        state.pool.interactive(move || answer(query, snapshot, &turns));
    });
}

fn answer(query: Query, snapshot: Snapshot, turns: &Turns) {
    let outcome = run(query.method, snapshot, &query.ticket, &query.job);
    let result = match (outcome, query.overtaken) {
        (Outcome::Done(result), _) => result,
        (Outcome::Overtaken, Overtaken::Retry { left }) if left > 0 => {
            submit(turns, Query { overtaken: Overtaken::Retry { left: left - 1 }, ..query });
            return;
        }
        (Outcome::Overtaken, Overtaken::Retrigger) => Err(retrigger()),
        (Outcome::Overtaken, _) => Err(Error::new(ErrorCode::ContentModified)),
        (Outcome::Abandoned, _) => return,
        (Outcome::Panicked, _) => Err(Error::internal_error()),
    };
    // The receiver is gone when the client has cancelled in the meantime.
    let _ = query.reply.send(result);
}

/// Sends in order what the state wants sent. Requests to the client wait in tasks of their own.
async fn send_outgoing(peer: Peer, mut queue: mpsc::UnboundedReceiver<Outgoing>, turns: Turns) {
    while let Some(outgoing) = queue.recv().await {
        match outgoing {
            Outgoing::RegisterConfiguration => {
                tokio::spawn(register_configuration(peer.clone()));
            }
            Outgoing::ReadConfiguration => {
                tokio::spawn(read_configuration(peer.clone(), turns.clone()));
            }
            Outgoing::Refresh(refresh) => {
                tokio::spawn(ask_to_refresh(peer.clone(), refresh));
            }
            Outgoing::Progress(announcement) => {
                tokio::spawn(announce(peer.clone(), announcement));
            }
        }
    }
}

async fn register_configuration(peer: Peer) {
    let registration = Registration {
        id: "configuration".to_owned(),
        method: "workspace/didChangeConfiguration".to_owned(),
        register_options: Some(serde_json::json!({ "section": SECTION })),
    };
    match tokio::time::timeout(CLIENT_TIMEOUT, peer.register_capability(vec![registration])).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::warn!("the client does not report configuration changes: {error}"),
        Err(_) => tracing::warn!("the client did not answer client/registerCapability"),
    }
}

/// Asks the client to ask again for what the settings have changed.
async fn ask_to_refresh(peer: Peer, refresh: Refresh) {
    let asked = async {
        match refresh {
            Refresh::InlayHints => peer.inlay_hint_refresh().await,
            Refresh::CodeLenses => peer.code_lens_refresh().await,
            Refresh::Diagnostics => peer.workspace_diagnostic_refresh().await,
        }
    };
    match tokio::time::timeout(CLIENT_TIMEOUT, asked).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::warn!("the client does not refresh {refresh:?}: {error}"),
        Err(_) => tracing::warn!("the client did not answer a request to refresh {refresh:?}"),
    }
}

async fn read_configuration(peer: Peer, turns: Turns) {
    let item = ConfigurationItem { scope_uri: None, section: Some(SECTION.to_owned()) };
    match tokio::time::timeout(CLIENT_TIMEOUT, peer.configuration(vec![item])).await {
        Ok(Ok(values)) => {
            let config = Config::from_value(values.first().unwrap_or(&LSPAny::Null));
            turns.send("workspace/configuration", move |state| state.configure(config));
        }
        Ok(Err(error)) => tracing::warn!("the client does not tell its configuration: {error}"),
        Err(_) => tracing::warn!("the client did not answer workspace/configuration"),
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
        self.write("textDocument/didOpen", |state| handlers::did_open(state, params));
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        self.write("textDocument/didChange", |state| handlers::did_change(state, params));
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        self.write("textDocument/didClose", move |state| handlers::did_close(state, &params));
    }

    /// Nothing depends on what is on the disk; some clients tell all the same. A document is what its client says
    /// until it is closed, also when its file is renamed or deleted.
    async fn did_save(&self, _: DidSaveTextDocumentParams) {}

    async fn did_change_watched_files(&self, _: DidChangeWatchedFilesParams) {}

    async fn did_create_files(&self, _: CreateFilesParams) {}

    async fn did_rename_files(&self, _: RenameFilesParams) {}

    async fn did_delete_files(&self, _: DeleteFilesParams) {}

    async fn did_change_workspace_folders(&self, _: DidChangeWorkspaceFoldersParams) {}

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        self.read("textDocument/hover", Overtaken::ContentModified, handlers::hover, params).await
    }

    async fn goto_definition(&self, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
        self.read("textDocument/definition", Overtaken::ContentModified, handlers::definition, params).await
    }

    async fn goto_declaration(
        &self,
        params: GotoDeclarationParams,
    ) -> Result<Option<GotoDeclarationResponse>> {
        self.read("textDocument/declaration", Overtaken::ContentModified, handlers::declaration, params).await
    }

    async fn goto_implementation(
        &self,
        params: GotoImplementationParams,
    ) -> Result<Option<GotoImplementationResponse>> {
        self.read("textDocument/implementation", Overtaken::ContentModified, handlers::implementation, params)
            .await
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        self.read("textDocument/references", Overtaken::ContentModified, handlers::references, params).await
    }

    async fn document_symbol(&self, params: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>> {
        self.read("textDocument/documentSymbol", RETRY, handlers::document_symbol, params).await
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        self.read("textDocument/codeLens", RETRY, handlers::code_lens, params).await
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        self.read("textDocument/inlayHint", Overtaken::ContentModified, handlers::inlay_hint, params).await
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        self.read("textDocument/codeAction", Overtaken::ContentModified, handlers::code_action, params).await
    }

    async fn code_action_resolve(&self, action: CodeAction) -> Result<CodeAction> {
        self.read("codeAction/resolve", Overtaken::ContentModified, handlers::code_action_resolve, action)
            .await
    }

    async fn goto_type_definition(
        &self,
        params: GotoTypeDefinitionParams,
    ) -> Result<Option<GotoTypeDefinitionResponse>> {
        self.read(
            "textDocument/typeDefinition",
            Overtaken::ContentModified,
            handlers::type_definition,
            params,
        )
        .await
    }

    async fn document_highlight(
        &self,
        params: DocumentHighlightParams,
    ) -> Result<Option<Vec<DocumentHighlight>>> {
        self.read(
            "textDocument/documentHighlight",
            Overtaken::ContentModified,
            handlers::document_highlight,
            params,
        )
        .await
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        self.read("textDocument/completion", Overtaken::ContentModified, handlers::completion, params).await
    }

    async fn inlay_hint_resolve(&self, params: InlayHint) -> Result<InlayHint> {
        let hint = params.clone();
        self.answer("inlayHint/resolve", Overtaken::ContentModified, handlers::inlay_hint_resolve, params)
            .await?;
        Ok(hint)
    }

    async fn completion_resolve(&self, params: CompletionItem) -> Result<CompletionItem> {
        self.read("completionItem/resolve", RETRY, handlers::completion_resolve, params).await
    }

    async fn signature_help(&self, params: SignatureHelpParams) -> Result<Option<SignatureHelp>> {
        self.read("textDocument/signatureHelp", Overtaken::ContentModified, handlers::signature_help, params)
            .await
    }

    async fn prepare_rename(
        &self,
        params: TextDocumentPositionParams,
    ) -> Result<Option<PrepareRenameResponse>> {
        self.read("textDocument/prepareRename", Overtaken::ContentModified, handlers::prepare_rename, params)
            .await
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        self.read("textDocument/rename", Overtaken::ContentModified, handlers::rename, params).await
    }

    async fn linked_editing_range(
        &self,
        params: LinkedEditingRangeParams,
    ) -> Result<Option<LinkedEditingRanges>> {
        self.read(
            "textDocument/linkedEditingRange",
            Overtaken::ContentModified,
            handlers::linked_editing_range,
            params,
        )
        .await
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        self.read("textDocument/foldingRange", RETRY, handlers::folding_range, params).await
    }

    async fn selection_range(&self, params: SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>> {
        self.read(
            "textDocument/selectionRange",
            Overtaken::ContentModified,
            handlers::selection_range,
            params,
        )
        .await
    }

    async fn document_link(&self, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
        self.read("textDocument/documentLink", RETRY, handlers::document_link, params).await
    }

    async fn prepare_call_hierarchy(
        &self,
        params: CallHierarchyPrepareParams,
    ) -> Result<Option<Vec<CallHierarchyItem>>> {
        self.read(
            "textDocument/prepareCallHierarchy",
            Overtaken::ContentModified,
            handlers::prepare_call_hierarchy,
            params,
        )
        .await
    }

    async fn incoming_calls(
        &self,
        params: CallHierarchyIncomingCallsParams,
    ) -> Result<Option<Vec<CallHierarchyIncomingCall>>> {
        self.read("callHierarchy/incomingCalls", Overtaken::ContentModified, handlers::incoming_calls, params)
            .await
    }

    async fn outgoing_calls(
        &self,
        params: CallHierarchyOutgoingCallsParams,
    ) -> Result<Option<Vec<CallHierarchyOutgoingCall>>> {
        self.read("callHierarchy/outgoingCalls", Overtaken::ContentModified, handlers::outgoing_calls, params)
            .await
    }

    async fn symbol(&self, params: WorkspaceSymbolParams) -> Result<Option<WorkspaceSymbolResponse>> {
        self.read("workspace/symbol", RETRY, handlers::workspace_symbol, params).await
    }

    async fn semantic_tokens_full(
        &self,
        params: SemanticTokensParams,
    ) -> Result<Option<SemanticTokensResult>> {
        self.read("textDocument/semanticTokens/full", RETRY, handlers::semantic_tokens_full, params).await
    }

    async fn semantic_tokens_full_delta(
        &self,
        params: SemanticTokensDeltaParams,
    ) -> Result<Option<SemanticTokensFullDeltaResult>> {
        self.read(
            "textDocument/semanticTokens/full/delta",
            RETRY,
            handlers::semantic_tokens_full_delta,
            params,
        )
        .await
    }

    async fn semantic_tokens_range(
        &self,
        params: SemanticTokensRangeParams,
    ) -> Result<Option<SemanticTokensRangeResult>> {
        self.read(
            "textDocument/semanticTokens/range",
            Overtaken::ContentModified,
            handlers::semantic_tokens_range,
            params,
        )
        .await
    }

    async fn formatting(&self, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        self.read("textDocument/formatting", Overtaken::ContentModified, handlers::formatting, params).await
    }

    async fn range_formatting(&self, params: DocumentRangeFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        self.read(
            "textDocument/rangeFormatting",
            Overtaken::ContentModified,
            handlers::range_formatting,
            params,
        )
        .await
    }

    async fn on_type_formatting(
        &self,
        params: DocumentOnTypeFormattingParams,
    ) -> Result<Option<Vec<TextEdit>>> {
        self.read(
            "textDocument/onTypeFormatting",
            Overtaken::ContentModified,
            handlers::on_type_formatting,
            params,
        )
        .await
    }

    async fn diagnostic(&self, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReportResult> {
        self.answer("textDocument/diagnostic", Overtaken::Retrigger, handlers::diagnostic, params).await?;
        Ok(DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport::default()).into())
    }

    async fn workspace_diagnostic(
        &self,
        params: WorkspaceDiagnosticParams,
    ) -> Result<WorkspaceDiagnosticReportResult> {
        self.answer("workspace/diagnostic", Overtaken::Retrigger, handlers::workspace_diagnostic, params)
            .await?;
        Ok(WorkspaceDiagnosticReport::default().into())
    }
}
