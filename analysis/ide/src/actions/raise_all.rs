//! `refactor.rewrite.affine.raiseAll`: everything in the file that can become affine, as one edit.

use super::{FileAction, FileContext};
use transforms::raise::{ALL, is_possible};

/// One action for the file, if any loop or condition of it can become affine. Its edits are found when it is taken.
pub(super) fn find(context: &FileContext<'_>) -> Vec<FileAction> {
    let is_any = is_possible(context.db, context.file);
    is_any
        .then(|| FileAction::whole(context, ALL, "Raise all loops to affine", Vec::new()))
        .into_iter()
        .collect()
}
