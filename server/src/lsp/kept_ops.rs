//! Results about the isolated ops of a document, kept from answer to answer while they hold.

use analysis::{Version, VersionedOp};
use rustc_hash::{FxHashMap, FxHashSet};

use super::snapshot::Snapshot;

/// Of each isolated op, one `T` for each of its roots.
pub(super) struct KeptOps<T>(FxHashMap<Version, Box<[T]>>);

impl<T> Default for KeptOps<T> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}

impl<T> KeptOps<T> {
    /// The results about an isolated op, root by root; computed if unknown. Results that were computed before an edit
    /// interrupts are kept.
    pub(super) fn of(
        &mut self,
        snapshot: &Snapshot,
        op: &VersionedOp,
        compute: impl FnOnce() -> Vec<T>,
    ) -> &mut [T] {
        self.0.entry(op.version).or_insert_with(|| {
            snapshot.analysis.unwind_if_cancelled();
            compute().into()
        })
    }

    /// Forgets all others.
    pub(super) fn keep(&mut self, ops: &[VersionedOp]) {
        if self.0.len() > ops.len() {
            let versions: FxHashSet<Version> = ops.iter().map(|it| it.version).collect();
            self.0.retain(|version, _| versions.contains(version));
        }
    }
}
