//! The best sequences of transformations, after a look at what comes of them.

use crate::actions::{checked, proof};
use base::database::RootDatabase;
use base::source_file::SourceFile;
use equivalence::{Effort, Verdict};
use optimizer::target::Target;
use optimizer::{FunctionProposals, Wanted};
use syntax::TextEdit;

/// What a proof may cost: it is made before anything is shown.
const EFFORT: Effort = Effort { steps: 300_000, nodes: 300_000, regions: 200 };

/// The proposals for what is wanted. What brings an error or computes something else, both of which would be a defect, is
/// left out.
pub(crate) fn optimized(
    db: &RootDatabase,
    file: SourceFile,
    target: &Target,
    wanted: Wanted<'_>,
) -> Vec<FunctionProposals> {
    let mut found = optimizer::optimize(db, file, target, wanted);
    for function in &mut found {
        let range = function.range;
        function.proposals.retain_mut(|it| {
            let edits = [TextEdit { range, insert: it.text.to_string() }];
            if checked::new_error(db, file, &edits, true).is_some() {
                return false;
            }
            let verdict = proof::verdict(db, file, &edits, EFFORT);
            it.is_proven = matches!(verdict, Some(Verdict::Equal { .. }));
            !matches!(verdict, Some(Verdict::Different(_)))
        });
    }
    found
}
