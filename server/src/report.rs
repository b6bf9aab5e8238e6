//! How the command line writes what the analyses found: one file per format.

pub(crate) mod annotations;
pub(crate) mod changed_loops;
mod diff;
pub(crate) mod dot;
pub(crate) mod human;
pub(crate) mod json;
pub(crate) mod junit;
#[cfg(test)]
mod samples;
pub(crate) mod sarif;
pub(crate) mod verdicts;

use std::io::{self, Write};

use analysis::{Diagnostic, Integer, TextSize};
use ropey::Rope;
use tower_lsp::ls_types::{Position, Range};

pub(crate) use diff::unified_diff;

use crate::lsp::position::{self, Encoding};

/// A pipeline with its source and its report.
pub(crate) struct PassRun<'a> {
    pub(crate) source: &'a Source,
    pub(crate) tool: &'a passes::Tool,
    pub(crate) pipeline: &'a str,
    pub(crate) report: &'a passes::Report,
}

impl PassRun<'_> {
    /// The text before a step and that after it.
    fn texts(&self, step: usize) -> (Source, Source) {
        let name = |step: usize| if step == 0 { "before".to_owned() } else { format!("step {step}") };
        let text =
            |step: usize| step.checked_sub(1).map_or(&self.report.before, |it| &self.report.steps[it].text);
        (Source::new(name(step), text(step)), Source::new(name(step + 1), text(step + 1)))
    }

    fn diff(&self, step: usize) -> String {
        if self.report.steps[step].verdict == passes::Verdict::Unchanged {
            return String::new();
        }
        let (before, after) = self.texts(step);
        unified_diff(&before.text, &after.text, &before.path, &after.path)
    }
}

/// Why nothing is known of two functions, and where the operations are that are to blame.
fn unknown(reason: &analysis::Reason, before: &Source, after: &Source) -> String {
    let site = |operation: &analysis::OperationSite| {
        let source = if operation.is_second { after } else { before };
        format!("`{}` ({}:{})", operation.name, source.path, source.place(operation.range.start()))
    };
    let sites: Vec<String> = reason.operation.iter().chain(&reason.counterpart).map(site).collect();
    match sites.as_slice() {
        [] => reason.to_string(),
        sites => format!("{reason}, at {}", sites.join(" and ")),
    }
}

/// A text with its lines, and where it comes from.
pub(crate) struct Source {
    pub(crate) path: String,
    pub(crate) text: String,
    pub(crate) lines: Rope,
}

impl Source {
    pub(crate) fn new(path: String, text: &str) -> Self {
        Self { path, text: text.to_owned(), lines: Rope::from_str(text) }
    }

    /// As every JSON of ours has it: zero-based, UTF-16.
    pub(crate) fn range(&self, range: analysis::TextRange) -> Range {
        let at = |offset: TextSize| position::position(&self.lines, offset.into(), Encoding::Utf16);
        Range { start: at(range.start()), end: at(range.end()) }
    }

    /// A whole line, from 0.
    pub(crate) fn line_range(&self, line: usize) -> Range {
        let start = self.offset(line + 1, 1);
        let content = self.text[usize::from(start)..].lines().next().unwrap_or_default();
        self.range(analysis::TextRange::at(start, TextSize::of(content)))
    }

    /// `line:column`, one-based.
    fn place(&self, offset: TextSize) -> String {
        let (line, column) = self.line_column(offset);
        format!("{line}:{column}")
    }

    /// One-based, in characters.
    pub(crate) fn line_column(&self, offset: TextSize) -> (usize, usize) {
        position::line_column(&self.lines, offset.into())
    }

    /// The offset of a one-based line and column.
    pub(crate) fn offset(&self, line: usize, column: usize) -> TextSize {
        let zero_based = |number: usize| u32::try_from(number.saturating_sub(1)).unwrap_or(u32::MAX);
        let position = Position { line: zero_based(line), character: zero_based(column) };
        let offset = position::offset(&self.lines, position, Encoding::Utf32);
        u32::try_from(offset).map_or(TextSize::of(self.text.as_str()), TextSize::from)
    }
}

/// The findings of `check` in one file.
pub(crate) struct Checked {
    pub(crate) source: Source,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// A report of the findings in files, written file by file: there may be more of them than memory holds.
pub(crate) trait FindingsReport {
    fn file(&mut self, out: &mut dyn Write, file: &Checked) -> io::Result<()>;

    /// After the last file.
    fn end(&mut self, out: &mut dyn Write) -> io::Result<()>;

    /// A report of these files alone.
    fn whole(mut self, out: &mut dyn Write, files: &[Checked]) -> io::Result<()>
    where
        Self: Sized,
    {
        files.iter().try_for_each(|it| self.file(out, it))?;
        self.end(out)
    }
}

/// `contiguous`, or how many elements an access moves from one iteration to the next.
fn stride(stride: &Option<Integer>) -> String {
    match stride.as_ref().map(|it| (it, it.to_i64())) {
        None => "irregular".to_owned(),
        Some((_, Some(0))) => "stays".to_owned(),
        Some((_, Some(1))) => "contiguous".to_owned(),
        Some((_, Some(-1))) => "contiguous, backwards".to_owned(),
        Some((stride, _)) => format!("stride {stride}"),
    }
}
