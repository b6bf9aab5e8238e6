//! `source.modernize`: every old spelling of the file in today's syntax, as one edit.

use super::{FileAction, FileContext};
use rules::diagnostic::Diagnostic;
use syntax::TextEdit;

/// The kind of the action.
pub const KIND: &str = "source.modernize";

/// One action for the file, if there is anything old in it.
pub(super) fn find(context: &FileContext<'_>) -> Vec<FileAction> {
    let fix = |it: &Diagnostic| context.fixes.of(it).into_iter().find(|it| it.modernizes);
    let mut edits: Vec<TextEdit> =
        context.diagnostics.iter().filter_map(fix).flat_map(|it| it.edits).collect();
    edits.sort_by_key(|it| (it.range.start(), it.range.end()));
    // Two that overlap would be two readings of one text; the first is taken.
    let mut end = None;
    edits.retain(|it| {
        let fits = end.is_none_or(|end| it.range.start() >= end);
        end = if fits { Some(it.range.end()) } else { end };
        fits
    });
    if edits.is_empty() {
        return Vec::new();
    }
    vec![FileAction::whole(context, KIND, "Write the whole file in today's syntax", edits)]
}
