//! The two passes over isolated ops: what each asks the database.

use crate::diagnostics::bulk::{self, Checked};
use crate::diagnostics::on_all_cores::on_all_cores;
use base::database::RootDatabase;
use base::isolated_op::{MANY_OPS, isolated_op};
use base::source_file::SourceFile;
use rules::finding::Finding;
use rules::findings::{findings, findings_in_depth};
use std::sync::Arc;

#[derive(Clone, Copy)]
pub(super) enum Pass {
    AtOnce,
    InDepth,
}

impl Pass {
    /// What it finds in each text.
    pub(super) fn find(self, db: &RootDatabase, file: SourceFile, texts: &[Checked]) -> Vec<Arc<[Finding]>> {
        match self {
            Self::AtOnce => find_at_once(db, file, texts),
            // The database itself keeps what it has learnt.
            Self::InDepth if texts.len() < MANY_OPS => find_in_depth(db, file, texts),
            Self::InDepth => bulk::findings_in_depth_of(db, file, texts),
        }
    }
}

/// So many are asked at a time where there are many.
const TEXTS_PER_BATCH: usize = 16;

/// What is found at once in each text, on all cores where there are many.
fn find_at_once(db: &RootDatabase, file: SourceFile, texts: &[Checked]) -> Vec<Arc<[Finding]>> {
    let of_texts = |db: &RootDatabase, texts: &[Checked]| -> Vec<_> {
        texts.iter().map(|it| findings(db, isolated_op(db, it.0, file)).clone()).collect()
    };
    let batches: Vec<&[Checked]> = texts.chunks(TEXTS_PER_BATCH).collect();
    if batches.len() <= 2 {
        return of_texts(db, texts);
    }
    on_all_cores(db, batches.len(), |db, index| of_texts(db, batches.get(index).copied().unwrap_or_default()))
}

/// What is found in depth in each text, on all cores: dependences in one function take as long as errors in many.
fn find_in_depth(db: &RootDatabase, file: SourceFile, texts: &[Checked]) -> Vec<Arc<[Finding]>> {
    let of_text =
        |db: &RootDatabase, text: &Checked| findings_in_depth(db, isolated_op(db, text.0, file)).clone();
    match texts {
        [] => Vec::new(),
        [text] => vec![of_text(db, text)],
        _ => on_all_cores(db, texts.len(), |db, index| {
            texts.get(index).map(|it| of_text(db, it)).into_iter().collect()
        }),
    }
}
