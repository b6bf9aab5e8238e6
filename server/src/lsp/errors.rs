//! Errors of the protocol beyond those of JSON-RPC.

use tower_lsp::jsonrpc::{Error, ErrorCode};
use tower_lsp::ls_types::DiagnosticServerCancellationData;

/// The protocol's code for a request that is right but cannot be met.
const REQUEST_FAILED: i64 = -32803;

/// The answer to a request that cannot be met, with the reason for the user.
pub(super) fn request_failed(reason: impl Into<String>) -> Error {
    Error { code: ErrorCode::ServerError(REQUEST_FAILED), message: reason.into().into(), data: None }
}

/// The protocol's code for a request that the server gave up.
const SERVER_CANCELLED: i64 = -32802;

/// The answer to a request for diagnostics that an edit has superseded.
pub(super) fn retrigger() -> Error {
    let data = DiagnosticServerCancellationData { retrigger_request: true };
    Error {
        code: ErrorCode::ServerError(SERVER_CANCELLED),
        message: "the text has changed".into(),
        data: serde_json::to_value(data).ok(),
    }
}
