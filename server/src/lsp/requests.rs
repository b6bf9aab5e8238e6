//! The requests that are answered from snapshots: method, handler, where it runs, and what becomes of a request that an edit
//! supersedes.
//!
//! `tower-lsp` has methods of its own for the protocol's requests, and makes a tree of JSON values of what they return.
//! So each is registered once more, under another name, with an [answer](super::answers) that is written already.

use analysis::Patience;
use futures_util::FutureExt;
use futures_util::future::{self, BoxFuture};
use serde_json::Value;
use service::Answer;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{lsp_request, request};

use super::commands;
use super::handlers;
use super::query::{
    Handler, Query, RETRY, RunsOn, Superseded, WritingHandler, decoded, prepare, prepare_writing,
};
use super::turns::Turns;
use super::worker_pool::Lane;

/// The types of a handler as the protocol has them.
type HandlerOf<R> = Handler<<R as request::Request>::Params, <R as request::Request>::Result>;

/// A row of the table. Rows have one type whatever their handlers take and give, so that the service's machinery is compiled
/// once and not for each of them.
struct Registered {
    query: Query,
    /// The name in the service.
    name: &'static str,
}

/// The name under which a request is registered.
macro_rules! name {
    ($method:tt) => {
        concat!("affine/answer/", $method)
    };
}

macro_rules! requests {
    ($(protocol($superseded:expr, $runs_on:expr, $lane:expr) => { $($method:tt => $handler:ident,)* })*
     $(writing($writing_superseded:expr, $writing_runs_on:expr, $writing_lane:expr) => {
         $($writing_method:tt => $writing_handler:ident,)*
     })*
     $(beyond($beyond_superseded:expr, $beyond_runs_on:expr, $beyond_lane:expr) => {
         $($beyond_method:tt => $beyond_handler:ident,)*
     })*) => {
        static REQUESTS: &[Registered] = &[
            $($(Registered {
                query: Query {
                    method: $method,
                    superseded: $superseded,
                    runs_on: $runs_on,
                    lane: $lane,
                    prepare: |params| {
                        let handler: HandlerOf<lsp_request!($method)> = handlers::$handler;
                        prepare(params, handler)
                    },
                },
                name: name!($method),
            },)*)*
            $($(Registered {
                query: Query {
                    method: $writing_method,
                    superseded: $writing_superseded,
                    runs_on: $writing_runs_on,
                    lane: $writing_lane,
                    prepare: |params| {
                        let handler: WritingHandler<<lsp_request!($writing_method) as request::Request>::Params> =
                            handlers::$writing_handler;
                        prepare_writing(params, handler)
                    },
                },
                name: name!($writing_method),
            },)*)*
            $($(Registered {
                query: Query {
                    method: $beyond_method,
                    superseded: $beyond_superseded,
                    runs_on: $beyond_runs_on,
                    lane: $beyond_lane,
                    prepare: |params| prepare(params, handlers::$beyond_handler),
                },
                name: name!($beyond_method),
            },)*)*
        ];
    };
}

requests! {
    protocol(Superseded::ContentModified, RunsOn::Here(Patience::Glance), Lane::Typing) => {
        "textDocument/hover" => hover,
        "textDocument/signatureHelp" => signature_help,
    }
    protocol(Superseded::ContentModified, RunsOn::Worker, Lane::Typing) => {
        "textDocument/completion" => completion,
        "textDocument/onTypeFormatting" => on_type_formatting,
    }
    protocol(RETRY, RunsOn::Worker, Lane::Typing) => {
        "completionItem/resolve" => completion_resolve,
    }
    protocol(Superseded::ContentModified, RunsOn::Here(Patience::Glance), Lane::Usual) => {
        "textDocument/definition" => definition,
        "textDocument/declaration" => declaration,
        "textDocument/references" => references,
        "textDocument/codeAction" => code_action,
        "textDocument/typeDefinition" => type_definition,
        "textDocument/documentHighlight" => document_highlight,
        "textDocument/prepareRename" => prepare_rename,
        "textDocument/linkedEditingRange" => linked_editing_range,
        "textDocument/selectionRange" => selection_range,
    }
    protocol(Superseded::ContentModified, RunsOn::Worker, Lane::Usual) => {
        "textDocument/implementation" => implementation,
        "textDocument/inlayHint" => inlay_hint,
        "inlayHint/resolve" => inlay_hint_resolve,
        "codeAction/resolve" => code_action_resolve,
        "textDocument/rename" => rename,
        "textDocument/prepareCallHierarchy" => prepare_call_hierarchy,
        "callHierarchy/incomingCalls" => incoming_calls,
        "callHierarchy/outgoingCalls" => outgoing_calls,
        "textDocument/semanticTokens/range" => semantic_tokens_range,
        "textDocument/formatting" => formatting,
        "textDocument/rangeFormatting" => range_formatting,
    }
    protocol(RETRY, RunsOn::Here(Patience::Glance), Lane::WholeFiles) => {
        "textDocument/documentSymbol" => document_symbol,
    }
    protocol(RETRY, RunsOn::Worker, Lane::WholeFiles) => {
        "workspace/symbol" => workspace_symbol,
    }
    protocol(Superseded::Retrigger, RunsOn::Here(Patience::Frame), Lane::WholeFiles) => {
        "textDocument/diagnostic" => diagnostic,
    }
    protocol(Superseded::Retrigger, RunsOn::Worker, Lane::WholeFiles) => {
        "workspace/diagnostic" => workspace_diagnostic,
    }
    writing(RETRY, RunsOn::Here(Patience::Glance), Lane::WholeFiles) => {
        "textDocument/foldingRange" => folding_range,
    }
    writing(RETRY, RunsOn::Worker, Lane::WholeFiles) => {
        "textDocument/codeLens" => code_lens,
        "textDocument/documentLink" => document_link,
        "textDocument/semanticTokens/full" => semantic_tokens_full,
        "textDocument/semanticTokens/full/delta" => semantic_tokens_full_delta,
    }
    beyond(Superseded::ContentModified, RunsOn::Worker, Lane::Typing) => {
        "textDocument/inlineCompletion" => inline_completion,
    }
    beyond(RETRY, RunsOn::Worker, Lane::Usual) => {
        "affine/syntaxTree" => syntax_tree,
        "affine/dependenceGraph" => dependence_graph,
        "affine/explain" => explain,
        "affine/diagnosticCodes" => diagnostic_codes,
    }
    beyond(Superseded::ContentModified, RunsOn::Worker, Lane::Usual) => {
        "affine/iterationSpace" => iteration_space,
        "affine/polyhedron" => polyhedron,
        "textDocument/rangesFormatting" => ranges_formatting,
        "affine/optimize" => optimize,
        "affine/offers" => offers,
        "affine/remedies" => remedies,
    }
}

