//! What takes long, in many functions at once: a file was opened, or all of its functions see something else.
//!
//! Their IR, accesses and solved problems are many times as large as their text, and most are never looked at again. So
//! they are computed in databases that are thrown away, several functions in each, and only the findings stay.

use crate::database::RootDatabase;
use crate::isolated_op::{OpText, isolated_op};
use crate::rules::{Finding, find_in_depth};
use crate::source_file::{SettingsInput, SourceFile};
use rustc_hash::FxHashMap;
use salsa::{Database, Durability};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Fewer are asked for in the database itself, which keeps what it has learnt.
pub(super) const LEAST: usize = 32;

/// So much text shares one database. More would share more solved problems and need more memory.
const BATCH_BYTES: usize = 256 << 10;

/// A function, and what was found in it at once.
pub(super) type Checked = (OpText, Arc<[Finding]>);

/// What is found in depth in each, in their order, on all cores.
pub(super) fn findings_in_depth_of(
    db: &RootDatabase,
    file: SourceFile,
    texts: &[Checked],
) -> Vec<Arc<[Finding]>> {
    let batches = batches(db, texts);
    let next = AtomicUsize::new(0);
    let token = db.cancellation_token();
    let work = |db: RootDatabase| {
        let mut found = Vec::new();
        while let Some((first, batch)) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
            if token.is_cancelled() {
                break;
            }
            let batch = Scratch::copy(&db, file).findings_in_depth_of(batch);
            found.extend(batch.into_iter().enumerate().map(|(index, it)| (first + index, it)));
        }
        found
    };
    let threads = std::thread::available_parallelism().map_or(1, |it| it.get().min(batches.len()));
    let mut found = std::thread::scope(|scope| {
        let others = (1..threads).filter_map(|_| {
            let db = db.clone();
            let thread = std::thread::Builder::new().stack_size(super::kept::STACK_BYTES);
            thread.spawn_scoped(scope, || work(db)).ok()
        });
        let others: Vec<_> = others.collect();
        let mut found = work(db.clone());
        for thread in others {
            // Cancellation is a panic too.
            found.extend(thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        found
    });
    // What was left out because nobody wants it.
    db.unwind_if_revision_cancelled();
    found.sort_by_key(|it| it.0);
    found.into_iter().map(|it| it.1).collect()
}

/// Pieces of about equal length, each with the index of its first.
fn batches<'a>(db: &RootDatabase, texts: &'a [Checked]) -> Vec<(usize, &'a [Checked])> {
    let mut batches = Vec::new();
    let (mut first, mut bytes) = (0, 0);
    for (index, (text, _)) in texts.iter().enumerate() {
        bytes += text.roots(db).iter().map(|it| usize::from(it.0.text_len())).sum::<usize>();
        if bytes >= BATCH_BYTES || index + 1 == texts.len() {
            batches.push((first, texts.get(first..=index).unwrap_or_default()));
            (first, bytes) = (index + 1, 0);
        }
    }
    batches
}

/// A database with one file of another.
struct Scratch {
    db: RootDatabase,
    file: SourceFile,
    /// By those of the other database.
    texts: FxHashMap<OpText, OpText>,
}

impl Scratch {
    fn copy(from: &RootDatabase, file: SourceFile) -> Self {
        let db = from.scratch();
        let _ = SettingsInput::builder(SettingsInput::get(from).settings(from).clone())
            .durability(Durability::HIGH)
            .new(&db);
        let copied: Vec<OpText> = file.op_texts(from).iter().map(|it| it.copy(from, &db)).collect();
        let texts = file.op_texts(from).iter().copied().zip(copied.iter().copied()).collect();
        let file = file.copy(from, &db, copied.into());
        Self { db, file, texts }
    }

    fn findings_in_depth_of(&self, texts: &[Checked]) -> Vec<Arc<[Finding]>> {
        let found = texts.iter().map(|(text, at_once)| match self.texts.get(text) {
            Some(text) => find_in_depth(&self.db, isolated_op(&self.db, *text, self.file), at_once).into(),
            None => Arc::default(),
        });
        found.collect()
    }
}
