//! Test support: fixtures whose comments say what is expected.

use crate::{Diagnostic, Host, Severity, TextSize};
use std::collections::BTreeSet;

/// The diagnostics of a text.
pub(crate) fn diagnostics(text: &str) -> Vec<Diagnostic> {
    let mut host = Host::new();
    let file = host.add_file(text);
    host.analysis().diagnostics(file)
}

/// Checks the labels of a snippet: `//^^^ severity code: message` below the line that it is about, its carets below
/// the range; the message may be left out. `//^^^ related: message` is a related location of any of them.
///
/// Every error has to be labelled. Warnings and hints count where the snippet labels their code.
#[track_caller]
pub(crate) fn check(text: &str) {
    let (expected, related) = labels(text);
    let found = diagnostics(text);
    let codes: Vec<&str> = expected.iter().filter_map(|it| it.text.split([' ', ':']).nth(1)).collect();
    let mut actual = Vec::new();
    let mut actual_related = Vec::new();
    for it in &found {
        if it.severity != Severity::Error && !codes.contains(&it.code) {
            continue;
        }
        let whole = format!("{} {}: {}", it.severity.as_str(), it.code, it.message);
        let short = format!("{} {}", it.severity.as_str(), it.code);
        let (line, start, len) = place(text, it.range.start(), it.range.len());
        let label = |text: &str| Label { line, start, len, text: text.to_owned() };
        actual.push(if expected.contains(&label(&short)) { label(&short) } else { label(&whole) });
        for it in &it.related {
            let (line, start, len) = place(text, it.range.start(), it.range.len());
            actual_related.push(Label { line, start, len, text: format!("related: {}", it.message) });
        }
    }
    actual.sort();
    assert_eq!(expected, actual, "{}\n{found:#?}", text);
    if !related.is_empty() {
        actual_related.sort();
        assert_eq!(related, actual_related, "{}", text);
    }
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Label {
    /// From 1.
    line: usize,
    start: usize,
    len: usize,
    text: String,
}

fn labels(text: &str) -> (Vec<Label>, Vec<Label>) {
    let mut labels = Vec::new();
    let mut labelled = 0;
    for (number, line) in text.lines().enumerate() {
        let body = line.trim_start().strip_prefix("//").map(str::trim_start);
        let Some(body) = body.filter(|it| it.starts_with('^')) else {
            labelled = number + 1;
            continue;
        };
        let len = body.bytes().take_while(|it| *it == b'^').count();
        let start = line.len() - body.len();
        let text = body.get(len..).unwrap_or_default().trim().to_owned();
        labels.push(Label { line: labelled, start, len, text });
    }
    labels.sort();
    labels.into_iter().partition(|it| !it.text.starts_with("related"))
}

/// Line (from 1), column and length; a range of several lines ends with its first.
fn place(text: &str, offset: TextSize, len: TextSize) -> (usize, usize, usize) {
    let offset = usize::from(offset);
    let before = text.get(..offset).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |it| it + 1);
    let rest = text.get(offset..).unwrap_or_default().split('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, offset - start, usize::from(len).min(rest.len()))
}

/// What is wrong with the whole-file fixture of a code, chunk by chunk.
///
/// `// ERROR code`, `// WARN code` and `// HERE code` at the end of a line expect the code on this line; a chunk with
/// `HERE` expects it there instead of on the `ERROR` lines. No error of any other code may be reported.
pub(crate) fn problems(code: &str, text: &str) -> Vec<String> {
    let mut problems = Vec::new();
    for (number, chunk) in chunks(text).into_iter().enumerate() {
        let marked = |marker: &str| -> BTreeSet<usize> {
            let end = format!("// {marker} {code}");
            (1..).zip(chunk.lines()).filter(|it| it.1.trim_end().ends_with(&end)).map(|it| it.0).collect()
        };
        let here = marked("HERE");
        let mut expected = if here.is_empty() { marked("ERROR") } else { here };
        expected.extend(marked("WARN"));
        let found = diagnostics(&chunk);
        let line = |it: &Diagnostic| place(&chunk, it.range.start(), it.range.len()).0;
        let actual: BTreeSet<_> = found.iter().filter(|it| it.code == code).map(line).collect();
        if expected != actual {
            problems
                .push(format!("{code} chunk {number}: expected on lines {expected:?}, found on {actual:?}"));
        }
        for it in found.iter().filter(|it| it.code != code && it.severity == Severity::Error) {
            problems.push(format!("{code} chunk {number} line {}: {} {}", line(it), it.code, it.message));
        }
    }
    problems
}

pub(crate) fn chunks(text: &str) -> Vec<String> {
    let mut chunks = vec![String::new()];
    for line in text.lines() {
        if line.starts_with("// -----") {
            chunks.push(String::new());
        } else if let Some(last) = chunks.last_mut() {
            last.push_str(line);
            last.push('\n');
        }
    }
    chunks
}
