//! Answers that are written where they are computed.
//!
//! `tower-lsp` makes a tree of JSON values of what a handler returns, on the thread of the message loop: for the outline
//! of a large file, many times the work and the memory of the text that is sent. Here the worker that has the answer
//! writes the text. The handler leaves it with its request, and returns a stand-in for it.

use std::cell::Cell;

use serde::Serialize;
use serde_json::value::RawValue;
use tower_lsp::jsonrpc::{Error, Id, Response, Result};

tokio::task_local! {
    /// Of the request that is handled.
    static TEXT: Cell<Option<Answer>>;
}

/// A result as JSON text.
pub(super) struct Answer(Box<RawValue>);

#[derive(Serialize)]
struct Message<'a> {
    jsonrpc: &'static str,
    id: &'a Id,
    result: &'a RawValue,
}

impl Answer {
    pub(super) fn write(result: &impl Serialize) -> Result<Self> {
        serde_json::value::to_raw_value(result).map(Self).map_err(|error| {
            tracing::error!("an answer cannot be written: {error}");
            Error::internal_error()
        })
    }

    /// Answers the request that is handled; what the handler returns counts no more.
    pub(super) fn leave(self) {
        TEXT.with(|it| it.set(Some(self)));
    }
}

/// Handles a request or a notification. The body of the message that answers it, if there is one.
pub(super) async fn body<E>(
    handler: impl Future<Output = std::result::Result<Option<Response>, E>>,
) -> Option<Vec<u8>> {
    let handled = async {
        let response = handler.await.ok().flatten();
        (response, TEXT.with(Cell::take))
    };
    let (response, text) = TEXT.scope(Cell::default(), handled).await;
    let response = response?;
    let body = match text.filter(|_| response.is_ok()) {
        Some(text) => serde_json::to_vec(&Message { jsonrpc: "2.0", id: response.id(), result: &text.0 }),
        None => serde_json::to_vec(&response),
    };
    body.inspect_err(|error| tracing::error!("a message cannot be written: {error}")).ok()
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    fn body_of(handler: impl Future<Output = std::result::Result<Option<Response>, Infallible>>) -> String {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(body(handler)).map_or_else(String::new, |it| String::from_utf8(it).unwrap())
    }

    fn left(text: &str, response: Option<Response>) -> String {
        let answer = Answer::write(&[text]).unwrap();
        body_of(async move {
            answer.leave();
            Ok(response)
        })
    }

    #[test]
    fn what_was_left_is_the_answer() {
        let response = Response::from_ok(Id::Number(7), serde_json::Value::Null);
        assert_eq!(left("ä", Some(response)), r#"{"jsonrpc":"2.0","id":7,"result":["ä"]}"#);
    }

    #[test]
    fn an_error_stays_one() {
        let response = Response::from_error(Id::Number(7), Error::invalid_request());
        assert!(left("x", Some(response)).contains(r#""error":{"code":-32600"#));
    }

    #[test]
    fn a_notification_has_no_answer() {
        assert_eq!(left("x", None), "");
    }

    #[test]
    fn without_a_text_the_response_is_the_answer() {
        let response = Response::from_ok(Id::String("a".to_owned()), serde_json::json!(3));
        assert_eq!(body_of(async { Ok(Some(response)) }), r#"{"jsonrpc":"2.0","result":3,"id":"a"}"#);
    }
}
