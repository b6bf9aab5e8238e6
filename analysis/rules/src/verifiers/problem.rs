//! The result of a verifier.

use crate::diagnostic::Severity;
use crate::facts::{AnyFacts, Facts};
use ir::Pointer;
use std::borrow::Cow;

/// The problem of one operation.
#[derive(Debug, Clone)]
pub struct OpProblem {
    pub code: &'static str,
    pub place: Pointer,
    pub facts: AnyFacts,
    /// How bad it is, where that is not as the code has it.
    pub severity: Option<Severity>,
    pub related: Vec<(Pointer, Cow<'static, str>)>,
    /// Whether it is reported at its place even if the operation's name is on another line.
    pub(super) keeps_place: bool,
}

/// A verifier finds the first thing that is wrong; `Ok` also where something is not known.
pub(super) type Verified = Result<(), OpProblem>;

pub(super) fn problem<T>(code: &'static str, place: Pointer, facts: impl Facts) -> Result<T, OpProblem> {
    let facts = AnyFacts::new(facts);
    Err(OpProblem { code, place, facts, severity: None, related: Vec::new(), keeps_place: false })
}

/// Rejects with `problem` if something is wrong.
pub(super) fn reject_if(is_wrong: bool, problem: impl FnOnce() -> Verified) -> Verified {
    if is_wrong { problem() } else { Ok(()) }
}

impl OpProblem {
    pub(super) fn related(mut self, place: Pointer, note: &'static str) -> Self {
        self.related.push((place, note.into()));
        self
    }
}
