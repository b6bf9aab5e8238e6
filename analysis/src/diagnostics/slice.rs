//! Findings in a large function after a small change, from the statements that the change may concern.
//!
//! To look at thousands of statements takes longer than a keystroke may. A program slice by names is enough: the changed
//! statements, those that define or use the same names, and what these need to be understood. Everything else is blank
//! there, so that places stay what they are, and keeps its findings. What depends on statements farther away is found
//! when the typing pauses.

mod reduced;
mod statements;

use super::moved::carried_past;
use super::scratch::Scratch;
use crate::database::RootDatabase;
use crate::isolated_op::{Green, OpText};
use crate::rules::{Finding, findings};
use crate::source_file::SourceFile;
use reduced::reduced;
use statements::{Statements, changed_statements};
use syntax::{Located, TextRange};

/// Smaller functions are looked at as a whole.
pub(super) const LEAST_BYTES: usize = 64 << 10;

/// What is found now, from what was found before; `None` where the change concerns too much.
pub(super) fn findings_in_slice(
    db: &RootDatabase,
    file: SourceFile,
    text: OpText,
    (before, kept): (&[Green], &[Finding]),
) -> Option<Vec<Finding>> {
    let ([before], [now]) = (before, &**text.roots(db)) else { return None };
    let (before, now) = (Located::root(&before.0), Located::root(&now.0));
    let changed = changed_statements(before, now)?;
    let statements = Statements::of(now);
    let slice = statements.slice(&changed)?;
    let roots = [Green(reduced(now, &slice.kept))].into();
    let scratch = Scratch::copy_but(db, file, Some((text, roots)));
    let found = findings(&scratch.db, scratch.op(text)?);
    let is_in_slice = |it: TextRange| slice.judged.iter().any(|judged| judged.contains_range(it));
    let mut all: Vec<Finding> = found.iter().filter(|it| is_in_slice(it.place.range)).cloned().collect();
    let others = kept.iter().filter_map(|it| carried_past(it, &changed.change));
    all.extend(others.filter(|it| !is_in_slice(it.place.range)));
    Some(all)
}

#[cfg(test)]
mod tests;
