//! `affine.readBytecode`: a file of MLIR's bytecode as text.

use passes::{Limits, text_of_bytecode};
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::Uri;

use super::{Task, argument};
use crate::lsp::errors::request_failed;

#[derive(Deserialize)]
struct Arguments {
    uri: Uri,
}

/// `{ "text": … }`, as the tool of the user prints it.
pub(super) fn read_bytecode(task: &Task, arguments: Option<Value>) -> Result<Value> {
    let Arguments { uri } = argument(arguments)?;
    let file = uri.to_file_path().ok_or_else(|| Error::invalid_params("`uri` is no file"))?;
    let tool = task.tool()?;
    let _running = task.progress.running("Reading bytecode".to_owned());
    let text = text_of_bytecode(&tool, &file, Limits::default(), &|| task.is_cancelled());
    Ok(json!({ "text": text.map_err(|it| request_failed(format!("{it:#}")))? }))
}
