//! Answers, written by the worker that has computed them.
//!
//! A tree of JSON values, as `tower-lsp` makes one of a result, takes many times the work and the memory of the text that is
//! sent. So a result goes through the service as that text, in a value that is a string, and is not copied any more.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::{Error, Response, Result};
use tower_lsp::ls_types::LSPAny;

#[derive(Serialize)]
struct Message<'a, R> {
    jsonrpc: &'static str,
    result: &'a R,
}

/// The text of the message that carries a result, but for the request's number.
pub(super) fn written(result: &impl Serialize) -> Result<String> {
    serde_json::to_string(&Message { jsonrpc: "2.0", result }).map_err(|error| {
        tracing::error!("an answer cannot be written: {error}");
        Error::internal_error()
    })
}

/// The result that [`written`] has written.
pub(super) fn read<R: DeserializeOwned>(text: &str) -> Result<R> {
    #[derive(Deserialize)]
    struct Written<R> {
        result: R,
    }
    serde_json::from_str::<Written<R>>(text).map(|it| it.result).map_err(|error| {
        tracing::error!("an answer cannot be read: {error}");
        Error::internal_error()
    })
}

/// As [`written`], of a list whose entries are written already, with commas between those that are in one text.
pub(super) fn written_list<'a>(texts: impl IntoIterator<Item = &'a str> + Clone) -> String {
    const HEAD: &str = r#"{"jsonrpc":"2.0","result":["#;
    let length: usize = texts.clone().into_iter().map(|it| it.len() + 1).sum();
    let mut message = String::with_capacity(HEAD.len() + length + 2);
    message.push_str(HEAD);
    for (index, text) in texts.into_iter().enumerate() {
        if index > 0 {
            message.push(',');
        }
        message.push_str(text);
    }
    message.push_str("]}");
    message
}

/// The body of the message that carries a response. Only a written result is a string: the service's own results are not strings.
pub(super) fn body(response: Response) -> serde_json::Result<Vec<u8>> {
    match response.into_parts() {
        (id, Ok(LSPAny::String(text))) => {
            let mut body = text.into_bytes();
            // The brace at the end.
            body.pop();
            body.extend_from_slice(br#","id":"#);
            serde_json::to_writer(&mut body, &id)?;
            body.push(b'}');
            Ok(body)
        }
        (id, result) => serde_json::to_vec(&Response::from_parts(id, result)),
    }
}

#[cfg(test)]
mod tests {
    use service::Answer;
    use tower_lsp::jsonrpc::{Id, IntoResponse};

    use super::*;

    fn sent(answer: Result<String>) -> String {
        let response = Answer(answer).into_response(Some(Id::Number(7))).unwrap();
        String::from_utf8(body(response).unwrap()).unwrap()
    }

    #[test]
    fn a_result_is_sent_as_it_was_written() {
        assert_eq!(sent(written(&["ä\n"])), r#"{"jsonrpc":"2.0","result":["ä\n"],"id":7}"#);
        assert_eq!(sent(written(&"a")), r#"{"jsonrpc":"2.0","result":"a","id":7}"#);
    }

    #[test]
    fn a_written_list_is_as_its_entries_would_be() {
        assert_eq!(written_list([]), written(&[0; 0]).unwrap());
        assert_eq!(written_list(["1,2", "3"]), written(&[1, 2, 3]).unwrap());
    }

    #[test]
    fn an_error_stays_one() {
        assert!(sent(Err(Error::invalid_request())).contains(r#""error":{"code":-32600"#));
    }

    #[test]
    fn the_service_s_own_results_are_written_as_values() {
        let response = Response::from_ok(Id::String("a".to_owned()), serde_json::json!({ "b": "c" }));
        assert_eq!(body(response).unwrap(), br#"{"jsonrpc":"2.0","result":{"b":"c"},"id":"a"}"#);
    }
}
