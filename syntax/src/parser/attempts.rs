//! Parsing without leaving anything, and what is known from it.

use crate::{
    SyntaxError,
    SyntaxKind::*,
    grammar::{location, symbol_body::Fit},
    parser::Parser,
};

impl Parser<'_> {
    /// Whether `inside` would parse the rest of a statement without an error. Nothing is consumed, and what is in
    /// regions is not looked at: so trials of operations in each other take no longer than the text is long.
    pub(crate) fn would_parse(&mut self, inside: impl FnOnce(&mut Self)) -> bool {
        let (is_whole, error) = self.attempt(|p| {
            inside(p);
            matches!(p.current(), EOF | R_BRACE) || p.at_next_statement() || location::at_trailing(p)
        });
        is_whole && error.is_none()
    }

    /// Runs `inside` and leaves nothing of it but what it gives back and its first error.
    pub(crate) fn attempt<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> (T, Option<SyntaxError>) {
        let before = (self.at, self.depth, self.unterminated_at, self.errors_at_end);
        let (events, errors) = (self.events.len(), self.errors.len());
        let is_trial = std::mem::replace(&mut self.is_trial, true);
        let is_silent = std::mem::replace(&mut self.silent, false);
        let found = inside(self);
        let error = self.errors.get(errors).cloned();
        (self.at, self.depth, self.unterminated_at, self.errors_at_end) = before;
        self.events.truncate(events);
        self.errors.truncate(errors);
        (self.is_trial, self.silent) = (is_trial, is_silent);
        (found, error)
    }

    /// Runs `inside` with the end of input at the given token, up to which no statement starts.
    pub(crate) fn enclosed<T>(&mut self, end: usize, inside: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let in_brackets = std::mem::replace(&mut self.in_brackets, true);
        let mut found = None;
        self.limited(end, |p| found = Some(inside(p)));
        self.in_brackets = in_brackets;
        found
    }

    /// In a trial, passes over the region at the cursor. Whether this is one.
    pub(crate) fn passes_over_region(&mut self) -> bool {
        if self.is_trial {
            match self.nth_partner(0) {
                Some(partner) => (0..=partner).for_each(|_| self.bump_opaque()),
                None => self.expected("a region that is closed"),
            }
        }
        self.is_trial
    }

    pub(crate) fn known_body(&self) -> Option<Fit> {
        self.bodies.get(&self.at).cloned()
    }

    /// Whether an error is that of a body.
    pub(crate) fn is_known_error(&self, error: &SyntaxError) -> bool {
        self.wrong_bodies.contains(error)
    }

    pub(crate) fn know_body(&mut self, fit: Fit) {
        if let Fit::Wrong(error) = &fit {
            self.wrong_bodies.insert(error.clone());
        }
        self.bodies.insert(self.at, fit);
    }
}
