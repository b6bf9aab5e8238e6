//! Passes on the client's messages, and puts a request that fails in the place of each that cannot be read.
//!
//! The transport ends its session at the first message that it cannot decode; one slip of a client is no reason to
//! lose the server. The answer to the substitute is what JSON-RPC asks for: an error without an id.

use serde::Deserialize;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream};
use tower_lsp::jsonrpc::{Error, Request, Response, Result};

/// The substitute's method.
pub(super) const UNREADABLE: &str = "affine/unreadable";

const BUFFER_BYTES: usize = 1 << 16;
/// No message is this long; such a header is garbage.
const MOST_BYTES: usize = 1 << 30;

/// Why a message cannot be read.
#[derive(Clone, Copy, Deserialize)]
pub(super) struct Unreadable {
    is_json: bool,
}

impl Unreadable {
    pub(super) fn answer(self) -> Result<()> {
        Err(if self.is_json { Error::invalid_request() } else { Error::parse_error() })
    }
}

/// The client's messages, all of which the transport can decode. Calls `at_end` when there are no more.
pub(super) fn readable(
    input: impl AsyncRead + Send + Unpin + 'static,
    at_end: impl FnOnce() + Send + 'static,
) -> DuplexStream {
    let (mut sink, stream) = tokio::io::duplex(BUFFER_BYTES);
    tokio::spawn(async move {
        let mut input = BufReader::new(input);
        while let Ok(Some(body)) = read_body(&mut input).await {
            let body = substitute(&body).map_or(body, String::into_bytes);
            let header = format!("Content-Length: {}\r\n\r\n", body.len());
            if sink.write_all(header.as_bytes()).await.is_err() || sink.write_all(&body).await.is_err() {
                return;
            }
        }
        at_end();
        // Dropping the sink ends the session.
    });
    stream
}

/// The next message's body; `None` at the end of the input. A header without a length has an empty body.
async fn read_body(input: &mut BufReader<impl AsyncRead + Unpin>) -> std::io::Result<Option<Vec<u8>>> {
    let mut length = 0;
    loop {
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line).await? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        match line.trim_end().split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("Content-Length") => {
                length = value.trim().parse().ok().filter(|length| *length <= MOST_BYTES).unwrap_or(0);
            }
            Some(_) => {}
            None if line.trim_end().is_empty() => break,
            None => tracing::warn!("not a header: {line:?}"),
        }
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body).await?;
    Ok(Some(body))
}

/// What to pass on instead of a body that is no message.
fn substitute(body: &[u8]) -> Option<String> {
    let is_message =
        serde_json::from_slice::<Request>(body).is_ok() || serde_json::from_slice::<Response>(body).is_ok();
    if is_message {
        return None;
    }
    let is_json = serde_json::from_slice::<serde::de::IgnoredAny>(body).is_ok();
    tracing::error!("a message of {} bytes is not one of the protocol", body.len());
    let params = serde_json::json!({ "is_json": is_json });
    Some(
        serde_json::json!({ "jsonrpc": "2.0", "id": null, "method": UNREADABLE, "params": params })
            .to_string(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_pass() {
        for body in [
            r#"{"jsonrpc":"2.0","method":"exit"}"#,
            r#"{"jsonrpc":"2.0","id":"a","method":"shutdown","params":null}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":null}"#,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}"#,
        ] {
            assert_eq!(substitute(body.as_bytes()), None, "{body}");
        }
    }

    #[test]
    fn others_are_replaced() {
        for (body, is_json) in [("{", false), ("", false), ("\u{ff}", false), ("[]", true), ("{}", true)] {
            let substitute = substitute(body.as_bytes()).unwrap();
            assert!(substitute.contains(&format!("\"is_json\":{is_json}")), "{body}: {substitute}");
        }
    }
}
