//! Results about the isolated ops of a document, kept from answer to answer while they hold.

use analysis::{OpKey, SeenOp, SourceFile, TextSize, TriviaChange, Version, VersionedOp};
use rustc_hash::{FxHashMap, FxHashSet};

use super::snapshot::Snapshot;

/// Of each isolated op, one `T` for each of its roots.
pub(super) struct KeptOps<T>(FxHashMap<OpKey, Kept<T>>);

struct Kept<T> {
    version: Version,
    seen: Option<SeenOp>,
    of_roots: Box<[T]>,
}

impl<T> Default for KeptOps<T> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}

/// What blanks and comments do to the results about a root that starts at a place; `false` where these are to be computed.
type Move<'a, T> = dyn FnMut(&mut T, TextSize, &TriviaChange) -> bool + 'a;

impl<T> KeptOps<T> {
    /// The results about an isolated op, root by root; computed if unknown, moved where blanks and comments changed. Results
    /// that were computed before an edit interrupts are kept.
    pub(super) fn of(
        &mut self,
        snapshot: &Snapshot,
        file: SourceFile,
        op: &VersionedOp,
        compute: impl FnOnce() -> Vec<T>,
        move_: &mut Move<'_, T>,
    ) -> &mut [T] {
        if self.0.get(&op.key).is_none_or(|it| it.version != op.version) {
            let analysis = &snapshot.analysis;
            analysis.unwind_if_cancelled();
            let moved = self.0.remove(&op.key).and_then(|known| {
                let changes = analysis.trivia_changes(file, op, known.seen.as_ref()?)?;
                moved(known.of_roots, op, &changes, move_)
            });
            let seen = analysis.seen(file, op);
            let of_roots = moved.unwrap_or_else(|| compute().into());
            self.0.insert(op.key, Kept { version: op.version, seen, of_roots });
        }
        self.0.get_mut(&op.key).map(|it| &mut *it.of_roots).unwrap_or_default()
    }

    /// Forgets all others.
    pub(super) fn keep(&mut self, ops: &[VersionedOp]) {
        if self.0.len() > ops.len() {
            let keys: FxHashSet<OpKey> = ops.iter().map(|it| it.key).collect();
            self.0.retain(|key, _| keys.contains(key));
        }
    }
}

fn moved<T>(
    mut of_roots: Box<[T]>,
    op: &VersionedOp,
    changes: &[Option<TriviaChange>],
    move_: &mut Move<'_, T>,
) -> Option<Box<[T]>> {
    let mut roots = of_roots.iter_mut().zip(&op.starts).zip(changes);
    let are_moved =
        roots.all(|((it, start), change)| change.as_ref().is_none_or(|change| move_(it, *start, change)));
    are_moved.then_some(of_roots)
}
