//! Markdown in the making, with what in it leads elsewhere. Addresses are made by whoever shows it.

use std::ops::Range;

/// A part of a text that leads to a line of the same file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// In bytes of the text.
    pub part: Range<usize>,
    /// From 1.
    pub line: usize,
}

/// Markdown, its links, and the terms of the glossary that it uses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Markdown {
    pub(super) text: String,
    pub(super) links: Vec<Link>,
    pub(super) terms: Vec<&'static str>,
}

impl From<String> for Markdown {
    fn from(text: String) -> Self {
        Self { text, ..Self::default() }
    }
}

impl Markdown {
    pub(super) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(super) fn append(&mut self, other: Self) {
        let start = self.text.len();
        self.text.push_str(&other.text);
        self.links.extend(
            other
                .links
                .into_iter()
                .map(|it| Link { part: start + it.part.start..start + it.part.end, line: it.line }),
        );
        self.terms(&other.terms);
    }

    /// An item of a list for each fact.
    pub(super) fn list(&mut self, facts: Vec<Fact>) {
        for fact in facts {
            self.push("\n- ");
            self.append(fact.0);
        }
    }

    fn terms(&mut self, terms: &[&'static str]) {
        for term in terms {
            if !self.terms.contains(term) {
                self.terms.push(term);
            }
        }
    }
}

/// An item of a list.
#[derive(PartialEq, Eq)]
pub(super) struct Fact(Markdown);

impl From<String> for Fact {
    fn from(text: String) -> Self {
        Self(text.into())
    }
}

impl From<&str> for Fact {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl Fact {
    /// A code span that leads to a line. Directions and unbounded ends would else be markup.
    pub(super) fn code(text: &str, line: usize) -> Self {
        let text = format!("`{text}`");
        Self(Markdown { links: vec![Link { part: 0..text.len(), line }], text, terms: Vec::new() })
    }

    /// Another code span behind this one.
    pub(super) fn and_code(mut self, text: &str, line: usize) -> Self {
        self.0.push(" ");
        self.0.append(Self::code(text, line).0);
        self
    }

    /// The terms that it uses.
    pub(super) fn with_terms(mut self, terms: &[&'static str]) -> Self {
        self.0.terms(terms);
        self
    }
}
