//! Findings of an earlier text at their places in the present one.

use super::change::{Change, differ_in_trivia};
use crate::ir::Pointer;
use crate::isolated_op::Green;
use crate::rules::{Finding, FindingFix, RelatedPlace};
use syntax::{Located, TextRange};

/// What stands before a change stays, what stands behind it moves, and what it touches is left out.
pub(super) fn moved(findings: &[Finding], before: &[Green], now: &[Green]) -> Vec<Finding> {
    if before.len() != now.len() {
        return Vec::new();
    }
    let changes = Changes::between(before, now);
    let place = |it: Pointer| changes.untouched(it);
    let related = |it: &(RelatedPlace, String)| match &it.0 {
        RelatedPlace::Here(pointer) => Some((RelatedPlace::Here(place(*pointer)?), it.1.clone())),
        _ => Some(it.clone()),
    };
    let finding = |it: &Finding| {
        Some(Finding {
            place: place(it.place)?,
            related: it.related.iter().map(related).collect::<Option<_>>()?,
            // A fix is made for its text.
            fixes: Vec::new(),
            message: it.message.clone(),
            ..*it
        })
    };
    findings.iter().filter_map(finding).collect()
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
    let place = |it: Pointer| changes.stretched(it);
    let related = |it: &(RelatedPlace, String)| match &it.0 {
        RelatedPlace::Here(pointer) => Some((RelatedPlace::Here(place(*pointer)?), it.1.clone())),
        _ => Some(it.clone()),
    };
    let fix = |it: &FindingFix| {
        // What it writes may hold the blanks and comments of the earlier text.
        let edit = |(pointer, insert): &(Pointer, String)| {
            let is_plain = !insert.contains(['\n', '/']);
            Some((changes.untouched(*pointer).filter(|_| is_plain)?, insert.clone()))
        };
        let edits = it.edits.iter().map(edit).collect::<Option<_>>()?;
        Some(FindingFix { title: it.title.clone(), edits, modernizes: it.modernizes })
    };
    let finding = |it: &Finding| {
        Some(Finding {
            place: place(it.place)?,
            related: it.related.iter().map(related).collect::<Option<_>>()?,
            fixes: it.fixes.iter().map(fix).collect::<Option<_>>()?,
            message: it.message.clone(),
            ..*it
        })
    };
    findings.iter().map(finding).collect()
}

/// A finding in the only root, without its fixes; `None` where it stands inside the change.
pub(super) fn carried_past(finding: &Finding, change: &Change) -> Option<Finding> {
    let place = |it: Pointer| Some(Pointer { range: change.stretched(it.range)?, ..it });
    let related = |it: &(RelatedPlace, String)| match &it.0 {
        RelatedPlace::Here(pointer) => Some((RelatedPlace::Here(place(*pointer)?), it.1.clone())),
        _ => Some(it.clone()),
    };
    Some(Finding {
        place: place(finding.place)?,
        related: finding.related.iter().filter_map(related).collect(),
        // A fix is made for its text.
        fixes: Vec::new(),
        message: finding.message.clone(),
        ..*finding
    })
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
