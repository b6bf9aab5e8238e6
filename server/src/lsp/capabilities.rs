//! The abilities of the client, and those that the server says that it has.

use tower_lsp::ls_types::*;

use super::commands;
use super::position::Encoding;
use super::semantic_legend::legend;
use super::state::Refresh;

/// The client's abilities, asked once.
#[derive(Debug, Clone, Default)]
pub(super) struct Client {
    pub(super) encoding: Encoding,
    pub(super) answers_configuration: bool,
    pub(super) registers_configuration: bool,
    pub(super) registers_watchers: bool,
    pub(super) related_information: bool,
    pub(super) diagnostic_versions: bool,
    pub(super) code_descriptions: bool,
    pub(super) markdown_hover: bool,
    pub(super) hierarchical_symbols: bool,
    pub(super) declaration_links: bool,
    pub(super) definition_links: bool,
    pub(super) type_definition_links: bool,
    pub(super) snippets: bool,
    /// Whether it shows text that could come next.
    pub(super) completes_inline: bool,
    pub(super) markdown_completion: bool,
    /// Whether a fold hides whole lines only.
    pub(super) folds_lines: bool,
    pub(super) prepares_rename: bool,
    pub(super) code_action_literals: bool,
    pub(super) disabled_actions: bool,
    pub(super) preferred_actions: bool,
    /// Whether the edit of an action may be left for `codeAction/resolve`.
    pub(super) lazy_action_edits: bool,
    /// Whether `codeAction/resolve` may give a command too, which is run after the edit.
    pub(super) lazy_action_commands: bool,
    /// Whether it takes edits that the server sends.
    pub(super) applies_edits: bool,
    /// Whether it has its user choose among actions by a list of its own.
    pub(super) chooses_actions: bool,
    pub(super) versioned_edits: bool,
    /// Whether an edit may create a file.
    pub(super) creates_files: bool,
    /// Whether the tooltip of a hint may be left for `inlayHint/resolve`.
    pub(super) resolves_tooltips: bool,
    pub(super) shows_progress: bool,
    /// Whether it opens a file when told to.
    pub(super) shows_documents: bool,
    /// Its own command that shows the page of a code, the one argument.
    pub(super) explain_command: Option<String>,
    /// It asks for diagnostics itself.
    pub(super) pulls_diagnostics: bool,
    /// The answers that it asks for again when told to.
    pub(super) refreshes: Vec<Refresh>,
}

impl Client {
    /// Whether offers that a menu leaves out can be chosen afterwards.
    pub(super) fn can_choose_later(&self) -> bool {
        self.lazy_action_edits && (self.chooses_actions || self.applies_edits)
    }

    pub(super) fn new(capabilities: &ClientCapabilities) -> Self {
        let general = capabilities.general.clone().unwrap_or_default();
        let workspace = capabilities.workspace.clone().unwrap_or_default();
        let window = capabilities.window.clone().unwrap_or_default();
        let document = capabilities.text_document.clone().unwrap_or_default();
        let diagnostics = document.publish_diagnostics.unwrap_or_default();
        let action = document.code_action.unwrap_or_default();
        let item = document.completion.and_then(|it| it.completion_item).unwrap_or_default();
        let refreshes = refreshes(&workspace);
        let resolves = |what: &str| {
            let resolved = action.resolve_support.as_ref();
            resolved.is_some_and(|it| it.properties.iter().any(|property| property == what))
        };
        Self {
            encoding: Encoding::negotiate(general.position_encodings.as_deref()),
            answers_configuration: workspace.configuration == Some(true),
            registers_configuration: workspace
                .did_change_configuration
                .is_some_and(|it| it.dynamic_registration == Some(true)),
            registers_watchers: workspace
                .did_change_watched_files
                .is_some_and(|it| it.dynamic_registration == Some(true)),
            related_information: diagnostics.related_information == Some(true),
            diagnostic_versions: diagnostics.version_support == Some(true),
            code_descriptions: diagnostics.code_description_support == Some(true),
            // A client that does not say takes Markdown, as the protocol's older versions had it.
            markdown_hover: document
                .hover
                .and_then(|it| it.content_format)
                .is_none_or(|formats| formats.contains(&MarkupKind::Markdown)),
            hierarchical_symbols: document
                .document_symbol
                .is_some_and(|it| it.hierarchical_document_symbol_support == Some(true)),
            declaration_links: document.declaration.is_some_and(|it| it.link_support == Some(true)),
            definition_links: document.definition.is_some_and(|it| it.link_support == Some(true)),
            type_definition_links: document.type_definition.is_some_and(|it| it.link_support == Some(true)),
            snippets: item.snippet_support == Some(true),
            completes_inline: document.inline_completion.is_some(),
            markdown_completion: item
                .documentation_format
                .is_some_and(|formats| formats.contains(&MarkupKind::Markdown)),
            folds_lines: document.folding_range.is_some_and(|it| it.line_folding_only == Some(true)),
            prepares_rename: document.rename.is_some_and(|it| it.prepare_support == Some(true)),
            code_action_literals: action.code_action_literal_support.is_some(),
            disabled_actions: action.disabled_support == Some(true),
            preferred_actions: action.is_preferred_support == Some(true),
            lazy_action_edits: action.data_support == Some(true) && resolves("edit"),
            lazy_action_commands: resolves("command"),
            applies_edits: workspace.apply_edit == Some(true),
            chooses_actions: chooses_actions(capabilities),
            resolves_tooltips: document
                .inlay_hint
                .and_then(|it| it.resolve_support)
                .is_some_and(|it| it.properties.iter().any(|property| property == "tooltip")),
            shows_progress: window.work_done_progress == Some(true),
            shows_documents: window.show_document.is_some_and(|it| it.support),
            explain_command: explain_command(capabilities),
            pulls_diagnostics: document.diagnostic.is_some(),
            refreshes,
            creates_files: workspace
                .workspace_edit
                .as_ref()
                .and_then(|it| it.resource_operations.as_ref())
                .is_some_and(|it| it.contains(&ResourceOperationKind::Create)),
            versioned_edits: workspace.workspace_edit.is_some_and(|it| it.document_changes == Some(true)),
        }
    }
}

