//! Findings that are kept beside the database.
//!
//! To know that an answer still holds, the database looks at everything that the answer once asked for. With thousands
//! of functions that costs more than a keystroke may. Here it is enough that a function's text and what all functions
//! see of each other are the same.

use super::moved::{carried, moved};
use super::on_all_cores::on_all_cores;
use super::slice::{self, Statements};
use super::{Depth, bulk};
use crate::database::RootDatabase;
use crate::isolated_op::{Green, OpText, RootStarts, isolated_op, isolated_op_starts};
use crate::rules::{Finding, findings, findings_in_depth};
use crate::source_file::SourceFile;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, PoisonError};
use syntax::TextRange;

/// Findings of all files by their isolated ops.
#[derive(Default)]
pub(crate) struct KeptFindings {
    files: Mutex<FxHashMap<SourceFile, Arc<Mutex<OfFile>>>>,
}

#[derive(Default)]
struct OfFile {
    surroundings: u64,
    /// One per isolated op, in the order of the file.
    ops: Vec<OfOp>,
    /// Of the op that was looked at in slices last.
    statements: Option<(OpText, Statements)>,
}

struct OfOp {
    text: OpText,
    at_once: Option<Found>,
    in_depth: Option<Found>,
    /// Both, at their places in the text of which `at_once` speaks.
    shown: OpFindings,
}

/// What was found in a text.
#[derive(Clone)]
struct Found {
    /// Of the text; `None` where the surroundings were others: only a stand-in then.
    revision: Option<u64>,
    roots: Box<[Green]>,
    /// Whether a syntax error may have to do with it.
    is_broken: bool,
    /// Whether only a slice of the text was looked at since the last change.
    is_partial: bool,
    findings: Arc<[Finding]>,
}

/// The findings of one isolated op.
#[derive(Default)]
struct OpFindings {
    at_once: Arc<[Finding]>,
    in_depth: Arc<[Finding]>,
    /// Indices of the findings at once and, behind these, of those in depth, by their places.
    order: Box<[usize]>,
}

impl OpFindings {
    fn new(at_once: Arc<[Finding]>, in_depth: Arc<[Finding]>) -> Self {
        let mut order: Vec<_> = at_once.iter().chain(&*in_depth).enumerate().collect();
        order.sort_by_key(|(_, it)| {
            (it.place.root, it.place.range.start(), it.place.range.end(), it.severity, it.code)
        });
        let order = order.into_iter().map(|it| it.0).collect();
        Self { at_once, in_depth, order }
    }

    fn iter(&self) -> impl Iterator<Item = &Finding> {
        let first_in_depth = self.at_once.len();
        self.order.iter().filter_map(move |index| match index.checked_sub(first_in_depth) {
            Some(index) => self.in_depth.get(index),
            None => self.at_once.get(*index),
        })
    }
}

impl KeptFindings {
    /// Forgets everything: for changes of settings, which any finding may depend on.
    pub(crate) fn clear(&self) {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Forgets everything about a file.
    pub(crate) fn forget(&self, file: SourceFile) {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).remove(&file);
    }

    /// Gives the findings of all isolated ops, with the index of each op, in the order of the file and by their
    /// places in each.
    pub(super) fn read<R>(
        &self,
        db: &RootDatabase,
        file: SourceFile,
        depth: Depth,
        read: impl FnOnce(&mut dyn Iterator<Item = (usize, &Finding)>) -> R,
    ) -> R {
        let kept = self.files.lock().unwrap_or_else(PoisonError::into_inner).entry(file).or_default().clone();
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.forget_stale(db, file);
        if depth == Depth::AtOnce {
            kept.find_in_slices(db, file);
        } else {
            kept.forget_partial();
        }
        kept.find(db, file, Pass::AtOnce, |_| true);
        match depth {
            Depth::AtOnce => {}
            Depth::Full => kept.find(db, file, Pass::InDepth, |_| true),
            Depth::FullAround(range) => {
                let starts = isolated_op_starts(db, file);
                kept.find(db, file, Pass::InDepth, |(index, it)| {
                    starts.get(index).is_some_and(|starts| touches(db, it.text, starts, range))
                });
            }
        }
        let ops = kept.ops.iter().enumerate();
        read(&mut ops.flat_map(|(index, it)| it.shown.iter().map(move |finding| (index, finding))))
    }
}

/// Which of the two queries is asked.
#[derive(Clone, Copy)]
enum Pass {
    AtOnce,
    InDepth,
}

impl OfFile {
    fn forget_stale(&mut self, db: &RootDatabase, file: SourceFile) {
        let surroundings = file.surroundings(db);
        if self.surroundings == surroundings {
            return;
        }
        self.surroundings = surroundings;
        let mut old: FxHashMap<OpText, OfOp> = self.ops.drain(..).map(|it| (it.text, it)).collect();
        self.ops.reserve(file.op_texts(db).len());
        for text in file.op_texts(db) {
            let mut kept = old.remove(text).unwrap_or_else(|| OfOp::new(*text));
            // Only as a stand-in until it is asked again.
            kept.at_once = None;
            if let Some(found) = &mut kept.in_depth {
                found.revision = None;
            }
            self.ops.push(kept);
        }
    }

