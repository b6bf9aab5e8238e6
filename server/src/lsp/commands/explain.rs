//! `affine.explain`: has the client show the page of a code.

use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};

use super::{Task, argument};
use crate::lsp::errors::request_failed;
use crate::lsp::state::Outgoing;

pub(super) fn explain(task: &Task, code: Option<Value>) -> Result<Value> {
    let code: String = argument(code)?;
    if analysis::explain(&code).is_none() {
        return Err(Error::invalid_params(format!("there is no diagnostic `{code}`")));
    }
    let Some(file) = task.pages.file(&code) else {
        return Err(request_failed("the pages of diagnostics could not be written".to_owned()));
    };
    _ = task.outgoing.send(Outgoing::Show(file));
    Ok(Value::Null)
}
