//! The client's messages, and a word about each that cannot be read: one slip of a client is not a reason to lose the
//! server.

use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncRead, AsyncReadExt, BufReader};
use tower_lsp::jsonrpc::{Error, Request, Response};

const BUFFER_BYTES: usize = 1 << 16;
/// No message is this long; such a header is garbage.
const MOST_BYTES: usize = 1 << 30;
/// Nor is a header: what is longer is the rest of a message whose length was wrong.
const MOST_HEADER_BYTES: u64 = 1 << 12;
/// The one header that counts.
const CONTENT_LENGTH: &str = "content-length:";

/// A message of the client.
#[derive(Debug)]
pub(super) enum Incoming {
    /// Or a notification.
    Request(Request),
    Response(Response),
    /// JSON-RPC asks for this answer, without an id.
    Unreadable(Error),
}

/// The messages of an input.
pub(super) struct Messages<R> {
    input: BufReader<R>,
}

impl<R: AsyncRead + Unpin> Messages<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input: BufReader::with_capacity(BUFFER_BYTES, input) }
    }

    /// `None` at the end of the input.
    pub(super) async fn next(&mut self) -> Option<Incoming> {
        Some(decode(&read_body(&mut self.input).await.ok()??))
    }
}

/// The header before a message's body.
pub(super) fn header(body: &[u8]) -> String {
    format!("Content-Length: {}\r\n\r\n", body.len())
}

/// The next message's body; `None` at the end of the input. A header without a length has an empty body.
///
/// Where the length of a message was wrong, its rest is before the next header: that is looked for anywhere in a
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

fn decode(body: &[u8]) -> Incoming {
    // Characters that JSON can name and text cannot hold are replaced where they are in the way.
    let message = message(body).or_else(|| message(&without_lone_surrogates(body)));
    message.unwrap_or_else(|| {
        tracing::error!("a message of {} bytes is not one of the protocol", body.len());
        Incoming::Unreadable(if is_json(body) { Error::invalid_request() } else { Error::parse_error() })
    })
}

fn message(body: &[u8]) -> Option<Incoming> {
    let request = serde_json::from_slice::<Request>(body).ok();
    match request {
        // A method is demanded by JSON-RPC alone.
        Some(request) if !request.method().is_empty() => Some(Incoming::Request(request)),
        _ => serde_json::from_slice(body).map(Incoming::Response).ok(),
    }
}

fn is_json(body: &[u8]) -> bool {
    // Skipped messages are not decoded.
    std::str::from_utf8(body).is_ok() && serde_json::from_slice::<serde::de::IgnoredAny>(body).is_ok()
}

/// Half a character, as `\ud83d`, becomes U+FFFD, which has as many units of UTF-16: an editor sends it where a user
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_told_apart() {
        let request = |body: &str| match decode(body.as_bytes()) {
            Incoming::Request(it) => it.method().to_owned(),
            other => panic!("{body}: {other:?}"),
        };
        assert_eq!(request(r#"{"jsonrpc":"2.0","method":"exit"}"#), "exit");
        assert_eq!(request(r#"{"jsonrpc":"2.0","id":"a","method":"shutdown","params":null}"#), "shutdown");
        for body in [
            r#"{"jsonrpc":"2.0","id":1,"result":null}"#,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}"#,
        ] {
            assert!(matches!(decode(body.as_bytes()), Incoming::Response(_)), "{body}");
        }
    }

    #[test]
    fn others_are_unreadable() {
        let (no_json, no_message) = (Error::parse_error(), Error::invalid_request());
        for (body, expected) in [
            ("{", &no_json),
            ("", &no_json),
            ("\u{ff}", &no_json),
            ("[]", &no_message),
            ("{}", &no_message),
            (r#"{"jsonrpc":"2.0","id":1}"#, &no_message),
        ] {
            let Incoming::Unreadable(error) = decode(body.as_bytes()) else { panic!("{body}") };
            assert_eq!(&error, expected, "{body}");
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
        let Incoming::Request(request) = decode(body) else { panic!() };
        assert_eq!(request.params(), Some(&serde_json::json!({ "text": "\u{fffd}" })));
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
