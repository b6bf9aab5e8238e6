//! `refactor.rewrite.affine.fuseAll`: every fusion that is recommended, as one edit.

use super::{FileAction, FileContext};
use transforms::fuse::{ALL, Prospect, prospect};

/// One action for the file, if any fusion is recommended, or may be. Its edits are found when it is taken.
pub(super) fn find(context: &FileContext<'_>) -> Vec<FileAction> {
    let title = match prospect(context.db, context.file, context.range) {
        Prospect::Recommended => "Fuse all nests where it is recommended",
        Prospect::Open => "Fuse all nests where it is recommended, if there are any",
        Prospect::None => return Vec::new(),
    };
    vec![FileAction::whole(context, ALL, title, Vec::new())]
}
