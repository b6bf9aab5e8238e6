//! A finding: a fact that a rule has found out about an isolated op, at places relative to it.

use crate::diagnostic::Severity;
use crate::facts::{AnyFacts, Facts};
use ir::Pointer;
use std::sync::Arc;

/// A finding with places that are relative to its isolated op. Its operation is the innermost one around its place: a
/// place is moved with the text, the number of an operation is another one after each edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub code: &'static str,
    pub severity: Severity,
    pub place: Pointer,
    pub facts: AnyFacts,
    pub related: Vec<(RelatedPlace, Arc<str>)>,
}

/// A further place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RelatedPlace {
    /// In the same isolated op.
    Here(Pointer),
    /// The definition of an alias, with its sigil.
    Alias(String),
    /// The definition of a symbol, with its sigil, in a module.
    Symbol { table: String, name: String },
}

impl Finding {
    pub fn new(code: &'static str, severity: Severity, place: Pointer, facts: AnyFacts) -> Self {
        Self { code, severity, place, facts, related: Vec::new() }
    }

    pub fn related(&mut self, place: Pointer, note: impl Into<Arc<str>>) -> &mut Self {
        self.related_place(RelatedPlace::Here(place), note)
    }

    pub fn related_place(&mut self, place: RelatedPlace, note: impl Into<Arc<str>>) -> &mut Self {
        self.related.push((place, note.into()));
        self
    }

    /// The finding in another text, by where its places are there, without the further places that are gone; `None`
    /// where its own is.
    pub fn moved(&self, place: impl Fn(Pointer) -> Option<Pointer>) -> Option<Self> {
        let related = |(related, note): &(RelatedPlace, Arc<str>)| match related {
            RelatedPlace::Here(it) => Some((RelatedPlace::Here(place(*it)?), note.clone())),
            elsewhere => Some((elsewhere.clone(), note.clone())),
        };
        let related = self.related.iter().filter_map(related).collect();
        Some(Self { place: place(self.place)?, facts: self.facts.clone(), related, ..*self })
    }
}

/// Collects the findings of one rule.
pub struct Report<'a> {
    code: &'static str,
    severity: Severity,
    findings: &'a mut Vec<Finding>,
}

impl<'a> Report<'a> {
    pub fn new(code: &'static str, severity: Severity, findings: &'a mut Vec<Finding>) -> Self {
        Self { code, severity, findings }
    }

    /// Adds a finding; further places are added to the returned one.
    pub fn add(&mut self, place: Pointer, facts: impl Facts) -> &mut Finding {
        self.findings.push(Finding::new(self.code, self.severity, place, AnyFacts::new(facts)));
        let last = self.findings.len() - 1;
        &mut self.findings[last]
    }
}
