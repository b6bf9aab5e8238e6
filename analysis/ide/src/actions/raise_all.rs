//! `refactor.rewrite.affine.raiseAll`: everything in the file that can become affine, as one edit.

use super::{FileAction, FileContext};
use transforms::raise::{ALL, has_nests};

/// One action for the file, if any loop of it is one of another dialect. Its edits are found when it is taken.
pub(super) fn find(context: &FileContext<'_>) -> Vec<FileAction> {
    let is_any = has_nests(context.db, context.file);
    is_any.then(|| FileAction::whole(context, ALL, "Raise all loops to affine", Vec::new())).into_iter().collect()
}
