//! Whether edits keep what the functions that they touch compute.

use base::database::RootDatabase;
use base::source_file::SourceFile;
use base::temporary::Temporary;
use equivalence::{Edited, Effort, FunctionComparison, Poll, Verdict, compare_touched, touched_are_alike};
use syntax::TextEdit;

/// A file and what edits make of it.
pub(crate) struct Trial<'a> {
    before: (&'a RootDatabase, SourceFile),
    edits: &'a [TextEdit],
    after: Temporary,
}

impl<'a> Trial<'a> {
    /// Edits are in text order.
    pub(crate) fn new(db: &'a RootDatabase, file: SourceFile, edits: &'a [TextEdit]) -> Self {
        let parse = file.parse(db).reparse_all(edits);
        let mut after = Temporary::with_copy(db, file);
        after.set_parse(parse);
        Self { before: (db, file), edits, after }
    }

    fn edited(&self) -> Edited<'_> {
        let (db, file) = self.before;
        Edited { before: (db, file), after: (&self.after.db, self.after.file), edits: self.edits }
    }

    fn poll(&self) -> Poll {
        Poll::new(self.before.0.unwinding())
    }

    /// The comparison of all functions that the edits touch that has the weakest verdict; `None` if they touch none.
    pub(crate) fn weakest(&self, effort: Effort) -> Option<FunctionComparison> {
        let found = compare_touched(self.edited(), effort, &self.poll());
        found.into_iter().min_by_key(|it| strength(&it.verdict))
    }

    /// Its verdict.
    pub(crate) fn verdict(&self, effort: Effort) -> Option<Verdict> {
        self.weakest(effort).map(|it| it.verdict)
    }

    /// Whether running the functions shows no difference; `None` where they cannot be run.
    pub(crate) fn is_alike(&self, steps: u64) -> Option<bool> {
        touched_are_alike(self.edited(), steps, &self.poll())
    }
}

fn strength(verdict: &Verdict) -> u8 {
    match verdict {
        Verdict::Different(_) => 0,
        Verdict::Unknown(_) => 1,
        Verdict::Equal { reassociates: true } => 2,
        Verdict::Equal { reassociates: false } => 3,
    }
}
