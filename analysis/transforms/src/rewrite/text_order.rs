//! Edits as clients take them.

use syntax::TextEdit;

/// Sorted; edits that start in one place are one, because clients do not agree on their order.
pub fn in_text_order(mut edits: Vec<TextEdit>) -> Vec<TextEdit> {
    edits.sort_by_key(|it| it.range.start());
    edits.dedup_by(|next, edit| {
        let is_same = next.range.start() == edit.range.start();
        if is_same {
            edit.range = edit.range.cover(next.range);
            edit.insert.push_str(&next.insert);
        }
        is_same
    });
    edits
}
