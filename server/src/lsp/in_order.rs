//! Starts every handler in the order in which its message arrived.
//!
//! A handler that first touches the state when its future is polled, at some later time, would let a younger edit
//! overtake an older one.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use service::Service;
use tower_lsp::jsonrpc::{Request, Response};

use super::backend::routed;

/// How long the last answers may take to leave after `exit`, if the client does not read them.
const GRACE: Duration = Duration::from_millis(500);

pub(super) struct InOrder {
    service: Service,
    shut_down: Arc<AtomicBool>,
}

/// A message, with the answer if it has one.
pub(super) enum Started {
    Done(Option<Response>),
    AtWork(BoxFuture<'static, Option<Response>>),
}

impl InOrder {
    pub(super) fn new(service: Service, shut_down: Arc<AtomicBool>) -> Self {
        Self { service, shut_down }
    }

    /// Starts to handle a message; `None` when the service has ended.
    pub(super) async fn start(&mut self, request: Request) -> Option<Started> {
        self.service.ready().await?;
        let exits = request.method() == "exit";
        let mut handler = self.service.call(routed(request));
        let first = (&mut handler).now_or_never();
        if exits {
            super::exit_within(GRACE, &self.shut_down);
        }
        Some(match first {
            Some(answer) => Started::Done(answer),
            None => Started::AtWork(handler),
        })
    }
}
