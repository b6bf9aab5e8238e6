//! Versions of isolated ops: answers about whole files are merged from answers about each, and a caller that keeps those
//! asks again only for ops with a new version.
//!
//! To know that an answer still holds, the database looks at everything that the answer once asked for, in thousands of
//! functions after each keystroke. Here it is enough that a function's text and what all see of each other are the same.

use base::at_once::computes;
use base::database::RootDatabase;
use base::isolated_op::{IsolatedOp, OpText, RootStarts, isolated_op};
use base::source_file::SourceFile;
use polyhedral::memory::consulted;
use rustc_hash::FxHashMap;
use salsa::Database;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Of an isolated op: equal only where its text is, and all that answers about it may depend on. No two files have the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Version(u64);

impl Version {
    fn next() -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Self(LAST.fetch_add(1, Ordering::Relaxed))
    }
}

/// Tells isolated ops apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OpKey(OpText);

/// An isolated op of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionedOp {
    pub version: Version,
    /// The same in every text of the file.
    pub key: OpKey,
    /// Of all that answers may depend on but its own text.
    pub(crate) surroundings: Version,
    /// Where its roots start, in order.
    pub starts: RootStarts,
    /// Its number among those of the file.
    index: usize,
}

impl VersionedOp {
    /// Its record in the snapshot that it was asked of.
    pub(crate) fn record<'db>(&self, db: &'db dyn Database, file: SourceFile) -> Option<IsolatedOp<'db>> {
        Some(isolated_op(db, self.text(db, file)?, file))
    }

    /// Its text in that snapshot.
    pub(crate) fn text(&self, db: &dyn Database, file: SourceFile) -> Option<OpText> {
        file.op_texts(db).get(self.index).copied()
    }
}

/// The inputs that an answer about an isolated op depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Its own text, whatever is around it.
    Syntax,
    /// Also what all isolated ops see of each other.
    Names,
    /// Also the bodies of functions that return memory to it.
    Callees,
}

/// Versions of the isolated ops of all files.
#[derive(Default)]
pub(crate) struct KeptVersions {
    files: Mutex<FxHashMap<(SourceFile, Scope), Kept>>,
}

/// Locked for as long as it takes to bring it up to date.
type Kept = Arc<Mutex<OfFile>>;

#[derive(Default)]
struct OfFile {
    environment_revision: u64,
    /// In the order of the file.
    ops: Vec<OfOp>,
}

struct OfOp {
    text: OpText,
    version: Version,
    surroundings: Version,
    /// The texts that it depends on, its own first, with their revisions; none where more has changed.
    texts: Box<[(OpText, u64)]>,
}

impl OfOp {
    fn holds(&self, db: &RootDatabase) -> bool {
        !self.texts.is_empty() && self.texts.iter().all(|it| is_as_it_was(db, it))
    }

    /// Whether no more than its own text has changed.
    fn is_surrounded_alike(&self, db: &RootDatabase) -> bool {
        !self.texts.is_empty() && self.texts.iter().skip(1).all(|it| is_as_it_was(db, it))
    }
}

fn is_as_it_was(db: &RootDatabase, (text, revision): &(OpText, u64)) -> bool {
    text.revision(db) == *revision
}

impl KeptVersions {
    /// Forgets everything: for changes of settings, which any answer may depend on.
    pub(crate) fn clear(&self) {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Forgets everything about a file.
    pub(crate) fn forget(&self, file: SourceFile) {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).retain(|it, _| it.0 != file);
    }

    /// The isolated ops of a file, in its order.
    pub(crate) fn of(&self, db: &RootDatabase, file: SourceFile, scope: Scope) -> Vec<VersionedOp> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = files.entry((file, scope)).or_default().clone();
        drop(files);
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.bring_up_to_date(db, file, scope);
        let ops = kept.ops.iter().zip(file.starts(db)).enumerate();
        let versioned = |(index, (op, starts)): (usize, (&OfOp, &RootStarts))| VersionedOp {
            version: op.version,
            key: OpKey(op.text),
            surroundings: op.surroundings,
            starts: starts.clone(),
            index,
        };
        ops.map(versioned).collect()
    }
}

