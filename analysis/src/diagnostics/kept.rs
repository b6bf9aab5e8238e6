//! Findings that are kept beside the database.
//!
//! To know that an answer still holds, the database looks at everything that the answer once asked for. With thousands
//! of functions that costs more than a keystroke may. Here it is enough that a function's text and what all functions
//! see of each other are the same.

use super::Depth;
use super::moved::moved;
use crate::database::RootDatabase;
use crate::isolated_op::{Green, OpText, RootStarts, isolated_op, isolated_op_starts};
use crate::rules::{Finding, findings, findings_in_depth};
use crate::source_file::SourceFile;
use rustc_hash::FxHashMap;
use std::panic::resume_unwind;
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
    ops: FxHashMap<OpText, OfOp>,
}

#[derive(Default, Clone)]
struct OfOp {
    at_once: Option<Found>,
    in_depth: Option<Found>,
}

/// What was found in a text.
#[derive(Clone)]
struct Found {
    revision: u64,
    roots: Box<[Green]>,
    findings: Arc<[Finding]>,
}

/// The findings of one isolated op.
pub(super) struct OpFindings {
    at_once: Arc<[Finding]>,
    in_depth: Arc<[Finding]>,
}

impl OpFindings {
    pub(super) fn iter(&self) -> impl Iterator<Item = &Finding> {
        self.at_once.iter().chain(&*self.in_depth)
    }
}

impl KeptFindings {
    /// Forgets everything: for changes of settings, which any finding may depend on.
    pub(crate) fn clear(&self) {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// The findings of each isolated op, in the order of the file.
    pub(super) fn of_file(&self, db: &RootDatabase, file: SourceFile, depth: Depth) -> Vec<OpFindings> {
        let kept = self.files.lock().unwrap_or_else(PoisonError::into_inner).entry(file).or_default().clone();
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        let texts = file.op_texts(db);
        kept.forget_stale(db, file, texts);
        kept.find(db, file, texts, Pass::AtOnce);
        match depth {
            Depth::AtOnce => {}
            Depth::Full => kept.find(db, file, texts, Pass::InDepth),
            Depth::FullAround(range) => {
                kept.find(db, file, &touched(db, file, texts, range), Pass::InDepth);
            }
        }
        texts.iter().map(|text| kept.of_op(db, *text)).collect()
    }
}

/// Which of the two queries is asked.
#[derive(Clone, Copy)]
enum Pass {
    AtOnce,
    InDepth,
}

impl OfFile {
    fn forget_stale(&mut self, db: &RootDatabase, file: SourceFile, texts: &[OpText]) {
        let surroundings = file.surroundings(db);
        if self.surroundings == surroundings {
            return;
        }
        self.surroundings = surroundings;
        let mut old = std::mem::take(&mut self.ops);
        for text in texts {
            let mut kept = old.remove(text).unwrap_or_default();
            // Only as a stand-in until it is asked again.
            kept.at_once = None;
            if let Some(found) = &mut kept.in_depth {
                found.revision = u64::MAX;
            }
            self.ops.insert(*text, kept);
        }
    }

    /// Asks where nothing is kept of the present text.
    fn find(&mut self, db: &RootDatabase, file: SourceFile, texts: &[OpText], pass: Pass) {
        let is_missing = |text: &&OpText| {
            let kept = self.ops.get(text).and_then(|it| it.of(pass));
            kept.is_none_or(|it| it.revision != text.revision(db))
        };
        let missing: Vec<OpText> = texts.iter().filter(is_missing).copied().collect();
        for (text, findings) in ask(db, file, &missing, pass) {
            let roots = match pass {
                Pass::AtOnce => Box::default(),
                Pass::InDepth => text.roots(db).clone(),
            };
            let found = Found { revision: text.revision(db), roots, findings };
            let kept = self.ops.entry(text).or_default();
            match pass {
                Pass::AtOnce => kept.at_once = Some(found),
                Pass::InDepth => kept.in_depth = Some(found),
            }
        }
    }

    fn of_op(&self, db: &RootDatabase, text: OpText) -> OpFindings {
        let kept = self.ops.get(&text);
        let at_once = kept.and_then(|it| it.at_once.as_ref());
        let in_depth =
            kept.and_then(|it| it.in_depth.as_ref()).map(|it| match it.revision == text.revision(db) {
                true => it.findings.clone(),
                false => moved(&it.findings, &it.roots, text.roots(db)).into(),
            });
        OpFindings {
            at_once: at_once.map(|it| it.findings.clone()).unwrap_or_default(),
            in_depth: in_depth.unwrap_or_default(),
        }
    }
}

impl OfOp {
    fn of(&self, pass: Pass) -> Option<&Found> {
        match pass {
            Pass::AtOnce => self.at_once.as_ref(),
            Pass::InDepth => self.in_depth.as_ref(),
        }
    }
}

/// The texts that a range touches.
fn touched(db: &RootDatabase, file: SourceFile, texts: &[OpText], range: TextRange) -> Vec<OpText> {
    let touches = |(text, starts): &(&OpText, &RootStarts)| {
        let mut roots = text.roots(db).iter().zip(starts.iter());
        roots.any(|(root, start)| *start <= range.end() && range.start() <= *start + root.0.text_len())
    };
    texts.iter().zip(isolated_op_starts(db, file)).filter(touches).map(|it| *it.0).collect()
}

/// Fewer are not worth a thread.
const TEXTS_PER_THREAD: usize = 16;
/// Parsers and solvers recurse to a bounded depth; this is enough for it in debug builds too.
const STACK_BYTES: usize = 32 << 20;

/// Asks about each text, on all cores where there are many.
fn ask(db: &RootDatabase, file: SourceFile, texts: &[OpText], pass: Pass) -> Vec<(OpText, Arc<[Finding]>)> {
    let of_texts = |db: &RootDatabase, texts: &[OpText]| -> Vec<_> {
        let of_text = |text: &OpText| {
            let op = isolated_op(db, *text, file);
            let found = match pass {
                Pass::AtOnce => findings(db, op),
                Pass::InDepth => findings_in_depth(db, op),
            };
            (*text, found.clone())
        };
        texts.iter().map(of_text).collect()
    };
    let threads = texts.len() / TEXTS_PER_THREAD;
    if threads < 2 {
        return of_texts(db, texts);
    }
    let threads = std::thread::available_parallelism().map_or(1, |cores| threads.min(cores.get()));
    std::thread::scope(|scope| {
        let shares = texts.chunks(texts.len().div_ceil(threads));
        let running: Vec<_> = shares
            .map(|share| {
                let db = db.clone();
                let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
                (share, thread.spawn_scoped(scope, move || of_texts(&db, share)))
            })
            .collect();
        let mut found = Vec::with_capacity(texts.len());
        for (share, thread) in running {
            match thread.map(|it| it.join()) {
                Ok(Ok(of_share)) => found.extend(of_share),
                // Cancellation is a panic too.
                Ok(Err(panic)) => resume_unwind(panic),
                Err(_) => found.extend(of_texts(db, share)),
            }
        }
        found
    })
}
