//! The language server on standard input and output.
//!
//! Messages ([`message_loop`]) start in the order in which they arrive ([`in_order`]), reach their handlers ([`backend`],
//! [`requests`]), change or read the [`state`] in that order ([`turns`]), and are answered from snapshots on worker threads
//! ([`query`], [`worker_pool`]), which also write the answers ([`answers`]).

mod answers;
mod backend;
mod capabilities;
mod commands;
mod configuration;
mod convert;
mod diagnostics;
mod dialects;
mod document;
mod errors;
mod framing;
mod free_memory;
mod handlers;
mod in_order;
mod index;
mod kept_list;
mod kept_ops;
mod kept_tokens;
mod message_loop;
mod outgoing;
mod pages;
pub(crate) mod position;
mod progress;
mod projects;
mod pulled;
mod query;
mod requests;
mod semantic_legend;
mod shift;
mod snapshot;
mod state;
mod stdio;
mod token_cache;
mod token_runs;
mod trust;
mod turns;
mod warm_up;
mod worker_pool;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context;
use tokio::io::{AsyncRead, AsyncWrite};

use backend::Backend;
use in_order::InOrder;
use message_loop::Outbox;

/// How long requests may still be answered after the input has ended without `exit`.
const ORPHAN_GRACE: Duration = Duration::from_secs(10);

/// Serves one client and ends with the exit code that the protocol demands: 0 after `shutdown`, else 1.
///
/// On a thread of its own: it answers what needs no worker, with a worker's stack.
pub(crate) fn serve() -> anyhow::Result<u8> {
    warm_up::begin();
    let thread = std::thread::Builder::new().name("messages".into()).stack_size(analysis::STACK_BYTES);
    let served = thread.spawn(serve_here).context("cannot start the thread of the message loop")?.join();
    served.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

fn serve_here() -> anyhow::Result<u8> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start the message loop")?;
    let shut_down = Arc::new(AtomicBool::new(false));
    let at_end = {
        let shut_down = shut_down.clone();
        move || exit_within(ORPHAN_GRACE, &shut_down)
    };
    runtime.block_on(async { hold(stdio::input(), stdio::output(), at_end, shut_down.clone()).await });
    // The blocked reader of stdin would keep the process alive.
    std::process::exit(exit_status(&shut_down));
}

/// Serves one client that writes to `input` and reads from `output`, until the input ends; the threads that it starts end
/// soon after. It needs a stack of [`analysis::STACK_BYTES`]. The message `exit` ends the process as it ends that of the
/// server.
pub async fn converse(input: impl AsyncRead + Unpin, output: impl AsyncWrite + Unpin) {
    hold(input, output, || {}, Arc::default()).await;
}

async fn hold(
    input: impl AsyncRead + Unpin,
    output: impl AsyncWrite + Unpin,
    at_end: impl FnOnce(),
    shut_down: Arc<AtomicBool>,
) {
    let (outbox, bodies) = Outbox::new();
    let start: service::Start = {
        let (outbox, shut_down) = (outbox.clone(), shut_down.clone());
        Box::new(|peer| Box::new(Backend::start(peer, outbox, shut_down)))
    };
    let (service, socket) = service::Service::new(&backend::methods(), start);
    let service = InOrder::new(service, shut_down);
    message_loop::serve(input, output, at_end, service, socket, (outbox, bodies)).await;
}

fn exit_status(shut_down: &AtomicBool) -> i32 {
    if shut_down.load(Ordering::SeqCst) { 0 } else { 1 }
}

/// Ends the process if the message loop does not: it may wait for a client that has stopped reading, or for an answer
/// that is not needed any more.
fn exit_within(grace: Duration, shut_down: &Arc<AtomicBool>) {
    let shut_down = shut_down.clone();
    std::thread::spawn(move || {
        std::thread::sleep(grace);
        std::process::exit(exit_status(&shut_down));
    });
}