/// No part of the protocol: what the extension of VS Code says of itself.
fn explain_command(capabilities: &ClientCapabilities) -> Option<String> {
    Some(capabilities.experimental.as_ref()?.get("explainCommand")?.as_str()?.to_owned())
}

/// No part of the protocol either.
fn chooses_actions(capabilities: &ClientCapabilities) -> bool {
    capabilities.experimental.as_ref().and_then(|it| it.get("choosesActions")?.as_bool()) == Some(true)
}

fn refreshes(workspace: &WorkspaceClientCapabilities) -> Vec<Refresh> {
    let hints = workspace.inlay_hint.as_ref().and_then(|it| it.refresh_support);
    let lenses = workspace.code_lens.as_ref().and_then(|it| it.refresh_support);
    let diagnostics = workspace.diagnostics.as_ref().and_then(|it| it.refresh_support);
    let tokens = workspace.semantic_tokens.as_ref().and_then(|it| it.refresh_support);
    let all = [
        (hints, Refresh::InlayHints),
        (lenses, Refresh::CodeLenses),
        (diagnostics, Refresh::Diagnostics),
        (tokens, Refresh::SemanticTokens),
    ];
    all.into_iter().filter(|it| it.0 == Some(true)).map(|it| it.1).collect()
}

fn characters(list: &[&str]) -> Vec<String> {
    list.iter().map(|it| (*it).to_owned()).collect()
}

/// What the types of the protocol have no fields for yet.
pub(super) fn further_capabilities() -> serde_json::Value {
    serde_json::json!({ "documentRangeFormattingProvider": { "rangesSupport": true } })
}

/// The abilities of the server for this client.
pub(super) fn server_capabilities(client: &Client) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(client.encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        declaration_provider: Some(DeclarationCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        type_definition_provider: Some(TypeDefinitionProviderCapability::Simple(true)),
        implementation_provider: Some(ImplementationProviderCapability::Simple(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        completion_provider: Some(CompletionOptions {
            resolve_provider: Some(true),
            trigger_characters: Some(characters(&["%", "@", "^", "#", "!", ".", "["])),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(characters(&["(", "[", ","])),
            ..SignatureHelpOptions::default()
        }),
        // A client that cannot ask before takes no options either.
        rename_provider: Some(if client.prepares_rename {
            OneOf::Right(RenameOptions {
                prepare_provider: Some(true),
                work_done_progress_options: WorkDoneProgressOptions::default(),
            })
        } else {
            OneOf::Left(true)
        }),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_range_formatting_provider: Some(OneOf::Left(true)),
        document_on_type_formatting_provider: Some(DocumentOnTypeFormattingOptions {
            first_trigger_character: "\n".to_owned(),
            more_trigger_character: Some(characters(&["}"])),
        }),
        linked_editing_range_provider: Some(LinkedEditingRangeServerCapabilities::Simple(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        selection_range_provider: Some(SelectionRangeProviderCapability::Simple(true)),
        document_link_provider: Some(DocumentLinkOptions {
            resolve_provider: Some(false),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        call_hierarchy_provider: Some(CallHierarchyServerCapability::Simple(true)),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: None,
        }),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        semantic_tokens_provider: Some(SemanticTokensServerCapabilities::SemanticTokensOptions(
            SemanticTokensOptions {
                legend: legend(),
                range: Some(true),
                full: Some(SemanticTokensFullOptions::Delta { delta: Some(true) }),
                ..SemanticTokensOptions::default()
            },
        )),
        document_symbol_provider: Some(OneOf::Left(true)),
        diagnostic_provider: client.pulls_diagnostics.then(|| {
            DiagnosticServerCapabilities::Options(DiagnosticOptions {
                identifier: None,
                inter_file_dependencies: false,
                workspace_diagnostics: true,
                work_done_progress_options: WorkDoneProgressOptions::default(),
            })
        }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: commands::names().map(str::to_owned).collect(),
            ..ExecuteCommandOptions::default()
        }),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        inlay_hint_provider: Some(if client.resolves_tooltips {
            OneOf::Right(InlayHintServerCapabilities::Options(InlayHintOptions {
                resolve_provider: Some(true),
                ..InlayHintOptions::default()
            }))
        } else {
            OneOf::Left(true)
        }),
        inline_completion_provider: client.completes_inline.then_some(OneOf::Left(true)),
        // Without literals a client takes commands only.
        code_action_provider: client.code_action_literals.then(|| {
            CodeActionProviderCapability::Options(CodeActionOptions {
                code_action_kinds: Some(
                    analysis::action_kinds().chain([analysis::OPTIMIZE]).map(CodeActionKind::new).collect(),
                ),
                resolve_provider: Some(true),
                ..CodeActionOptions::default()
            })
        }),
        ..ServerCapabilities::default()
    }
}
