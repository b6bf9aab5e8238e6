//! Findings of an earlier text at their places in the present one.

use super::change::{Change, differ_in_trivia};
use base::isolated_op::Green;
use ir::Pointer;
use rules::finding::Finding;
use syntax::{Located, TextRange};

/// Findings before a change stay, those after it move, and those that it touches are dropped.
pub(super) fn moved(findings: &[Finding], before: &[Green], now: &[Green]) -> Vec<Finding> {
    if before.len() != now.len() {
        return Vec::new();
    }
    let changes = Changes::between(before, now);
    findings.iter().filter_map(|it| complete(it, it.moved(|place| changes.untouched(place)))).collect()
}

/// All findings, if the texts differ in blanks and comments only; `None` where something would have to be found anew.
pub(super) fn carried(findings: &[Finding], before: &[Green], now: &[Green]) -> Option<Vec<Finding>> {
    let mut roots = before.iter().zip(now);
    let is_trivial = before.len() == now.len()
        && roots.all(|(before, now)| differ_in_trivia(Located::root(&before.0), Located::root(&now.0)));
    if !is_trivial {
        return None;
    }
    let changes = Changes::between(before, now);
    findings.iter().map(|it| complete(it, it.moved(|place| changes.stretched(place)))).collect()
}

/// The moved finding, if all of its places are there.
fn complete(finding: &Finding, moved: Option<Finding>) -> Option<Finding> {
    moved.filter(|it| it.related.len() == finding.related.len())
}

/// A finding in the only root; `None` where it is inside the change.
pub(super) fn carried_past(finding: &Finding, change: &Change) -> Option<Finding> {
    finding.moved(|it| Some(Pointer { range: change.stretched(it.range)?, ..it }))
}

/// One for each root, where it changed.
struct Changes(Vec<Option<Change>>);

impl Changes {
    fn between(before: &[Green], now: &[Green]) -> Self {
        let roots = before.iter().zip(now);
        Self(roots.map(|(a, b)| Change::between(Located::root(&a.0), Located::root(&b.0))).collect())
    }

    /// The place now; `None` where the change touches it.
    fn untouched(&self, place: Pointer) -> Option<Pointer> {
        let range = match self.0.get(place.root)? {
            None => place.range,
            Some(change) if place.range.end() < change.range.start() => place.range,
            Some(change) if place.range.start() > change.range.end() => {
                TextRange::new(change.behind(place.range.start())?, change.behind(place.range.end())?)
            }
            Some(_) => return None,
        };
        Some(Pointer { root: place.root, range })
    }

    /// The place now, where the change lies between tokens.
    fn stretched(&self, place: Pointer) -> Option<Pointer> {
        let range = match self.0.get(place.root)? {
            None => place.range,
            Some(change) => change.stretched(place.range)?,
        };
        Some(Pointer { root: place.root, range })
    }
}
