//! `affine.checkExpected` and `affine.insertExpected`: the `expected-error` annotations of a text.

use analysis::annotations::{Expectation, Level, expectations};
use analysis::{Diagnostic, Severity, severity_of};
use passes::{Limits, Request, with_expectations};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::Result;

use super::{Task, TextArgument, argument};
use crate::lsp::errors::request_failed;
use crate::report::Source;

/// Which errors that a text expects are found by our own analysis; no tool is run.
pub(super) fn check_expected(task: &Task, arguments: Option<Value>) -> Result<Value> {
    let text = task.text(&argument::<TextArgument>(arguments)?)?;
    let mut host = task.host();
    let file = host.add_file(&text);
    let source = Source::new(String::new(), &text);
    let found = host.analysis().diagnostics(file);
    // An expected one is reported with a lower severity.
    let is_error = |it: &&Diagnostic| {
        it.severity == Severity::Error
            || it.severity == Severity::Information && severity_of(it.code) == Severity::Error
    };
    let errors = found.iter().filter(is_error);
    let lines: Vec<usize> = errors.map(|it| source.line_column(it.range.start()).0 - 1).collect();
    let expected = expectations(&text).into_iter().filter(|it| it.severity == Level::Error);
    let expected: Vec<Expectation> = expected.collect();
    let is_found = |it: &Expectation| it.target.is_some_and(|line| lines.contains(&line));
    let is_expected = |line: &usize| expected.iter().any(|it| it.target.is_none_or(|target| target == *line));
    let told = |it: &Expectation| json!({ "line": it.line, "target": it.target, "text": it.text, "found": is_found(it) });
    let others: Vec<usize> = lines.iter().copied().filter(|it| !is_expected(it)).collect();
    let unmet = expected.iter().filter(|it| !is_found(it)).map(|it| (it.line, UNMET));
    let said = unmet.chain(others.iter().map(|it| (*it, UNEXPECTED)));
    let diagnostic = |(line, message): (usize, &str)| json!({ "severity": "information", "message": message, "range": source.line_range(line) });
    Ok(json!({
        "expected": expected.iter().map(told).collect::<Vec<_>>(),
        "unexpected": others,
        "diagnostics": said.map(diagnostic).collect::<Vec<_>>(),
    }))
}

/// A rule that we do not know may still be broken there.
const UNMET: &str = "no error is found here without the tool";
const UNEXPECTED: &str = "no annotation expects the error here";

/// The text with annotations for what the tool says about it: `{ "text": … }`.
pub(super) fn insert_expected(task: &Task, arguments: Option<Value>) -> Result<Value> {
    let text = task.text(&argument::<TextArgument>(arguments)?)?;
    let tool = task.tool()?;
    let request = Request {
        tool: &tool,
        source: &text,
        pipeline: "",
        registry: &task.registry,
        settings: &task.config.settings,
        limits: Limits::default(),
    };
    let said = passes::verify(&request, &|| task.is_cancelled());
    let said = said.map_err(|it| request_failed(format!("{it:#}")))?;
    Ok(json!({ "text": with_expectations(&text, &said) }))
}
