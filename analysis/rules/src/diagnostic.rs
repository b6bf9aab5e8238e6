//! A report of a rule: a code, a range, a message, the places that explain it, and a fix where one is natural.

use crate::facts::AnyFacts;
pub use base::severity::Severity;
use ir::Pointer;
use std::sync::Arc;
use syntax::{TextEdit, TextRange};

/// A finding in one file; ranges are offsets from the file's start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Stable, kebab-case; names the page under `docs/diagnostics`.
    pub code: &'static str,
    pub severity: Severity,
    /// The mistake, in the user's own names; no full stop at the end.
    pub message: Arc<str>,
    /// As small as the cause.
    pub range: TextRange,
    /// *Why*, at the places that make it so.
    pub related: Vec<Related>,
    /// Ways to mend it; the first is the preferred one unless it guesses. Looked for only on request.
    pub fixes: Vec<Fix>,
    /// The facts that the message is made of, where a fix asks for them.
    pub facts: Option<AnyFacts>,
    /// The index of the isolated op that it was found in, and its place there.
    pub place: Option<(usize, Pointer)>,
}

impl Diagnostic {
    /// A diagnostic that says all in its message.
    pub fn new(
        code: &'static str,
        severity: Severity,
        range: TextRange,
        message: impl Into<Arc<str>>,
    ) -> Self {
        let (related, fixes, message) = (Vec::new(), Vec::new(), message.into());
        Self { code, severity, message, range, related, fixes, facts: None, place: None }
    }
}

/// A further place of a diagnostic, in the same file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    pub range: TextRange,
    pub message: Arc<str>,
}

/// A quick fix: disjoint edits that are applied as one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    pub title: String,
    pub edits: Vec<TextEdit>,
    /// Whether it turns an old spelling into today's.
    pub modernizes: bool,
    /// Whether something else may be meant just as well, so that it is never the preferred one.
    pub guesses: bool,
}

/// The meaning of a diagnostic code: its page, in Markdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    pub code: &'static str,
    pub severity: Severity,
    pub text: &'static str,
    /// Whether it is reported only on request.
    pub on_demand: bool,
    /// Whether its quick fix leaves the meaning of a program as it is.
    pub fix_keeps_meaning: bool,
}

impl Page {
    /// The beginning of the line with the severity.
    pub(crate) const SEVERITY: &'static str = "**Severity: ";

    /// The first sentence of the page, without its full stop.
    pub fn title(&self) -> &'static str {
        let text: &'static str = self.text;
        let is_sentence =
            |it: &&str| !(it.is_empty() || it.starts_with('#') || it.starts_with(Self::SEVERITY));
        let line = text.lines().map(str::trim).find(is_sentence).unwrap_or_default();
        line.split_once(". ").map_or(line, |it| it.0).trim_end_matches('.')
    }

    /// The headings over the texts to which it applies, and over those to which it does not.
    pub fn headings(&self) -> [&'static str; 2] {
        match self.severity {
            Severity::Hint => ["Before", "After"],
            _ => ["Rejected", "Accepted"],
        }
    }

    /// The texts of MLIR under a heading.
    pub fn examples(&self, heading: &str) -> Vec<&'static str> {
        let text: &'static str = self.text;
        let section = text.split("\n## ").find(|it| it.lines().next() == Some(heading)).unwrap_or_default();
        section.split("```mlir\n").skip(1).filter_map(|it| it.split("```").next()).collect()
    }
}
