//! The requests that are answered from snapshots: method, handler, where it runs, and what becomes of a request that an edit
//! supersedes.
//!
//! `tower-lsp` has methods of its own for the protocol's requests, and makes a tree of JSON values of what they return.
//! So each is registered once more, under another name, with an [answer](super::answers) that is written already.

use analysis::Patience;
use futures_util::FutureExt;
use futures_util::future::{self, BoxFuture};
use serde::Serialize;
use tower_lsp::LspServiceBuilder;
use tower_lsp::jsonrpc::Request;
use tower_lsp::ls_types::{lsp_request, request};

use super::answers::Answer;
use super::backend::Backend;
use super::commands;
use super::handlers;
use super::query::{Handler, Place, RETRY, Superseded, answer_here, query};

/// The types of a handler as the protocol has them.
type HandlerOf<R> = Handler<<R as request::Request>::Params, <R as request::Request>::Result>;

/// The name under which a request of the protocol is registered.
macro_rules! name {
    ($method:tt) => {
        concat!("affine/answer/", $method)
    };
}

macro_rules! requests {
    ($(($superseded:expr, $place:expr) => { $($method:tt => $handler:ident,)* })*) => {
        fn register_protocol(service: LspServiceBuilder<Backend>) -> LspServiceBuilder<Backend> {
            $($(
                let handler: HandlerOf<lsp_request!($method)> = handlers::$handler;
                let service = service.custom_method(name!($method), answer($method, $superseded, $place, handler));
            )*)*
            service
        }

        fn registered_name(method: &str) -> Option<&'static str> {
            match method {
                EXECUTE_COMMAND => Some(name!("workspace/executeCommand")),
                $($($method => Some(name!($method)),)*)*
                _ => None,
            }
        }
    };
}

requests! {
    (Superseded::ContentModified, Place::Here(Patience::Glance)) => {
        "textDocument/hover" => hover,
        "textDocument/definition" => definition,
        "textDocument/declaration" => declaration,
        "textDocument/references" => references,
        "textDocument/codeAction" => code_action,
        "textDocument/typeDefinition" => type_definition,
        "textDocument/documentHighlight" => document_highlight,
        "textDocument/signatureHelp" => signature_help,
        "textDocument/prepareRename" => prepare_rename,
        "textDocument/linkedEditingRange" => linked_editing_range,
        "textDocument/selectionRange" => selection_range,
    }
    (Superseded::ContentModified, Place::Worker) => {
        "textDocument/implementation" => implementation,
        "textDocument/inlayHint" => inlay_hint,
        "inlayHint/resolve" => inlay_hint_resolve,
        "codeAction/resolve" => code_action_resolve,
        "textDocument/completion" => completion,
        "textDocument/rename" => rename,
        "textDocument/prepareCallHierarchy" => prepare_call_hierarchy,
        "callHierarchy/incomingCalls" => incoming_calls,
        "callHierarchy/outgoingCalls" => outgoing_calls,
        "textDocument/semanticTokens/range" => semantic_tokens_range,
        "textDocument/formatting" => formatting,
        "textDocument/rangeFormatting" => range_formatting,
        "textDocument/onTypeFormatting" => on_type_formatting,
    }
    (RETRY, Place::Here(Patience::Glance)) => {
        "textDocument/documentSymbol" => document_symbol,
        "textDocument/foldingRange" => folding_range,
    }
    (RETRY, Place::Worker) => {
        "textDocument/codeLens" => code_lens,
        "completionItem/resolve" => completion_resolve,
        "textDocument/documentLink" => document_link,
        "workspace/symbol" => workspace_symbol,
        "textDocument/semanticTokens/full" => semantic_tokens_full,
        "textDocument/semanticTokens/full/delta" => semantic_tokens_full_delta,
    }
    (Superseded::Retrigger, Place::Here(Patience::Frame)) => {
        "textDocument/diagnostic" => diagnostic,
    }
    (Superseded::Retrigger, Place::Worker) => {
        "workspace/diagnostic" => workspace_diagnostic,
    }
}

const EXECUTE_COMMAND: &str = "workspace/executeCommand";
const SYNTAX_TREE: &str = "affine/syntaxTree";
const DEPENDENCE_GRAPH: &str = "affine/dependenceGraph";
const ITERATION_SPACE: &str = "affine/iterationSpace";
const POLYHEDRON: &str = "affine/polyhedron";
const OPTIMIZE: &str = "affine/optimize";
const EXPLAIN: &str = "affine/explain";
const DIAGNOSTIC_CODES: &str = "affine/diagnosticCodes";

/// Registers the requests of the protocol and those beyond it.
pub(super) fn register(service: LspServiceBuilder<Backend>) -> LspServiceBuilder<Backend> {
    let modified = Superseded::ContentModified;
    register_protocol(service)
        .custom_method(name!("workspace/executeCommand"), |backend: &Backend, params| {
            commands::execute(backend.turns.clone(), params).boxed()
        })
        .custom_method(SYNTAX_TREE, answer(SYNTAX_TREE, RETRY, Place::Worker, handlers::syntax_tree))
        .custom_method(
            DEPENDENCE_GRAPH,
            answer(DEPENDENCE_GRAPH, RETRY, Place::Worker, handlers::dependence_graph),
        )
        .custom_method(
            ITERATION_SPACE,
            answer(ITERATION_SPACE, modified, Place::Worker, handlers::iteration_space),
        )
        .custom_method(POLYHEDRON, answer(POLYHEDRON, modified, Place::Worker, handlers::polyhedron))
        .custom_method(OPTIMIZE, answer(OPTIMIZE, modified, Place::Worker, handlers::optimize))
        .custom_method(EXPLAIN, answer(EXPLAIN, RETRY, Place::Worker, handlers::explain))
        .custom_method(
            DIAGNOSTIC_CODES,
            answer(DIAGNOSTIC_CODES, RETRY, Place::Worker, handlers::diagnostic_codes),
        )
}

fn answer<P: Send + 'static, R: Serialize + 'static>(
    method: &'static str,
    superseded: Superseded,
    place: Place,
    handler: Handler<P, R>,
) -> impl Fn(&Backend, P) -> BoxFuture<'static, Answer> + Clone {
    move |backend, params| {
        let known = match place {
            Place::Here(patience) => answer_here(&backend.turns, patience, handler, &params),
            Place::Worker => None,
        };
        match known {
            Some(answer) => future::ready(answer).boxed(),
            None => query(backend.turns.clone(), method, superseded, handler, params).boxed(),
        }
    }
}

/// The request with the name under which its method is registered.
pub(super) fn routed(request: Request) -> Request {
    let Some(name) = registered_name(request.method()) else { return request };
    let (_, id, params) = request.into_parts();
    let mut routed = Request::build(name);
    if let Some(id) = id {
        routed = routed.id(id);
    }
    if let Some(params) = params {
        routed = routed.params(params);
    }
    routed.finish()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_routed_request_is_the_same_but_for_its_name() {
        let request = Request::build("textDocument/hover").id(7).params(json!({ "a": null })).finish();
        let expected = Request::build("affine/answer/textDocument/hover").id(7).params(json!({ "a": null }));
        assert_eq!(routed(request), expected.finish());
    }

    #[test]
    fn others_are_not_routed() {
        for method in ["initialize", "textDocument/didChange", "affine/polyhedron", "textDocument/moniker"] {
            assert_eq!(routed(Request::build(method).finish()).method(), method);
        }
    }
}
