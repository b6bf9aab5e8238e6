//! Functions to be looked at, in pieces of about equal length.

use base::database::RootDatabase;
use base::isolated_op::OpText;

/// The length of a function's text.
pub(super) fn bytes(db: &RootDatabase, text: OpText) -> usize {
    text.roots(db).iter().map(|it| usize::from(it.0.text_len())).sum()
}

/// Functions that are next to each other, of this many bytes together or one more function.
pub(super) fn batches<'a>(db: &RootDatabase, texts: &'a [OpText], most: usize) -> Vec<&'a [OpText]> {
    let mut batches = Vec::new();
    let (mut first, mut length) = (0, 0);
    for (index, text) in texts.iter().enumerate() {
        length += bytes(db, *text);
        if length >= most || index + 1 == texts.len() {
            batches.push(texts.get(first..=index).unwrap_or_default());
            (first, length) = (index + 1, 0);
        }
    }
    batches
}
