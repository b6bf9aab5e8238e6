//! Passes on the client's messages, and puts a request that fails in the place of each that cannot be read.
//!
//! The transport ends its session at the first message that it cannot decode; one slip of a client is no reason to
//! lose the server. The answer to the substitute is what JSON-RPC asks for: an error without an id.

use serde::Deserialize;
use tokio::io::{
    AsyncBufRead, AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream,
};
use tower_lsp::jsonrpc::{Error, Request, Response, Result};

/// The substitute's method.
pub(super) const UNREADABLE: &str = "affine/unreadable";

const BUFFER_BYTES: usize = 1 << 16;
/// No message is this long; such a header is garbage.
const MOST_BYTES: usize = 1 << 30;
/// Nor is a header: what is longer is the rest of a message whose length was wrong.
const MOST_HEADER_BYTES: u64 = 1 << 12;
/// The one header that counts.
const CONTENT_LENGTH: &str = "content-length:";

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
            let body = decodable(body);
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
///
/// Where the length of a message was wrong, its rest stands before the next header: that is looked for anywhere in a
/// line.
async fn read_body(input: &mut (impl AsyncBufRead + Unpin)) -> std::io::Result<Option<Vec<u8>>> {
    let mut length = 0;
    loop {
        let mut line = Vec::new();
        if (&mut *input).take(MOST_HEADER_BYTES).read_until(b'\n', &mut line).await? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line).to_ascii_lowercase();
        match line.rfind(CONTENT_LENGTH).and_then(|it| line.get(it + CONTENT_LENGTH.len()..)) {
            Some(value) => {
                length = value.trim().parse().ok().filter(|length| *length <= MOST_BYTES).unwrap_or(0);
            }
            None if line.trim_end().is_empty() => break,
            None => {}
        }
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body).await?;
    Ok(Some(body))
}

/// The body itself, with the characters that JSON can name and text cannot hold replaced, or a substitute for it.
fn decodable(body: Vec<u8>) -> Vec<u8> {
    if is_message(&body) {
        return body;
    }
    let repaired = without_lone_surrogates(&body);
    if is_message(&repaired) {
        return repaired;
    }
    substitute(&body).into_bytes()
}

fn is_message(body: &[u8]) -> bool {
    serde_json::from_slice::<Request>(body).is_ok() || serde_json::from_slice::<Response>(body).is_ok()
}

/// Half a character, as `\ud83d`, becomes U+FFFD, which has as many units of UTF-16: an editor sends it where somebody
/// deletes one half, and without it all later positions would be wrong.
fn without_lone_surrogates(body: &[u8]) -> Vec<u8> {
    let unit = |at: usize| -> Option<u16> {
        let digits = body.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let mut repaired = Vec::with_capacity(body.len());
    let mut at = 0;
    while let Some(byte) = body.get(at) {
        let taken = match (unit(at), unit(at + 6)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(0xd800..=0xdfff), _) => {
                repaired.extend_from_slice(b"\\ufffd");
                at += 6;
                continue;
            }
            // An escaped backslash begins no escape.
            _ if *byte == b'\\' => 2,
            _ => 1,
        };
        let end = body.len().min(at + taken);
        repaired.extend_from_slice(body.get(at..end).unwrap_or_default());
        at = end;
    }
    repaired
}

/// What to pass on instead of a body that is no message.
fn substitute(body: &[u8]) -> String {
    // What is skipped is not decoded.
    let is_json =
        std::str::from_utf8(body).is_ok() && serde_json::from_slice::<serde::de::IgnoredAny>(body).is_ok();
    tracing::error!("a message of {} bytes is not one of the protocol", body.len());
    let params = serde_json::json!({ "is_json": is_json });
    serde_json::json!({ "jsonrpc": "2.0", "id": null, "method": UNREADABLE, "params": params }).to_string()
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
            assert_eq!(decodable(body.into()), body.as_bytes());
        }
    }

    #[test]
    fn others_are_replaced() {
        for (body, is_json) in [("{", false), ("", false), ("\u{ff}", false), ("[]", true), ("{}", true)] {
            let substitute = String::from_utf8(decodable(body.into())).unwrap();
            assert!(substitute.contains(&format!("\"is_json\":{is_json}")), "{body}: {substitute}");
        }
    }

    #[test]
    fn halves_of_characters_keep_their_place() {
        let repaired = |text: &str| String::from_utf8(without_lone_surrogates(text.as_bytes())).unwrap();
        assert_eq!(repaired(r"a\ud83db\udc00"), r"a\ufffdb\ufffd");
        assert_eq!(repaired(r"\ud83d\ude00 \ud83d\ud83d\ude00"), r"\ud83d\ude00 \ufffd\ud83d\ude00");
        assert_eq!(repaired(r"\\ud83d \n\u00e4 \\\ud83d"), r"\\ud83d \n\u00e4 \\\ufffd");
        for unchanged in ["", "\\", r"\u", r"\ud8", r"\ud83"] {
            assert_eq!(repaired(unchanged), unchanged);
        }
        let body = br#"{"jsonrpc":"2.0","method":"m","params":{"text":"\udc00"}}"#;
        assert!(decodable(body.to_vec()).ends_with(br#"{"text":"\ufffd"}}"#));
    }

    /// The bodies in a stream.
    fn bodies(stream: &[u8]) -> Vec<String> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let mut stream = BufReader::new(stream);
            let mut bodies = Vec::new();
            while let Ok(Some(body)) = read_body(&mut stream).await {
                bodies.push(String::from_utf8(body).unwrap());
            }
            bodies
        })
    }

    #[test]
    fn headers_in_every_way_that_clients_write_them() {
        let stream = b"content-length:1\r\n\r\naContent-Type: x; charset=utf-8\r\nContent-Length: 2\n\nbb";
        assert_eq!(bodies(stream), ["a", "bb"]);
    }

    #[test]
    fn a_wrong_length_costs_no_more_than_its_message() {
        assert_eq!(bodies(b"Content-Length: 1\r\n\r\nabcContent-Length: 2\r\n\r\nde"), ["a", "de"]);
        assert_eq!(bodies(b"Content-Length: -1\r\n\r\nabcContent-Length: 2\r\n\r\nde"), ["", "de"]);
        assert_eq!(bodies(b"Content-Length: 9\r\n\r\nabc"), Vec::<String>::new());
        let long = [vec![b'a'; 10_000], b"\r\nContent-Length: 2\r\n\r\nde".to_vec()].concat();
        assert_eq!(bodies(&long), ["de"]);
    }
}
