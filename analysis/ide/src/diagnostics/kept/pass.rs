//! The two passes over isolated ops: what each asks the database.

use crate::diagnostics::batches::{batches, bytes};
use crate::diagnostics::bulk;
use crate::diagnostics::on_all_cores::on_all_cores;
use base::database::RootDatabase;
use base::isolated_op::{MANY_OPS, OpText, isolated_op};
use base::source_file::SourceFile;
use rules::finding::Finding;
use rules::findings::{findings, findings_in_depth};
use std::cmp::Reverse;
use std::sync::Arc;

#[derive(Clone, Copy)]
pub(super) enum Pass {
    AtOnce,
    InDepth,
}

impl Pass {
    /// The findings of the pass in each text.
    pub(super) fn find(self, db: &RootDatabase, file: SourceFile, texts: &[OpText]) -> Vec<Arc<[Finding]>> {
        match self {
            Self::AtOnce => find_at_once(db, file, texts),
            // The database itself keeps what it has learnt.
            Self::InDepth if texts.len() < MANY_OPS => find_in_depth(db, file, texts),
            Self::InDepth => bulk::findings_in_depth_of(db, file, texts),
        }
    }
}

/// So much text is looked at at a time where there is much.
const BATCH_BYTES: usize = 8 << 10;
/// So few batches are not worth a thread.
const FEW_BATCHES: usize = 2;

/// The findings at once in each text, on all cores where there is much of it.
fn find_at_once(db: &RootDatabase, file: SourceFile, texts: &[OpText]) -> Vec<Arc<[Finding]>> {
    let of_texts = |db: &RootDatabase, texts: &[OpText]| -> Vec<_> {
        texts.iter().map(|it| findings(db, isolated_op(db, *it, file)).errors.clone()).collect()
    };
    let batches = batches(db, texts, BATCH_BYTES);
    if batches.len() <= FEW_BATCHES {
        return of_texts(db, texts);
    }
    on_all_cores(db, batches.len(), |db, index| of_texts(db, batches.get(index).copied().unwrap_or_default()))
}

/// The findings in depth in each text, on all cores: dependences in one function take as long as errors in many.
fn find_in_depth(db: &RootDatabase, file: SourceFile, texts: &[OpText]) -> Vec<Arc<[Finding]>> {
    let of_text =
        |db: &RootDatabase, text: OpText| findings_in_depth(db, isolated_op(db, text, file)).clone();
    if texts.len() < 2 {
        return texts.iter().map(|it| of_text(db, *it)).collect();
    }
    let mut order: Vec<(usize, OpText)> = texts.iter().copied().enumerate().collect();
    // No core is to wait long for what another has begun last.
    order.sort_by_key(|it| Reverse(bytes(db, it.1)));
    let mut found = on_all_cores(db, order.len(), |db, index| {
        order.get(index).map(|it| (it.0, of_text(db, it.1))).into_iter().collect()
    });
    found.sort_unstable_by_key(|it| it.0);
    found.into_iter().map(|it| it.1).collect()
}
