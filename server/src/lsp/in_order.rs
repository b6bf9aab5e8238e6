//! Starts every handler in the order in which its message arrived.
//!
//! The transport calls `call` once per message, in order, but starts the returned futures when it likes. A handler
//! that first touches the state when it is polled later would let a younger edit overtake an older one.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{self, BoxFuture};
use tower::Service;
use tower_lsp::jsonrpc::Request;

/// How long the last answers may take to leave after `exit`, if the client does not read them.
const GRACE: Duration = Duration::from_millis(500);

pub(super) struct InOrder<S> {
    service: S,
    shut_down: Arc<AtomicBool>,
}

impl<S> InOrder<S> {
    pub(super) fn new(service: S, shut_down: Arc<AtomicBool>) -> Self {
        Self { service, shut_down }
    }
}

impl<S> Service<Request> for InOrder<S>
where
    S: Service<Request>,
    S::Future: Send + 'static,
    S::Response: Send + 'static,
    S::Error: Send + 'static,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = BoxFuture<'static, Result<S::Response, S::Error>>;

    fn poll_ready(&mut self, ctx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.service.poll_ready(ctx)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let exits = request.method() == "exit";
        let mut handler = self.service.call(request).boxed();
        let first = (&mut handler).now_or_never();
        if exits {
            super::exit_within(GRACE, &self.shut_down);
        }
        match first {
            Some(response) => future::ready(response).boxed(),
            None => handler,
        }
    }
}
