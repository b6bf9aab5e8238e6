//! Reads the client's messages, has each handled in its turn, and writes what the client is sent.
//!
//! `tower-lsp` has a loop of its own. It would have to decode once more what [`framing`](super::framing) has decoded to
//! find out whether it can be, and it writes an answer from a tree of JSON values, which takes much longer than the
//! answer itself where that is large.

use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, BufWriter};
use tokio::sync::mpsc;
use tower_lsp::ClientSocket;
use tower_lsp::jsonrpc::{Id, Response};

use super::answers::body;
use super::framing::{Incoming, Messages, header};
use super::in_order::{InOrder, Started};

/// This many messages are read before the first of them is handled.
const READ_AHEAD: usize = 64;
const BUFFER_BYTES: usize = 1 << 16;

/// Messages to the client.
#[derive(Clone)]
pub(super) struct Outbox(mpsc::UnboundedSender<Vec<u8>>);

/// The bodies of messages that are to be written.
pub(super) type Bodies = mpsc::UnboundedReceiver<Vec<u8>>;

impl Outbox {
    pub(super) fn new() -> (Self, Bodies) {
        let (sender, bodies) = mpsc::unbounded_channel();
        (Self(sender), bodies)
    }

    pub(super) fn send(&self, message: &impl serde::Serialize) {
        self.send_body(serde_json::to_vec(message));
    }

    /// Sends the answer to a request, if it is one.
    fn answer(&self, answer: Option<Response>) {
        if let Some(answer) = answer {
            self.send_body(body(answer));
        }
    }

    /// Sends a message that is written already.
    pub(super) fn send_body(&self, body: serde_json::Result<Vec<u8>>) {
        match body.map(|it| self.0.send(it)) {
            Ok(Ok(())) => {}
            Ok(Err(_)) => tracing::debug!("the client does not read any more"),
            Err(error) => tracing::error!("a message cannot be written: {error}"),
        }
    }
}

/// Serves until the input ends or the client sends `exit`, and everything asked until then is answered.
///
/// Calls `at_end` when the last message was read. Nothing waits for a client that does not read: not the edit and not
/// the cancellation that may be after a request.
pub(super) async fn serve(
    input: impl AsyncRead + Unpin,
    output: impl AsyncWrite + Unpin,
    at_end: impl FnOnce(),
    mut service: InOrder,
    socket: ClientSocket,
    (outbox, bodies): (Outbox, Bodies),
) {
    let (mut requests, mut answers) = socket.split();
    let requesting = {
        let outbox = outbox.clone();
        tokio::spawn(async move {
            while let Some(request) = requests.next().await {
                outbox.send(&request);
            }
        })
    };
    let (sender, mut messages) = mpsc::channel(READ_AHEAD);
    let handling = async move {
        while let Some(message) = messages.recv().await {
            match message {
                Incoming::Request(request) => {
                    let is_last = request.method() == "exit";
                    match service.start(request).await {
                        Some(Started::Done(answer)) => outbox.answer(answer),
                        Some(Started::AtWork(answer)) => {
                            let outbox = outbox.clone();
                            tokio::spawn(async move { outbox.answer(answer.await) });
                        }
                        None => break,
                    }
                    if is_last {
                        break;
                    }
                }
                Incoming::Response(response) => {
                    if answers.send(response).await.is_err() {
                        break;
                    }
                }
                Incoming::Unreadable(error) => outbox.send(&Response::from_error(Id::Null, error)),
            }
        }
        requesting.abort();
    };
    // In the order in which a message goes: what is read is answered before the system is asked for more.
    tokio::join!(biased; read_ahead(input, at_end, sender), handling, write(bodies, output));
}

/// Reads ahead while messages are handled, until the handling ends.
async fn read_ahead(input: impl AsyncRead + Unpin, at_end: impl FnOnce(), sender: mpsc::Sender<Incoming>) {
    let mut input = Messages::new(input);
    let reading = async {
        while let Some(message) = input.next().await {
            if sender.send(message).await.is_err() {
                return;
            }
        }
        at_end();
    };
    tokio::select! {
        biased;
        () = reading => {}
        () = sender.closed() => {}
    }
}

/// Writes until all senders are gone.
async fn write(mut bodies: Bodies, output: impl AsyncWrite + Unpin) {
    let mut output = BufWriter::with_capacity(BUFFER_BYTES, output);
    while let Some(body) = bodies.recv().await {
        let done = async {
            output.write_all(header(&body).as_bytes()).await?;
            output.write_all(&body).await?;
            // More that waits already may go with it.
            if bodies.is_empty() { output.flush().await } else { Ok(()) }
        };
        if let Err(error) = done.await {
            tracing::debug!("the client does not read any more: {error}");
            return;
        }
    }
}
