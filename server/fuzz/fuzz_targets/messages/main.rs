//! Conversations: documents opened, edited and closed, all requests about places in and outside of them, cancellations,
//! `initialize` and `shutdown` anywhere in between, and bytes that are no messages.
//!
//! Every request is answered once, also those that reuse a number. What the server knows in the end of each open document,
//! its tree and its diagnostics, is what a fresh server says about the text that the client has. No panic is caught on the
//! way, because libfuzzer's hook ends the process at any.
#![no_main]

mod peer;
mod step;
mod text;

use std::time::Duration;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

use peer::{Client, Peer, talk};
use step::Step;
use text::Documents;

/// Nothing that fits into an input takes so long.
const PATIENCE: Duration = Duration::from_secs(60);
const MOST_STEPS: usize = 64;

#[derive(Debug, Arbitrary)]
struct Conversation {
    client: Client,
    /// Whether messages come before `initialize`.
    begins_early: bool,
    steps: Vec<Step>,
}

/// What the server says of a document.
async fn knowledge(peer: &mut Peer, uri: &str) -> [Value; 2] {
    let document = serde_json::json!({ "textDocument": { "uri": uri } });
    let tree = peer.result("affine/syntaxTree", &document).await;
    [tree, peer.result("textDocument/diagnostic", &document).await]
}

/// Sends the steps and looks at what is left in the end.
async fn converse(peer: &mut Peer, conversation: &Conversation) {
    let mut documents = Documents::new(conversation.client.encoding);
    if !conversation.begins_early {
        peer.initialize(&conversation.client).await;
    }
    for step in &conversation.steps {
        step.take(peer, &conversation.client, &mut documents).await;
    }
    peer.answers().await;
    if !peer.is_serving() {
        return;
    }
    for (uri, text) in documents.open() {
        let known = knowledge(peer, uri).await;
        let fresh = talk(async |fresh| {
            fresh.initialize(&conversation.client).await;
            fresh.open(uri, 1, text).await;
            knowledge(fresh, uri).await
        });
        assert_eq!(known, fresh.await, "{uri}: {text}");
    }
}

fuzz_target!(|conversation: Conversation| {
    if conversation.steps.len() > MOST_STEPS {
        return;
    }
    let thread = std::thread::Builder::new().stack_size(affine_analyzer::STACK_BYTES);
    let held = thread.spawn(move || hold(&conversation)).expect("a thread");
    held.join().expect("no panic");
});

fn hold(conversation: &Conversation) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let whole = talk(async |peer| converse(peer, conversation).await);
    let done = runtime.block_on(async { tokio::time::timeout(PATIENCE, whole).await });
    assert!(done.is_ok(), "no answer within {PATIENCE:?}");
}
