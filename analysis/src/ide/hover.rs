//! Hover.

use crate::source_file::SourceFile;
use syntax::{TextRange, TextSize};

/// What is known about a thing, and the range it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hover {
    pub range: TextRange,
    pub markdown: String,
}

/// What is known about the thing at the offset.
pub(crate) fn hover(_db: &dyn salsa::Database, _file: SourceFile, _offset: TextSize) -> Option<Hover> {
    None
}
