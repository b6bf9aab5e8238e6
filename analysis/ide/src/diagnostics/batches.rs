//! Functions to be looked at, in pieces of about equal length.

use base::database::RootDatabase;
use base::isolated_op::OpText;
use rules::finding::Finding;
use std::sync::Arc;

/// A function, and what was found in it at once.
pub(super) type Checked = (OpText, Arc<[Finding]>);

/// The length of a function's text.
pub(super) fn bytes(db: &RootDatabase, text: OpText) -> usize {
    text.roots(db).iter().map(|it| usize::from(it.0.text_len())).sum()
}

/// Functions that stand next to each other, of so many bytes together or one more function.
pub(super) fn batches<'a>(db: &RootDatabase, texts: &'a [Checked], most: usize) -> Vec<&'a [Checked]> {
    let mut batches = Vec::new();
    let (mut first, mut length) = (0, 0);
    for (index, (text, _)) in texts.iter().enumerate() {
        length += bytes(db, *text);
        if length >= most || index + 1 == texts.len() {
            batches.push(texts.get(first..=index).unwrap_or_default());
            (first, length) = (index + 1, 0);
        }
    }
    batches
}
