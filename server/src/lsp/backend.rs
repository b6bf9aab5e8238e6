//! The protocol's methods. Each does one thing: it sends a closure to the state's thread before it waits for anything.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;
use tokio::sync::{mpsc, oneshot};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::request::{
    GotoDeclarationParams, GotoDeclarationResponse, GotoImplementationParams, GotoImplementationResponse,
    GotoTypeDefinitionParams, GotoTypeDefinitionResponse,
};
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
use super::query::{Overtaken, Query, RETRY, submit};
use super::snapshot::{AbandonOnDrop, Snapshot, Ticket};
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
