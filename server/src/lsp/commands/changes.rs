//! `affine.changes`: whether functions of a document that differ from the version in git's `HEAD` still compute the same.

use std::ops::ControlFlow;

use analysis::{FunctionComparison, Verdict, overlong_line};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};

use super::{Task, TextArgument, argument};
use crate::applied::EFFORT;
use crate::git::{HEAD, text_in};
use crate::lsp::document::analysed;
use crate::report::{Source, human};

/// Longer texts are not compared: it happens unasked, whenever the typing pauses.
const MOST_BYTES: usize = 1 << 20;

/// `{ "functions": [{ "name", "range", "verdict", "text" }] }`, without functions that are new or the same.
pub(super) fn changes(task: &Task, arguments: Option<Value>) -> Result<Value> {
    let wanted: TextArgument = argument(arguments)?;
    let text = task.text(&wanted)?;
    let path = wanted.uri.as_ref().and_then(|it| it.to_file_path());
    let committed = path.and_then(|it| text_in(&it, HEAD).ok()).flatten().unwrap_or_default();
    let committed = analysed(&committed);
    let is_short = text.len().max(committed.len()) <= MOST_BYTES && overlong_line(committed).is_none();
    if committed.is_empty() || committed == text || !is_short {
        return Ok(json!({ "functions": [] }));
    }
    let (before, after) = (Source::new(HEAD.to_owned(), committed), Source::new("now".to_owned(), &text));
    let mut host = task.host();
    let (first, second) = (host.add_file(committed), host.add_file(&text));
    let found = host.analysis().compare(first, second, EFFORT, &|_, _| match task.is_cancelled() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    });
    let changed = found.iter().filter_map(|it| change(&before, &after, it).transpose());
    Ok(json!({ "functions": changed.collect::<Result<Vec<_>>>()? }))
}

/// `None` where a function is in one text only, or the same in both.
fn change(before: &Source, after: &Source, function: &FunctionComparison) -> Result<Option<Value>> {
    let is_same = function.method.is_none() && matches!(function.verdict, Verdict::Equal { .. });
    let (Some(_), Some(range), false) = (function.before, function.after, is_same) else { return Ok(None) };
    let verdict = match function.verdict {
        Verdict::Equal { .. } => "equal",
        Verdict::Different(_) => "different",
        Verdict::Unknown(_) => "unknown",
    };
    let mut text = Vec::new();
    human::comparison(&mut text, before, after, std::slice::from_ref(function))
        .map_err(|_| Error::internal_error())?;
    let text = String::from_utf8_lossy(&text);
    let range = after.range(range);
    Ok(Some(json!({ "name": function.name, "range": range, "verdict": verdict, "text": text.trim_end() })))
}
