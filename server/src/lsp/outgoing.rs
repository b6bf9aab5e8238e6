//! Messages that the state wants sent: requests to the client, which wait for its answers, and announcements of progress.

use std::path::PathBuf;
use std::time::Duration;

use service::Answer;
use tokio::sync::mpsc;
use tower_lsp::Client as Peer;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{
    CodeAction, ConfigurationItem, LSPAny, MessageActionItem, MessageType, Registration, ShowDocumentParams,
    Uri,
};

use super::answers::read;
use super::capabilities::Client;
use super::index::excluded;
use super::progress::announce;
use super::requests;
use super::state::{Outgoing, Refresh};
use super::turns::Turns;
use crate::config::{FILE_NAME, SECTION};

/// The setting of files that the editor does not show.
const EXCLUDED: &str = "files.exclude";

/// How long the client may take to answer a request of ours.
const CLIENT_TIMEOUT: Duration = Duration::from_secs(10);

/// Sends in order what the state wants sent. Requests to the client wait in tasks of their own.
pub(super) async fn send_outgoing(peer: Peer, mut queue: mpsc::UnboundedReceiver<Outgoing>, turns: Turns) {
    while let Some(outgoing) = queue.recv().await {
        match outgoing {
            Outgoing::Register(registrations) => {
                tokio::spawn(register(peer.clone(), registrations));
            }
            Outgoing::ReadConfiguration => {
                tokio::spawn(read_configuration(peer.clone(), turns.clone()));
            }
            Outgoing::ReadExcluded => {
                tokio::spawn(read_excluded(peer.clone(), turns.clone()));
            }
            Outgoing::Refresh(refresh) => {
                tokio::spawn(ask_to_refresh(peer.clone(), refresh));
            }
            Outgoing::Progress(announcement) => {
                tokio::spawn(announce(peer.clone(), announcement));
            }
            Outgoing::Show(uri) => {
                tokio::spawn(show(peer.clone(), uri));
            }
            Outgoing::AskForTrust { question, folders } => {
                tokio::spawn(ask_for_trust(peer.clone(), question, folders, turns.clone()));
            }
            Outgoing::ChooseAction(actions) => {
                tokio::spawn(choose_action(peer.clone(), actions, turns.clone()));
            }
            Outgoing::Tell(text) => peer.show_message(MessageType::INFO, text).await,
        }
    }
}

/// The notifications that the client is asked for: changes of settings, of the files that configure a project, and of those of MLIR.
pub(super) fn registrations(client: &Client) -> Vec<Registration> {
    let settings = client.registers_configuration.then(|| Registration {
        id: "configuration".to_owned(),
        method: "workspace/didChangeConfiguration".to_owned(),
        register_options: Some(serde_json::json!({ "section": SECTION })),
    });
    let files = client.registers_watchers.then(|| Registration {
        id: "project".to_owned(),
        method: "workspace/didChangeWatchedFiles".to_owned(),
        register_options: Some(serde_json::json!({
            "watchers": [
                { "globPattern": format!("**/{FILE_NAME}") },
                { "globPattern": "**/*.td" },
                { "globPattern": "**/*.mlir" },
            ],
        })),
    });
    settings.into_iter().chain(files).collect()
}

async fn register(peer: Peer, registrations: Vec<Registration>) {
    match tokio::time::timeout(CLIENT_TIMEOUT, peer.register_capability(registrations)).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::warn!("the client does not report changes: {error}"),
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
            Refresh::SemanticTokens => peer.semantic_tokens_refresh().await,
        }
    };
    match tokio::time::timeout(CLIENT_TIMEOUT, asked).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::warn!("the client does not refresh {refresh:?}: {error}"),
        Err(_) => tracing::warn!("the client did not answer a request to refresh {refresh:?}"),
    }
}

