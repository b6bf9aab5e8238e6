//! Findings that are kept beside the database.
//!
//! To know that an answer still holds, the database looks at everything that the answer once asked for. With thousands
//! of functions that costs more than a keystroke may. Here it is enough that a function's text and what all functions
//! see of each other are the same.

mod found;
mod of_file;
mod of_op;
mod op_findings;
mod pass;

use super::Depth;
use super::nearby::Neighbourhood;
use base::database::RootDatabase;
use base::source_file::SourceFile;
use of_file::OfFile;
use rules::finding::Finding;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, PoisonError};
use syntax::TextSize;

/// Findings of all files by their isolated ops.
#[derive(Default)]
pub(crate) struct FindingsCache {
    files: Mutex<FxHashMap<SourceFile, Arc<Mutex<OfFile>>>>,
}

impl FindingsCache {
    /// Forgets everything: for changes of settings, which any finding may depend on.
    pub(crate) fn clear(&self) {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Forgets everything about a file.
    pub(crate) fn forget(&self, file: SourceFile) {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).remove(&file);
    }

    /// Gives the findings of all isolated ops, with the index of each op, in the order of the file and by their
    /// places in each.
    ///
    /// Where a place is given, what takes long is known only within a distance from it that is given as well, and
    /// within a greater one as long as `read` gives nothing. Also what takes long of the isolated op with an index, where
    /// that is known of the present text.
    pub(super) fn read<R>(
        &self,
        db: &RootDatabase,
        file: SourceFile,
        depth: Depth,
        near: Option<TextSize>,
        read: impl Fn(
            &mut dyn Iterator<Item = (usize, &Finding)>,
            Option<TextSize>,
            &dyn Fn(usize) -> Option<Arc<[Finding]>>,
        ) -> Option<R>,
    ) -> Option<R> {
        let kept = self.files.lock().unwrap_or_else(PoisonError::into_inner).entry(file).or_default().clone();
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        let mut nearby = near.map(|it| Neighbourhood::of(db, file, it, depth));
        loop {
            let known_within = kept.bring_up_to_date(db, file, depth, nearby);
            let result = read(&mut kept.findings(), known_within, &|op| kept.in_depth(db, op));
            if result.is_some() || known_within.is_none() {
                return result;
            }
            nearby = nearby.map(Neighbourhood::doubled);
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
