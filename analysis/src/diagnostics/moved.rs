//! Findings of an earlier text at their places in the present one: what stands before a change stays, what stands
//! behind it moves, and what it touches is left out.

use crate::ir::Pointer;
use crate::isolated_op::Green;
use crate::rules::{Finding, Place};
use syntax::{TextRange, TextSize};

pub(super) fn moved(findings: &[Finding], before: &[Green], now: &[Green]) -> Vec<Finding> {
    if before.len() != now.len() {
        return Vec::new();
    }
    let changes: Vec<Option<Change>> =
        before.iter().zip(now).map(|(before, now)| Change::between(before, now)).collect();
    let place = |it: Pointer| match changes.get(it.root)? {
        None => Some(it),
        Some(change) => Some(Pointer { root: it.root, range: change.moved(it.range)? }),
    };
    let related = |it: &(Place, String)| match &it.0 {
        Place::Here(pointer) => Some((Place::Here(place(*pointer)?), it.1.clone())),
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

/// The piece of a text that is another one now.
struct Change {
    start: TextSize,
    end: TextSize,
    new_end: TextSize,
}

impl Change {
    /// `None` where nothing changed.
    fn between(before: &Green, now: &Green) -> Option<Self> {
        if before.is_same(&now.0) {
            return None;
        }
        let (before, now) = (syntax::text_of(&before.0), syntax::text_of(&now.0));
        let (a, b) = (before.as_bytes(), now.as_bytes());
        let start = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        let most = a.len().min(b.len()) - start;
        let behind = a.iter().rev().zip(b.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
        let size = |it: usize| TextSize::try_from(it).unwrap_or_default();
        Some(Self { start: size(start), end: size(a.len() - behind), new_end: size(b.len() - behind) })
    }

    fn moved(&self, range: TextRange) -> Option<TextRange> {
        if range.end() < self.start {
            return Some(range);
        }
        let moved = |it: TextSize| it.checked_sub(self.end)?.checked_add(self.new_end);
        (range.start() > self.end).then_some(TextRange::new(moved(range.start())?, moved(range.end())?))
    }
}