const EXECUTE_COMMAND: &str = "workspace/executeCommand";
const EXECUTE_COMMAND_NAME: &str = name!("workspace/executeCommand");

/// The names in the service.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    REQUESTS.iter().map(|it| it.name).chain([EXECUTE_COMMAND_NAME])
}

/// The name of a method of the table.
pub(super) fn name(method: &str) -> Option<&'static str> {
    match method {
        EXECUTE_COMMAND => Some(EXECUTE_COMMAND_NAME),
        _ => REQUESTS.iter().find(|it| it.query.method == method).map(|it| it.name),
    }
}

/// The answer to the request of a [name].
pub(super) fn answer(turns: &Turns, name: &str, params: Value) -> BoxFuture<'static, Answer> {
    let answer = match REQUESTS.iter().find(|it| it.name == name) {
        Some(request) => answer_query(turns, &request.query, params),
        None => decoded(params).map(|it| commands::execute(turns.clone(), it).boxed()),
    };
    answer.unwrap_or_else(|error| future::ready(Answer(Err(error))).boxed())
}

fn answer_query(turns: &Turns, query: &'static Query, params: Value) -> Result<BoxFuture<'static, Answer>> {
    let job = (query.prepare)(params)?;
    Ok(match query.answer_here(turns, &job) {
        Some(answer) => future::ready(answer).boxed(),
        None => query.answer(turns.clone(), job).boxed(),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tokio::sync::mpsc::unbounded_channel;

    use super::super::message_loop::Outbox;
    use super::super::state::State;
    use super::*;

    /// The parameters of all requests of the table together.
    fn of_closed_document() -> Value {
        let uri = "untitled:closed";
        let position = json!({ "line": 0, "character": 0 });
        let range = json!({ "start": position, "end": position });
        json!({
            "textDocument": { "uri": uri },
            "position": position, "positions": [position], "range": range, "ranges": [range], "ch": "\n",
            "context": {
                "diagnostics": [], "includeDeclaration": true, "triggerKind": 1, "isRetrigger": false,
            },
            "options": { "tabSize": 2, "insertSpaces": true },
            "newName": "x", "query": "x", "code": "race", "action": "permute",
            "previousResultId": "1", "previousResultIds": [],
            "item": { "name": "@f", "kind": 12, "uri": uri, "range": range, "selectionRange": range },
            "label": "x", "title": "x",
            "data": { "uri": uri, "version": 1, "id": "x", "about": 0, "operation": "affine.for" },
        })
    }

    /// An editor asks what it asks after each key, and its user closes the document before the answer.
    #[test]
    fn no_request_about_a_closed_document_is_an_error() {
        let (outgoing, _kept) = unbounded_channel();
        let (outbox, _bodies) = Outbox::new();
        let turns = State::start(outgoing, outbox);
        for Registered { query, .. } in REQUESTS {
            let method = query.method;
            let job = (query.prepare)(of_closed_document()).unwrap_or_else(|it| panic!("{method}: {it}"));
            let answer = turns
                .look(|state| (job.run)(&state.snapshot(job.about.as_ref())))
                .expect("nothing else is at work");
            assert!(answer.is_ok(), "{method}: {answer:?}");
        }
    }
}
