//! The service of `tower-lsp`, apart from what it serves.
//!
//! `tower-lsp` registers each of the protocol's 70 methods for the type that implements [`LanguageServer`], decodes its
//! parameters and makes a tree of JSON values of what it returns. All of that is compiled with that type, which is a fifth of
//! what the server takes to build. So the type is here, knows the server as a [`Backend`], and compiles beside the analyses;
//! the server's own methods take JSON and give the [text of their answer](Answer).

use std::future::poll_fn;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde_json::Value;
use tower::Service as _;
use tower_lsp::jsonrpc::{self, Id, IntoResponse, Request, Response};
use tower_lsp::ls_types::{InitializeParams, InitializeResult, InitializedParams, LSPAny};
use tower_lsp::{Client, ClientSocket, LanguageServer, LspService};

/// The server behind the service.
pub trait Backend: Send + Sync + 'static {
    fn initialize(&self, params: InitializeParams) -> InitializeResult;

    fn initialized(&self);

    fn shutdown(&self);

    /// Takes a notification that is in [`Methods`].
    fn take(&self, method: &'static str, params: Value);

    /// Answers a request that is in [`Methods`].
    fn answer(&self, method: &'static str, params: Value) -> BoxFuture<'static, Answer>;
}

/// The methods that a [`Backend`] handles, under names that the protocol does not have: under its own `tower-lsp` registers
/// them itself.
#[derive(Default)]
pub struct Methods {
    pub requests: Vec<&'static str>,
    pub notifications: Vec<&'static str>,
    /// What the server can do that the types of its capabilities have no fields for.
    pub further_capabilities: Value,
}

/// The answer to a request: the text of the message that carries the result, but for the request's number.
pub struct Answer(pub jsonrpc::Result<String>);

impl IntoResponse for Answer {
    fn into_response(self, id: Option<Id>) -> Option<Response> {
        id.map(|id| Response::from_parts(id, self.0.map(LSPAny::String)))
    }

    fn is_notification() -> bool {
        false
    }
}

/// Makes the server, which can ask its client.
pub type Start = Box<dyn FnOnce(Client) -> Box<dyn Backend>>;

/// Handles the messages of one client.
///
/// Nothing here is generic, so that it is compiled in this crate.
pub struct Service {
    service: LspService<Session>,
    further_capabilities: Value,
}

impl Service {
    /// The service, and the way to ask the client.
    pub fn new(methods: &Methods, start: Start) -> (Self, ClientSocket) {
        let mut service = LspService::build(|client| Session(start(client)));
        for name in &methods.requests {
            service = service.custom_method(name, answer(name));
        }
        for name in &methods.notifications {
            service = service.custom_method(name, take(name));
        }
        let (service, socket) = service.finish();
        (Self { service, further_capabilities: methods.further_capabilities.clone() }, socket)
    }

    /// Waits until it takes a message; `None` when it has ended.
    pub fn ready(&mut self) -> BoxFuture<'_, Option<()>> {
        poll_fn(|context| self.service.poll_ready(context)).map(Result::ok).boxed()
    }

    /// Begins to handle a message, whose answer it gives if it has one.
    pub fn call(&mut self, message: Request) -> BoxFuture<'static, Option<Response>> {
        let further = (message.method() == "initialize").then(|| self.further_capabilities.clone());
        let answer = self.service.call(message).map(|it| it.ok().flatten());
        answer.map(|it| Some(with_capabilities(it?, further))).boxed()
    }
}

/// The answer to `initialize`, with these capabilities besides.
fn with_capabilities(answer: Response, further: Option<Value>) -> Response {
    let Some(further) = further else { return answer };
    let (id, mut result) = answer.into_parts();
    if let Ok(result) = &mut result {
        merge(&mut result["capabilities"], further);
    }
    Response::from_parts(id, result)
}

/// Objects are merged; any other value takes the place of the one before it.
fn merge(into: &mut Value, from: Value) {
    match (into, from) {
        (Value::Object(into), Value::Object(from)) => {
            for (key, value) in from {
                merge(into.entry(key).or_insert(Value::Null), value);
            }
        }
        (into, from) => *into = from,
    }
}

fn answer(name: &'static str) -> impl Fn(&Session, Value) -> BoxFuture<'static, Answer> + Clone {
    move |session, params| session.0.answer(name, params)
}

/// Handles the notification at once, not when its future is polled.
fn take(name: &'static str) -> impl Fn(&Session, Value) -> BoxFuture<'static, ()> + Clone {
    move |session, params| {
        session.0.take(name, params);
        std::future::ready(()).boxed()
    }
}

/// A [`Backend`] as `tower-lsp` knows it.
struct Session(Box<dyn Backend>);

impl LanguageServer for Session {
    async fn initialize(&self, params: InitializeParams) -> jsonrpc::Result<InitializeResult> {
        Ok(self.0.initialize(params))
    }

    async fn initialized(&self, _: InitializedParams) {
        self.0.initialized();
    }

    async fn shutdown(&self) -> jsonrpc::Result<()> {
        self.0.shutdown();
        Ok(())
    }
}
