//! The fixes of diagnostics.

use crate::codes;
use crate::diagnostic::{Diagnostic, Fix};
use crate::fixes::FixContext;
use crate::fixes::names::NamePlaces;
use base::source_file::SourceFile;
use std::cell::OnceCell;
use syntax::SyntaxNode;

/// Finds the fixes of diagnostics of one file.
pub struct Fixes<'a> {
    db: &'a dyn salsa::Database,
    file: SourceFile,
    root: SyntaxNode,
    text: OnceCell<String>,
    names: OnceCell<NamePlaces>,
}

impl<'a> Fixes<'a> {
    pub fn new(db: &'a dyn salsa::Database, file: SourceFile) -> Self {
        let root = file.parse(db).syntax_node();
        Self { db, file, root, text: OnceCell::new(), names: OnceCell::new() }
    }

    /// The fixes of a diagnostic.
    pub fn of(&self, diagnostic: &Diagnostic) -> Vec<Fix> {
        let Some(find) = codes::get(diagnostic.code).and_then(|it| it.fix) else { return Vec::new() };
        let found = find(&FixContext {
            db: self.db,
            file: self.file,
            root: &self.root,
            whole: self.text.get_or_init(|| self.file.parse(self.db).text()),
            names: &self.names,
            diagnostic,
            range: diagnostic.range,
        });
        found.unwrap_or_default()
    }
}
