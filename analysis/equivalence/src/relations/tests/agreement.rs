//! Whether the two methods agree on random pairs.

use std::cell::Cell;
use std::fmt::Display;

use proptest::prelude::*;

use super::{of_effort, verdict};
use crate::{Effort, Verdict};

/// The pairs that were judged, and how.
#[derive(Default)]
pub(super) struct Agreement {
    pairs: Cell<u32>,
    proven: Cell<u32>,
    refuted: Cell<u32>,
}

impl Agreement {
    /// Fails where one method proves what the other refutes.
    pub(super) fn judge(&self, before: &str, after: &str) -> Result<(), TestCaseError> {
        let by_relations = verdict(before, after).0;
        let by_terms = of_effort(before, after, Effort { relations: 0, ..Effort::default() }).0;
        let one_more = |count: &Cell<u32>| count.set(count.get() + 1);
        one_more(&self.pairs);
        match (&by_relations, &by_terms) {
            (Verdict::Equal { .. }, Verdict::Different(witness))
            | (Verdict::Different(witness), Verdict::Equal { .. }) => {
                prop_assert!(false, "{witness:?}\n{before}\n--\n{after}");
            }
            (Verdict::Equal { .. }, _) => one_more(&self.proven),
            (_, Verdict::Different(_)) => one_more(&self.refuted),
            _ => {}
        }
        Ok(())
    }

    /// Neither method is asked for nothing.
    pub(super) fn end(&self, result: Result<(), impl Display>) {
        let [pairs, proven, refuted] = [&self.pairs, &self.proven, &self.refuted].map(Cell::get);
        println!("{pairs} pairs, {proven} proven by relations, {refuted} refuted");
        result.unwrap_or_else(|error| panic!("{error}"));
        assert!(proven > 10 && refuted > 10, "{proven} proven, {refuted} refuted");
    }
}
