//! Answers that are written where they are computed.
//!
//! `tower-lsp` makes a tree of JSON values of what a handler returns, on the thread of the message loop: for the outline
//! of a large file, many times the work and the memory of the text that is sent. Here the worker that has the answer
//! writes the text. The handler leaves it with its request, and returns a stand-in for it.

use std::cell::Cell;

use serde::Serialize;
use tower_lsp::jsonrpc::{Error, Id, Response, Result};

tokio::task_local! {
    /// Of the request that is handled.
    static ANSWER: Cell<Option<Answer>>;
}

/// The message of a result, but for the request's number and what follows.
pub(super) struct Answer(Vec<u8>);

const BEFORE_RESULT: &[u8] = br#"{"jsonrpc":"2.0","result":"#;

impl Answer {
    pub(super) fn write(result: &impl Serialize) -> Result<Self> {
        let mut text = BEFORE_RESULT.to_vec();
        let written = serde_json::to_writer(&mut text, result);
        written.map(|()| Self(text)).map_err(|error| {
            tracing::error!("an answer cannot be written: {error}");
            Error::internal_error()
        })
    }

    /// Answers the request that is handled; what the handler returns counts no more.
    pub(super) fn leave(self) {
        ANSWER.with(|it| it.set(Some(self)));
    }

    fn body(self, id: &Id) -> serde_json::Result<Vec<u8>> {
        let Self(mut text) = self;
        text.extend_from_slice(br#","id":"#);
        serde_json::to_writer(&mut text, id)?;
        text.push(b'}');
        Ok(text)
    }
}

/// Handles a request or a notification. The body of the message that answers it, if there is one.
pub(super) async fn body<E>(
    handler: impl Future<Output = std::result::Result<Option<Response>, E>>,
) -> Option<Vec<u8>> {
    let handled = async {
        let response = handler.await.ok().flatten();
        (response, ANSWER.with(Cell::take))
    };
    let (response, answer) = ANSWER.scope(Cell::default(), handled).await;
    let response = response?;
    let body = match answer.filter(|_| response.is_ok()) {
        Some(answer) => answer.body(response.id()),
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
        assert_eq!(left("ä", Some(response)), r#"{"jsonrpc":"2.0","result":["ä"],"id":7}"#);
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