    /// Looks at the statements that a change of a function concerns, where that is enough for now.
    fn find_in_slices(&mut self, db: &RootDatabase, file: SourceFile) {
        for op in &mut self.ops {
            let Some(found) = op.at_once.as_ref().filter(|it| it.is_whole(db, op.text)) else { continue };
            let length: usize = op.text.roots(db).iter().map(|it| usize::from(it.0.text_len())).sum();
            if found.revision == Some(op.text.revision(db)) || length < slice::LEAST_BYTES {
                continue;
            }
            let before = (&*found.roots, &*found.findings);
            let statements = self.statements.take().filter(|it| it.0 == op.text);
            let mut statements = statements.map(|it| it.1).unwrap_or_default();
            let findings = slice::findings_in_slice(db, file, op.text, before, &mut statements);
            self.statements = Some((op.text, statements));
            if let Some(findings) = findings {
                op.keep(db, Pass::AtOnce, findings.into(), true);
            }
        }
    }

    /// What was found in slices is not enough any more.
    fn forget_partial(&mut self) {
        for op in &mut self.ops {
            op.at_once.take_if(|it| it.is_partial);
        }
    }

    /// Asks where nothing is kept of the present text, of the ops that are wanted.
    fn find(
        &mut self,
        db: &RootDatabase,
        file: SourceFile,
        pass: Pass,
        is_wanted: impl Fn((usize, &OfOp)) -> bool,
    ) {
        let is_missing =
            |it: &OfOp| it.of(pass).is_none_or(|found| found.revision != Some(it.text.revision(db)));
        let ops = self.ops.iter_mut().enumerate();
        let missing = ops.filter(|(index, it)| is_missing(it) && is_wanted((*index, it))).map(|it| it.1);
        let mut missing: Vec<&mut OfOp> = missing
            .filter_map(|it| match it.of(pass).and_then(|found| found.carried(db, it.text)) {
                Some(findings) => {
                    let is_partial = it.of(pass).is_some_and(|found| found.is_partial);
                    it.keep(db, pass, findings, is_partial);
                    None
                }
                None => Some(it),
            })
            .collect();
        let found = match pass {
            Pass::AtOnce => ask(db, file, &missing.iter().map(|it| it.text).collect::<Vec<_>>()),
            Pass::InDepth if missing.len() < bulk::LEAST => missing
                .iter()
                .map(|it| findings_in_depth(db, isolated_op(db, it.text, file)).clone())
                .collect(),
            Pass::InDepth => {
                let checked = |it: &&mut OfOp| {
                    let at_once = it.at_once.as_ref().map(|it| it.findings.clone());
                    (it.text, at_once.unwrap_or_default())
                };
                bulk::findings_in_depth_of(db, file, &missing.iter().map(checked).collect::<Vec<_>>())
            }
        };
        for (kept, findings) in missing.iter_mut().zip(found) {
            kept.keep(db, pass, findings, false);
        }
    }
}

impl OfOp {
    fn new(text: OpText) -> Self {
        Self { text, at_once: None, in_depth: None, shown: OpFindings::default() }
    }

    fn of(&self, pass: Pass) -> Option<&Found> {
        match pass {
            Pass::AtOnce => self.at_once.as_ref(),
            Pass::InDepth => self.in_depth.as_ref(),
        }
    }

    fn keep(&mut self, db: &RootDatabase, pass: Pass, findings: Arc<[Finding]>, is_partial: bool) {
        let revision = Some(self.text.revision(db));
        let roots = self.text.roots(db).clone();
        let is_broken = is_broken(db, self.text);
        let found = Some(Found { revision, roots, is_broken, is_partial, findings });
        match pass {
            Pass::AtOnce => self.at_once = found,
            Pass::InDepth => self.in_depth = found,
        }
        let in_depth = self.in_depth.as_ref().map(|it| match it.revision == revision {
            true => it.findings.clone(),
            false => moved(&it.findings, &it.roots, self.text.roots(db)).into(),
        });
        let at_once = self.at_once.as_ref().map(|it| it.findings.clone());
        self.shown = OpFindings::new(at_once.unwrap_or_default(), in_depth.unwrap_or_default());
    }
}

impl Found {
    /// The same in the present text, if that differs in blanks and comments only.
    fn carried(&self, db: &RootDatabase, text: OpText) -> Option<Arc<[Finding]>> {
        if !self.is_whole(db, text) {
            return None;
        }
        carried(&self.findings, &self.roots, text.roots(db)).map(Arc::from)
    }

    /// Whether no syntax error has to do with what was found, and none with the present text.
    fn is_whole(&self, db: &RootDatabase, text: OpText) -> bool {
        self.revision.is_some() && !self.is_broken && !is_broken(db, text)
    }
}

fn is_broken(db: &RootDatabase, text: OpText) -> bool {
    !text.errors(db).is_empty() || text.beside_errors(db)
}

/// Whether a range of the file touches an op.
fn touches(db: &RootDatabase, text: OpText, starts: &RootStarts, range: TextRange) -> bool {
    let mut roots = text.roots(db).iter().zip(starts.iter());
    roots.any(|(root, start)| *start <= range.end() && range.start() <= *start + root.0.text_len())
}

/// So many are asked at a time where there are many.
const TEXTS_PER_BATCH: usize = 16;

/// What is found at once in each text, on all cores where there are many.
fn ask(db: &RootDatabase, file: SourceFile, texts: &[OpText]) -> Vec<Arc<[Finding]>> {
    let of_texts = |db: &RootDatabase, texts: &[OpText]| -> Vec<_> {
        texts.iter().map(|it| findings(db, isolated_op(db, *it, file)).clone()).collect()
    };
    let batches: Vec<&[OpText]> = texts.chunks(TEXTS_PER_BATCH).collect();
    if batches.len() <= 2 {
        return of_texts(db, texts);
    }
    on_all_cores(db, batches.len(), |db, index| of_texts(db, batches.get(index).copied().unwrap_or_default()))
}

#[cfg(test)]
pub(super) mod tests;
