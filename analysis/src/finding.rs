//! A finding: what a rule has found out about an isolated op, at places relative to it.

use crate::diagnostic::Severity;
use crate::ir::Pointer;
use crate::rules::codes::{self, Code};
use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// The facts of a finding, for the fix of its code; displayed, they are the sentence about it. A text is one too, where
/// nobody asks for more.
pub(crate) trait Facts: Any + fmt::Display + fmt::Debug + Send + Sync {
    fn is_equal(&self, other: &dyn Facts) -> bool;
}

impl<T: Any + fmt::Display + fmt::Debug + PartialEq + Send + Sync> Facts for T {
    fn is_equal(&self, other: &dyn Facts) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }
}

/// Facts of any rule with their sentence, shared by all copies of a finding.
#[derive(Debug, Clone)]
pub(crate) struct AnyFacts(Arc<Told<dyn Facts>>);

#[derive(Debug)]
struct Told<T: ?Sized> {
    /// Written when it is first shown; every keystroke shows it again.
    sentence: OnceLock<Arc<str>>,
    facts: T,
}

impl AnyFacts {
    pub(crate) fn new(facts: impl Facts) -> Self {
        Self(Arc::new(Told { sentence: OnceLock::new(), facts }))
    }

    pub(crate) fn sentence(&self) -> Arc<str> {
        self.0.sentence.get_or_init(|| self.0.facts.to_string().into()).clone()
    }

    /// The facts, if they are of this type.
    pub(crate) fn get<T: Facts>(&self) -> Option<&T> {
        (&self.0.facts as &dyn Any).downcast_ref()
    }
}

impl fmt::Display for AnyFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0.facts, f)
    }
}

impl PartialEq for AnyFacts {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.facts.is_equal(&other.0.facts)
    }
}

impl Eq for AnyFacts {}

/// A sentence, and what is meant in place of the text that it is about.
#[derive(Debug, PartialEq)]
pub(crate) struct Meant {
    pub(crate) sentence: String,
    pub(crate) text: String,
}

impl fmt::Display for Meant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

/// A finding with places that are relative to its isolated op. Its operation is the innermost one around its place: a
/// place is moved with the text, the number of an operation is another one after each edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) code: &'static str,
    pub(crate) severity: Severity,
    pub(crate) place: Pointer,
    pub(crate) facts: AnyFacts,
    pub(crate) related: Vec<(RelatedPlace, Arc<str>)>,
}

/// A further place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RelatedPlace {
    /// In the same isolated op.
    Here(Pointer),
    /// The definition of an alias, with its sigil.
    Alias(String),
    /// The definition of a symbol, with its sigil, in a module.
    Symbol { table: String, name: String },
}

impl Finding {
    pub(crate) fn new(code: &'static str, place: Pointer, facts: AnyFacts) -> Self {
        Self { code, severity: codes::severity(code), place, facts, related: Vec::new() }
    }

    pub(crate) fn related(&mut self, place: Pointer, note: impl Into<Arc<str>>) -> &mut Self {
        self.related_place(RelatedPlace::Here(place), note)
    }

    pub(crate) fn related_place(&mut self, place: RelatedPlace, note: impl Into<Arc<str>>) -> &mut Self {
        self.related.push((place, note.into()));
        self
    }

    /// The finding in another text, by where its places are there, without the further places that are gone; `None`
    /// where its own is.
    pub(crate) fn moved(&self, place: impl Fn(Pointer) -> Option<Pointer>) -> Option<Self> {
        let related = |(related, note): &(RelatedPlace, Arc<str>)| match related {
            RelatedPlace::Here(it) => Some((RelatedPlace::Here(place(*it)?), note.clone())),
            elsewhere => Some((elsewhere.clone(), note.clone())),
        };
        let related = self.related.iter().filter_map(related).collect();
        Some(Self { place: place(self.place)?, facts: self.facts.clone(), related, ..*self })
    }
}

/// Collects what one rule finds.
pub(crate) struct Report<'a> {
    code: &'static Code,
    findings: &'a mut Vec<Finding>,
}

impl<'a> Report<'a> {
    pub(crate) fn new(code: &'static Code, findings: &'a mut Vec<Finding>) -> Self {
        Self { code, findings }
    }

    /// Adds a finding; further places are added to what this returns.
    pub(crate) fn add(&mut self, place: Pointer, facts: impl Facts) -> &mut Finding {
        let Code { name, severity, .. } = *self.code;
        let facts = AnyFacts::new(facts);
        self.findings.push(Finding { code: name, severity, place, facts, related: Vec::new() });
        let last = self.findings.len() - 1;
        &mut self.findings[last]
    }
}
