//! Errors of the protocol beyond those of JSON-RPC.

use tower_lsp::jsonrpc::{Error, ErrorCode};

/// The protocol's code for a request that is right but cannot be met.
const REQUEST_FAILED: i64 = -32803;

/// The answer to a request that cannot be met, with the reason for the user.
pub(super) fn request_failed(reason: impl Into<String>) -> Error {
    Error { code: ErrorCode::ServerError(REQUEST_FAILED), message: reason.into().into(), data: None }
}
