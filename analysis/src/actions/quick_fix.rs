//! `quickfix`: the fixes that diagnostics give.

use super::{FileAction, FileContext};

pub(crate) const KIND: &str = "quickfix";

/// One action for each fix of the diagnostics that the selection touches.
pub(super) fn find(context: &FileContext<'_>) -> Vec<FileAction> {
    let touched = context
        .diagnostics
        .iter()
        .filter(|it| it.range.start() <= context.range.end() && context.range.start() <= it.range.end());
    touched
        .flat_map(|diagnostic| {
            let offset = u32::from(diagnostic.range.start());
            let fixes = context.fixes.of(diagnostic).into_iter().enumerate();
            fixes.map(move |(index, fix)| FileAction {
                id: format!("{KIND}:{}:{offset}:{index}", diagnostic.code),
                kind: KIND,
                title: fix.title,
                diagnostic: Some(diagnostic.code),
                preferred: index == 0 && !fix.guesses,
                range: diagnostic.range,
                edits: fix.edits,
            })
        })
        .collect()
}
