//! The findings of a text, and whether they still hold for the current text.

use crate::diagnostics::moved::carried;
use base::database::RootDatabase;
use base::isolated_op::{Green, OpText};
use rules::finding::Finding;
use std::sync::Arc;

/// The findings of a text.
pub(super) struct Found {
    /// Of the text; `None` where the environment was another: only a stand-in then.
    pub(super) revision: Option<u64>,
    pub(super) roots: Box<[Green]>,
    /// Whether a syntax error may have to do with it.
    pub(super) is_broken: bool,
    /// Whether only a slice of the text was looked at since the last change.
    pub(super) is_partial: bool,
    pub(super) findings: Arc<[Finding]>,
    /// The texts of called functions that were asked for their results, with their revisions.
    pub(super) consulted: Box<[(OpText, u64)]>,
}

impl Found {
    /// Whether it is what is found in the present text.
    pub(super) fn is_of(&self, db: &RootDatabase, text: OpText) -> bool {
        self.revision == Some(text.revision(db)) && self.agrees(db)
    }

    /// Whether the functions that were asked are as they were.
    fn agrees(&self, db: &RootDatabase) -> bool {
        self.consulted.iter().all(|(text, revision)| text.revision(db) == *revision)
    }

    /// The same in the present text, if that differs in blanks and comments only.
    pub(super) fn carried(&self, db: &RootDatabase, text: OpText) -> Option<Arc<[Finding]>> {
        if !self.is_whole(db, text) || !self.agrees(db) {
            return None;
        }
        carried(&self.findings, &self.roots, text.roots(db)).map(Arc::from)
    }

    /// Whether no syntax error has to do with what was found, and none with the present text.
    pub(super) fn is_whole(&self, db: &RootDatabase, text: OpText) -> bool {
        self.revision.is_some() && !self.is_broken && !is_broken(db, text)
    }
}

/// Whether a syntax error may have to do with what is found in a text.
pub(super) fn is_broken(db: &RootDatabase, text: OpText) -> bool {
    !text.errors(db).is_empty() || text.beside_errors(db)
}