async fn show(peer: Peer, uri: Uri) {
    let params = ShowDocumentParams { uri, external: None, take_focus: Some(true), selection: None };
    match tokio::time::timeout(CLIENT_TIMEOUT, peer.show_document(params)).await {
        Ok(Ok(true)) => {}
        Ok(Ok(false)) => tracing::warn!("the client did not show a page"),
        Ok(Err(error)) => tracing::warn!("the client did not show a page: {error}"),
        Err(_) => tracing::warn!("the client did not answer window/showDocument"),
    }
}

/// The button by which the user trusts a project.
const TRUST: &str = "Trust";

/// Waits for the user, who may take as long as they like.
async fn ask_for_trust(peer: Peer, question: String, folders: Vec<PathBuf>, turns: Turns) {
    let item = |title: &str| MessageActionItem { title: title.to_owned(), properties: Default::default() };
    let choice = vec![item(TRUST), item("Not Now")];
    let answer = peer.show_message_request(MessageType::WARNING, question, Some(choice)).await;
    let is_trusted = match answer {
        Ok(answer) => answer.is_some_and(|it| it.title == TRUST),
        Err(error) => {
            tracing::warn!("the client does not ask its user: {error}");
            false
        }
    };
    turns.send("trust", move |state| state.take_trust(&folders, is_trusted));
}

/// No dialog has room for more buttons.
const MOST_CHOICES: usize = 30;

/// Has the user choose among actions, and the client apply the one that was chosen.
async fn choose_action(peer: Peer, mut actions: Vec<CodeAction>, turns: Turns) {
    actions.truncate(MOST_CHOICES);
    let item =
        |it: &CodeAction| MessageActionItem { title: it.title.clone(), properties: Default::default() };
    let items = actions.iter().map(item).collect();
    let question = "Which one?".to_owned();
    let chosen = match peer.show_message_request(MessageType::INFO, question, Some(items)).await {
        Ok(chosen) => chosen.and_then(|chosen| actions.into_iter().find(|it| it.title == chosen.title)),
        Err(error) => return tracing::warn!("the client does not ask its user: {error}"),
    };
    let Some(action) = chosen else { return };
    let action = match action.edit {
        Some(_) => action,
        None => match resolved(&action, &turns).await {
            Ok(action) => action,
            Err(error) => return peer.show_message(MessageType::WARNING, error.message).await,
        },
    };
    let Some(edit) = action.edit else { return };
    match peer.apply_edit(edit).await {
        Ok(answer) if answer.applied => {}
        Ok(answer) => tracing::warn!("the client did not apply an edit: {:?}", answer.failure_reason),
        Err(error) => tracing::warn!("the client does not apply edits: {error}"),
    }
}

/// The action with its edit.
async fn resolved(action: &CodeAction, turns: &Turns) -> Result<CodeAction> {
    const METHOD: &str = "codeAction/resolve";
    let params = serde_json::to_value(action).unwrap_or_default();
    let Some(name) = requests::name(METHOD) else { return Err(Error::method_not_found()) };
    let Answer(answer) = requests::answer(turns, name, params).await;
    read(&answer?)
}

async fn read_configuration(peer: Peer, turns: Turns) {
    if let Some(section) = setting(&peer, SECTION).await {
        turns.send("workspace/configuration", move |state| state.set_section(section));
    }
}

async fn read_excluded(peer: Peer, turns: Turns) {
    let globs = setting(&peer, EXCLUDED).await.map(|it| excluded(&it)).unwrap_or_default();
    turns.send("workspace/configuration", move |state| state.exclude(globs));
}

/// A setting of the client, if it answers.
async fn setting(peer: &Peer, section: &str) -> Option<LSPAny> {
    let item = ConfigurationItem { scope_uri: None, section: Some(section.to_owned()) };
    match tokio::time::timeout(CLIENT_TIMEOUT, peer.configuration(vec![item])).await {
        Ok(Ok(values)) => return Some(values.into_iter().next().unwrap_or(LSPAny::Null)),
        Ok(Err(error)) => tracing::warn!("the client does not tell its configuration: {error}"),
        Err(_) => tracing::warn!("the client did not answer workspace/configuration"),
    }
    None
}
