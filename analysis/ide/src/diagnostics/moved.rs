//! Findings of an earlier text at their places in the present one.

use base::change::{Change, Changes};
use base::isolated_op::Green;
use ir::Pointer;
use rules::finding::Finding;

/// Findings before a change stay, those after it move, and those that it touches are dropped.
pub(super) fn moved(findings: &[Finding], before: &[Green], now: &[Green]) -> Vec<Finding> {
    if before.len() != now.len() {
        return Vec::new();
    }
    let changes = Changes::between(before, now);
    let place = |it: Pointer| Some(Pointer { range: changes.untouched(it.root, it.range)?, ..it });
    findings.iter().filter_map(|it| complete(it, it.moved(place))).collect()
}

/// All findings, if the texts differ in blanks and comments only; `None` where something would have to be found anew.
pub(super) fn carried(findings: &[Finding], before: &[Green], now: &[Green]) -> Option<Vec<Finding>> {
    let changes = Changes::in_trivia(before, now)?;
    let place = |it: Pointer| Some(Pointer { range: changes.stretched(it.root, it.range)?, ..it });
    findings.iter().map(|it| complete(it, it.moved(place))).collect()
}

/// The moved finding, if all of its places are there.
fn complete(finding: &Finding, moved: Option<Finding>) -> Option<Finding> {
    moved.filter(|it| it.related.len() == finding.related.len())
}

/// A finding in the only root; `None` where it is inside the change.
pub(super) fn carried_past(finding: &Finding, change: &Change) -> Option<Finding> {
    finding.moved(|it| Some(Pointer { range: change.stretched(it.range)?, ..it }))
}
