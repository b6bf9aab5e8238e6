//! `affine.runTest` and `affine.writeChecks`: the `RUN:` lines of a text.

use std::path::PathBuf;

use passes::Limits;
use passes::lit::{Execution, Test, output, run_test as run, tests, with_checks};
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;

use super::{Task, TextArgument, argument};
use crate::lsp::errors::request_failed;
use crate::report::{Source, json};

#[derive(Deserialize)]
struct Arguments {
    #[serde(flatten)]
    source: TextArgument,
    /// The line of the test, from 0; the first test without it.
    line: Option<usize>,
}

/// Runs a test. The answer has `passed`, the `reason` why not, `diagnostics` at places of the text, and the `output`.
pub(super) fn run_test(task: &Task, arguments: Option<Value>) -> Result<Value> {
    with_test(task, arguments, |test, execution| {
        let outcome = run(test, execution)?;
        let source = Source::new(String::new(), execution.source);
        Ok(json!({
            "line": test.line,
            "passed": outcome.passed,
            "reason": outcome.reason,
            "diagnostics": json::messages(&source, &outcome.messages),
            "output": outcome.output,
        }))
    })
}

/// The text with CHECK lines for what the tool of a test prints: `{ "text": … }`.
pub(super) fn write_checks(task: &Task, arguments: Option<Value>) -> Result<Value> {
    with_test(task, arguments, |test, execution| {
        Ok(json!({ "text": with_checks(execution.source, &output(test, execution)?) }))
    })
}

fn with_test(
    task: &Task,
    arguments: Option<Value>,
    answer: impl Fn(&Test, &Execution<'_>) -> anyhow::Result<Value>,
) -> Result<Value> {
    let wanted: Arguments = argument(arguments)?;
    let tool = task.tool()?;
    let text = task.text(&wanted.source)?;
    let test = tests(&text).into_iter().find(|it| wanted.line.is_none_or(|line| it.line == line));
    let test = test.ok_or_else(|| request_failed("there is no `RUN:` line"))?;
    let path: PathBuf =
        wanted.source.uri.as_ref().and_then(|it| Some(it.to_file_path()?.into_owned())).unwrap_or_default();
    let name =
        path.file_name().map_or_else(|| "test.mlir".to_owned(), |it| it.to_string_lossy().into_owned());
    let _running = task.progress.running(format!("Running the test of {name}"));
    let execution = Execution {
        tool: &tool,
        source: &text,
        name: &name,
        folder: path.parent(),
        options: &task.config.passes.test_options,
        limits: Limits::default(),
        is_cancelled: &|| task.is_cancelled(),
    };
    answer(&test, &execution).map_err(|it| request_failed(format!("{it:#}")))
}
