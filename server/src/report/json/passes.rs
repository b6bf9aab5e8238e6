//! `passes run` as JSON.

use passes::{Message, Severity};
use serde_json::{Value, json};
use tower_lsp::ls_types::{Position, Range};

use super::VERSION;
use super::comparison::compared;
use crate::report::{PassRun, Source};

pub(crate) fn passes(run: &PassRun<'_>) -> Value {
    let report = run.report;
    let steps = report.steps.iter().enumerate().map(|(index, step)| {
        let (before, after) = run.texts(index);
        json!({
            "number": index + 1,
            "pass": step.pass,
            "on": step.on,
            "part": step.part,
            "changed": step.verdict != passes::Verdict::Unchanged,
            "text": &*step.text,
            "diff": run.diff(index),
            "verdict": step.verdict.as_str(),
            "functions": compared(&before, &after, &step.functions),
            "reasons": step.reasons.iter().map(|it| json!({ "range": after.range(it.range), "text": it.text })).collect::<Vec<_>>(),
        })
    });
    let failures = report.failures.iter().map(|failure| {
        json!({
            "part": failure.part,
            "message": failure.message,
            "pass": failure.pass,
            "diagnostics": messages(run.source, &failure.messages),
        })
    });
    json!({
        "version": VERSION,
        "tool": { "path": run.tool.path, "version": run.tool.version },
        "pipeline": run.pipeline,
        "names": if report.keeps_names { "kept" } else { "plain" },
        "before": &*report.before,
        "steps": steps.collect::<Vec<_>>(),
        "wrong": report.wrong().map(|it| it + 1),
        "unmet": report.unmet.iter().map(unmet).collect::<Vec<_>>(),
        "failures": failures.collect::<Vec<_>>(),
        "diagnostics": messages(run.source, &report.messages),
    })
}

fn unmet(unmet: &passes::Unmet) -> Value {
    json!({ "pass": unmet.pass, "anchors": unmet.anchors, "message": unmet.message() })
}

/// The messages of a tool about a source.
pub(crate) fn messages(source: &Source, messages: &[Message]) -> Vec<Value> {
    let one = |it: &Message| {
        let severity = match it.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Remark | Severity::Note => "information",
        };
        json!({ "severity": severity, "message": it.text, "range": it.place.map(|place| range(source, place)) })
    };
    messages.iter().map(one).collect()
}

/// The word at a place with a line and a column in bytes, both from 1.
fn range(source: &Source, (line, column): (usize, usize)) -> Range {
    let index = line.saturating_sub(1).min(source.lines.len_lines().saturating_sub(1));
    let text = source.lines.line(index).to_string();
    let is_word = |it: char| it.is_alphanumeric() || "._%@#!^$".contains(it);
    let head = text.get(..column.saturating_sub(1)).unwrap_or(text.trim_end());
    let word: String = text[head.len()..].chars().take_while(|it| is_word(*it)).collect();
    let units = |it: &str| u32::try_from(it.encode_utf16().count()).unwrap_or(u32::MAX);
    let line = u32::try_from(index).unwrap_or(u32::MAX);
    let start = units(head);
    let end = start.saturating_add(units(&word).max(1));
    Range { start: Position { line, character: start }, end: Position { line, character: end } }
}
