//! Actions whose edits would have brought an error into the file: they are not possible until the file changes.

use super::Action;
use base::source_file::SourceFile;
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use transforms::offer::UNWRITABLE;
use transforms::request::Request;

/// Why an action has no edits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoEdit {
    /// It is not offered on this text.
    NotOffered,
    /// The text is written in a way that cannot be rewritten.
    Unwritable,
    Withheld(Box<Withheld>),
}

/// Edits that would have brought an error into the file: a defect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Withheld {
    /// Of the error.
    pub code: &'static str,
    pub message: String,
    /// The file after the edits.
    pub text: String,
}

impl Withheld {
    pub fn reason(&self) -> String {
        format!("the result would have a new error, {} ({})", self.message, self.code)
    }
}

impl fmt::Display for NoEdit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoEdit::NotOffered => f.write_str("it is no longer possible"),
            NoEdit::Unwritable => f.write_str(UNWRITABLE),
            NoEdit::Withheld(withheld) => f.write_str(&withheld.reason()),
        }
    }
}

/// The actions whose edits were withheld, with the reasons, by file.
#[derive(Default)]
pub(crate) struct WithheldActions(Mutex<FxHashMap<SourceFile, FxHashMap<Request, String>>>);

impl WithheldActions {
    fn all(&self) -> MutexGuard<'_, FxHashMap<SourceFile, FxHashMap<Request, String>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn insert(&self, file: SourceFile, request: &Request, reason: String) {
        self.all().entry(file).or_default().insert(request.clone(), reason);
    }

    /// The text has changed.
    pub(crate) fn forget(&self, file: SourceFile) {
        self.all().remove(&file);
    }

    pub(crate) fn disable(&self, file: SourceFile, actions: &mut [Action]) {
        let all = self.all();
        let Some(withheld) = all.get(&file) else { return };
        for action in actions {
            if let Some(reason) = withheld.get(&action.request) {
                action.disabled.get_or_insert_with(|| reason.clone());
            }
        }
    }
}