impl OfFile {
    fn bring_up_to_date(&mut self, db: &RootDatabase, file: SourceFile, scope: Scope) {
        let texts = file.op_texts(db);
        if !self.ops.iter().map(|it| it.text).eq(texts.iter().copied()) {
            let mut known: FxHashMap<OpText, OfOp> = self.ops.drain(..).map(|it| (it.text, it)).collect();
            let new = |text| OfOp {
                text,
                version: Version::next(),
                surroundings: Version::next(),
                texts: Box::default(),
            };
            self.ops.extend(texts.iter().map(|it| known.remove(it).unwrap_or_else(|| new(*it))));
        }
        if scope != Scope::Syntax && self.environment_revision != file.environment_revision(db) {
            self.environment_revision = file.environment_revision(db);
            self.ops.iter_mut().for_each(|it| it.texts = Box::default());
        }
        for op in self.ops.iter_mut().filter(|it| !it.holds(db)) {
            db.unwind_if_revision_cancelled();
            if !op.is_surrounded_alike(db) {
                op.surroundings = Version::next();
            }
            let mut asked = vec![op.text];
            if scope == Scope::Callees {
                computes(db);
                asked.extend(consulted(db, isolated_op(db, op.text, file)));
            }
            op.version = Version::next();
            op.texts = asked.into_iter().map(|it| (it, it.revision(db))).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Scope, Version};
    use crate::host::Host;
    use base::source_file::{Settings, SourceFile};
    use syntax::{TextEdit, TextRange, TextSize};

    const TEXT: &str = "\
func.func @memory(%m: memref<8xf32>) -> memref<8xf32> {
  return %m : memref<8xf32>
}
func.func @caller(%m: memref<8xf32>) {
  %n = func.call @memory(%m) : (memref<8xf32>) -> memref<8xf32>
  return
}
func.func @other() {
  return
}
";
    const ALL: [Scope; 3] = [Scope::Syntax, Scope::Names, Scope::Callees];

    fn versions(host: &Host, file: SourceFile) -> [Vec<Version>; 3] {
        ALL.map(|it| host.analysis().isolated_ops(file, it).iter().map(|it| it.version).collect())
    }

    /// Which functions are other ones after an edit, scope by scope.
    #[track_caller]
    fn check(at: &str, insert: &str, expected: [&[usize]; 3]) {
        let mut host = Host::new();
        let file = host.add_file(TEXT);
        let before = versions(&host, file);
        assert_eq!(versions(&host, file), before);
        let at = TextSize::try_from(TEXT.find(at).unwrap()).unwrap();
        host.edit(file, &TextEdit { range: TextRange::empty(at), insert: insert.to_owned() });
        let after = versions(&host, file);
        for ((before, after), expected) in before.iter().zip(&after).zip(expected) {
            let changed: Vec<usize> = (0..3).filter(|it| before[*it] != after[*it]).collect();
            assert_eq!(changed, expected, "{insert:?}");
        }
    }

    #[test]
    fn a_function_is_another_where_its_text_is() {
        check("  return\n}\n", "  %c = arith.constant 0 : index\n", [&[1], &[1], &[1]]);
    }

    #[test]
    fn a_caller_depends_on_who_gives_it_memory() {
        check("  return %m", "  %c = arith.constant 0 : index\n", [&[0], &[0], &[0, 1]]);
    }

    #[test]
    fn a_head_is_seen_by_all() {
        check("() {\n  return\n}\n", "_2", [&[2], &[0, 1, 2], &[0, 1, 2]]);
    }

    #[test]
    fn what_stands_between_functions_concerns_none() {
        check("func.func @other", "// Note.\n\n", [&[], &[], &[]]);
    }

    #[test]
    fn settings_concern_all() {
        let mut host = Host::new();
        let file = host.add_file(TEXT);
        let before = versions(&host, file);
        host.set_settings(Settings::default());
        let after = versions(&host, file);
        assert!(before.iter().zip(&after).all(|(before, after)| before.iter().all(|it| !after.contains(it))));
    }
}
