//! Whether edits keep what the functions that they touch compute.

use base::database::RootDatabase;
use base::source_file::SourceFile;
use base::temporary::Temporary;
use equivalence::{Effort, Verdict, compare_touched};
use syntax::TextEdit;

/// The weakest verdict of all functions that the edits touch; `None` if they touch none. Edits are in text order.
pub(crate) fn verdict(
    db: &RootDatabase,
    file: SourceFile,
    edits: &[TextEdit],
    effort: Effort,
) -> Option<Verdict> {
    let after = edits.iter().rev().fold(file.parse(db).clone(), |parse, edit| parse.reparse(edit));
    let mut copy = Temporary::with_copy(db, file);
    copy.set_parse(after);
    let found = compare_touched((db, file), (&copy.db, copy.file), edits, effort);
    found.into_iter().map(|it| it.verdict).min_by_key(strength)
}

fn strength(verdict: &Verdict) -> u8 {
    match verdict {
        Verdict::Different(_) => 0,
        Verdict::Unknown(_) => 1,
        Verdict::Equal { reassociates: true } => 2,
        Verdict::Equal { reassociates: false } => 3,
    }
}
