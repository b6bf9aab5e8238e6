//! The protocol's methods. Each does one thing: it sends a closure to the state's thread before it waits for anything.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;
use tokio::sync::{mpsc, oneshot};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::request::{self, Request};
use tower_lsp::ls_types::*;
use tower_lsp::{Client as Peer, LanguageServer};

use super::answers::Answer;
use super::capabilities::{Client, server_capabilities};
use super::handlers::{
    self, DependenceGraph, DependenceGraphParams, IterationSpaceParams, Polyhedron, PolyhedronParams,
    SyntaxTreeParams,
};
use super::message_loop::Outbox;
use super::outgoing::send_outgoing;
use super::query::{Query, RETRY, Superseded, submit};
use super::snapshot::{CancelOnDrop, CancellationHandle, Snapshot};
use super::state::{State, Turns};

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
        superseded: Superseded,
        handler: Handler<P, R>,
        params: P,
    ) -> Result<R>
    where
        P: Send + 'static,
        R: Serialize + Default + 'static,
    {
        self.answer(method, superseded, handler, params).await?;
        Ok(R::default())
    }

    /// Leaves the answer to the request that is handled.
    async fn answer<P: Send + 'static, R: Serialize + 'static>(
        &self,
        method: &'static str,
        superseded: Superseded,
        handler: Handler<P, R>,
        params: P,
    ) -> Result<()> {
        let (reply, answer) = oneshot::channel();
        let handle = Arc::new(CancellationHandle::default());
        let _guard = CancelOnDrop(handle.clone());
        let job = move |it: &Snapshot| Answer::write(&handler(it, &params)?);
        submit(&self.turns, Query { method, superseded, job: Box::new(job), handle, reply });
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
        self.read("affine/iterationSpace", Superseded::ContentModified, handlers::iteration_space, params)
            .await
    }

    pub(super) async fn polyhedron(&self, params: PolyhedronParams) -> Result<Option<Polyhedron>> {
        self.read("affine/polyhedron", Superseded::ContentModified, handlers::polyhedron, params).await
    }
}

/// The methods of requests that need no more than their handler: `method: Request = handler`.
macro_rules! requests {
    ($superseded:expr => $($name:ident: $request:ident = $handler:ident,)*) => {$(
        async fn $name(
            &self,
            params: <request::$request as Request>::Params,
        ) -> Result<<request::$request as Request>::Result> {
            self.read(request::$request::METHOD, $superseded, handlers::$handler, params).await
        }
    )*};
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

    requests! { Superseded::ContentModified =>
        hover: HoverRequest = hover,
        goto_definition: GotoDefinition = definition,
        goto_declaration: GotoDeclaration = declaration,
        goto_implementation: GotoImplementation = implementation,
        references: References = references,
        inlay_hint: InlayHintRequest = inlay_hint,
        code_action: CodeActionRequest = code_action,
        code_action_resolve: CodeActionResolveRequest = code_action_resolve,
        goto_type_definition: GotoTypeDefinition = type_definition,
        document_highlight: DocumentHighlightRequest = document_highlight,
        completion: Completion = completion,
        signature_help: SignatureHelpRequest = signature_help,
        prepare_rename: PrepareRenameRequest = prepare_rename,
        rename: Rename = rename,
        linked_editing_range: LinkedEditingRange = linked_editing_range,
        selection_range: SelectionRangeRequest = selection_range,
        prepare_call_hierarchy: CallHierarchyPrepare = prepare_call_hierarchy,
        incoming_calls: CallHierarchyIncomingCalls = incoming_calls,
        outgoing_calls: CallHierarchyOutgoingCalls = outgoing_calls,
        semantic_tokens_range: SemanticTokensRangeRequest = semantic_tokens_range,
        formatting: Formatting = formatting,
        range_formatting: RangeFormatting = range_formatting,
        on_type_formatting: OnTypeFormatting = on_type_formatting,
    }

    requests! { RETRY =>
        document_symbol: DocumentSymbolRequest = document_symbol,
        code_lens: CodeLensRequest = code_lens,
        completion_resolve: ResolveCompletionItem = completion_resolve,
        folding_range: FoldingRangeRequest = folding_range,
        document_link: DocumentLinkRequest = document_link,
        symbol: WorkspaceSymbolRequest = workspace_symbol,
        semantic_tokens_full: SemanticTokensFullRequest = semantic_tokens_full,
        semantic_tokens_full_delta: SemanticTokensFullDeltaRequest = semantic_tokens_full_delta,
    }

    async fn inlay_hint_resolve(&self, params: InlayHint) -> Result<InlayHint> {
        let hint = params.clone();
        self.answer("inlayHint/resolve", Superseded::ContentModified, handlers::inlay_hint_resolve, params)
            .await?;
        Ok(hint)
    }

    async fn diagnostic(&self, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReportResult> {
        self.answer("textDocument/diagnostic", Superseded::Retrigger, handlers::diagnostic, params).await?;
        Ok(DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport::default()).into())
    }

    async fn workspace_diagnostic(
        &self,
        params: WorkspaceDiagnosticParams,
    ) -> Result<WorkspaceDiagnosticReportResult> {
        self.answer("workspace/diagnostic", Superseded::Retrigger, handlers::workspace_diagnostic, params)
            .await?;
        Ok(WorkspaceDiagnosticReport::default().into())
    }
}
