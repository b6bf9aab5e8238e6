//! `affine.compare`: whether the functions of two texts compute the same. The answer is the JSON of `compare`.

use std::ops::ControlFlow;

use analysis::Effort;
use serde::Deserialize;
use serde_json::Value;
use tower_lsp::jsonrpc::Result;

use super::{Task, TextArgument, argument};
use crate::lsp::errors::request_failed;
use crate::report::{Source, json};

#[derive(Deserialize)]
struct Arguments {
    before: TextArgument,
    /// Where both name a function, these two are compared; else those that have one name.
    after: TextArgument,
}

pub(super) fn compare(task: &Task, arguments: Option<Value>) -> Result<Value> {
    let wanted: Arguments = argument(arguments)?;
    let _running = task.progress.running("Comparing".to_owned());
    let (before, after) = (source(task, &wanted.before)?, source(task, &wanted.after)?);
    let mut host = task.host();
    let (first, second) = (host.add_file(&before.text), host.add_file(&after.text));
    let analysis = host.analysis();
    let effort = Effort { lists_matches: true, ..Effort::default() };
    let functions = match (&wanted.before.function, &wanted.after.function) {
        (Some(name), Some(other)) => {
            let found = analysis.compare_named((first, name), (second, other), effort);
            vec![found.ok_or_else(|| request_failed(format!("there is no function @{name} or @{other}")))?]
        }
        _ => analysis.compare(first, second, effort, &|_, _| match task.is_cancelled() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }),
    };
    Ok(json::comparison(&before, &after, &functions))
}

/// The path is the document's URI, or nothing for a text that was sent along.
fn source(task: &Task, wanted: &TextArgument) -> Result<Source> {
    let text = task.text(wanted)?;
    let path = wanted.uri.as_ref().map(|it| it.as_str().to_owned()).unwrap_or_default();
    Ok(Source::new(path, &text))
}
