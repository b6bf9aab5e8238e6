//! Rules that take long, in many functions at once: a file was opened, or all of its functions see something else.
//!
//! Their IR, accesses and solved problems are many times as large as their text, and most are never looked at again. So
//! they are computed in databases that are thrown away, several functions in each, and only the findings stay.

use super::batches::{batches, bytes};
use super::on_all_cores::{CORES, on_all_cores};
use base::database::RootDatabase;
use base::isolated_op::{OpText, isolated_op};
use base::source_file::SourceFile;
use base::temporary::Temporary;
use rules::finding::Finding;
use rules::findings::{find_in_depth, findings};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// So much text shares one database, if that leaves no core without work. More would share more solved problems and need
/// more memory.
const BATCH_BYTES: usize = 128 << 10;

/// The findings in depth of each, in their order, on all cores.
pub(super) fn findings_in_depth_of(
    db: &RootDatabase,
    file: SourceFile,
    texts: &[OpText],
) -> Vec<Arc<[Finding]>> {
    let all: usize = texts.iter().map(|it| bytes(db, *it)).sum();
    let batches = batches(db, texts, BATCH_BYTES.min(all.div_ceil(*CORES)));
    on_all_cores(db, batches.len(), |db, index| {
        let Temporary { db: temporary, file: copy, .. } = &Temporary::with_copy(db, file);
        let copies: FxHashMap<&OpText, &OpText> =
            file.op_texts(db).iter().zip(copy.op_texts(temporary)).collect();
        let batch = batches.get(index).copied().unwrap_or_default().iter();
        let found = batch.map(|text| match copies.get(text) {
            Some(copied) => {
                let at_once = findings(db, isolated_op(db, *text, file));
                find_in_depth(temporary, isolated_op(temporary, **copied, *copy), at_once).into()
            }
            None => Arc::default(),
        });
        found.collect()
    })
}
