//! Memory in which an earlier text was shown to read nothing that is not written: of large functions an edit changes few of
//! the operations that touch one memref.

use crate::dependence::MemrefAccess;
use crate::fingerprints::{Fingerprint, Fingerprints, combined, fingerprints};
use crate::memory::{Memory, memory};
use base::earlier::{Answers, earlier, keep};
use base::isolated_op::IsolatedOp;
use base::source_file::SettingsInput;
use ir::{Ir, OpId, ValueId, meaning_of};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The steps that it took to find out that no read of a memref is one of what nothing has written.
#[derive(Clone, Copy)]
struct AllWritten {
    steps: u64,
}

/// What is known of the memrefs of one isolated op, and what is found out about others.
pub(super) struct Known<'db> {
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    fingerprints: FxHashMap<ValueId, Fingerprint>,
    all_written: FxHashMap<Fingerprint, AllWritten>,
    /// The steps of all that is known.
    pub(super) steps: u64,
}

impl<'db> Known<'db> {
    /// Of the memrefs of some reads. Also the reads of all others.
    pub(super) fn of(
        db: &'db dyn salsa::Database,
        op: IsolatedOp<'db>,
        accesses: &[MemrefAccess],
        reads: &[usize],
    ) -> (Self, Vec<usize>) {
        let settings = SettingsInput::get(db).settings(db);
        let before = earlier::<Answers<AllWritten>>(db, op.text(db)).filter(|it| it.hold(db, op, settings));
        let (ir, memory, of_ops) = (meaning_of(db, op), memory(db, op), fingerprints(db, op));
        let mut known =
            Self { db, op, fingerprints: FxHashMap::default(), all_written: FxHashMap::default(), steps: 0 };
        let mut open: FxHashMap<ValueId, bool> = FxHashMap::default();
        let mut is_open = |read: &usize| {
            let Some(memref) = accesses[*read].memref else { return true };
            *open.entry(memref).or_insert_with(|| {
                let Some(fingerprint) = fingerprint(ir, memory, of_ops, memref) else { return true };
                known.fingerprints.insert(memref, fingerprint);
                let Some(found) = before.as_ref().and_then(|it| it.by_content.get(&fingerprint)) else {
                    return true;
                };
                known.all_written.insert(fingerprint, *found);
                known.steps = known.steps.saturating_add(found.steps);
                false
            })
        };
        let reads = reads.iter().copied().filter(&mut is_open).collect();
        (known, reads)
    }

    /// Keeps that nothing is missing in some memrefs, with the steps that it took to find that out.
    pub(super) fn keep(mut self, all_written: &FxHashMap<ValueId, u64>) {
        for (memref, steps) in all_written {
            let fingerprint = self.fingerprints.get(memref);
            self.all_written.extend(fingerprint.map(|it| (*it, AllWritten { steps: *steps })));
        }
        let settings = SettingsInput::get(self.db).settings(self.db);
        let answers = Answers::new(self.db, self.op, settings, self.all_written);
        keep(self.db, self.op.text(self.db), Arc::new(answers));
    }
}

/// Of all that decides what is read and written of a memref: the operations in the body of the function that have to do
/// with it, in their order. `None` where more may have to do with it.
fn fingerprint(ir: &Ir, memory: &Memory, of_ops: &Fingerprints, memref: ValueId) -> Option<Fingerprint> {
    let users = memory.private_users(ir, memref)?;
    let definition = ir.defining_op(memref)?;
    let (mut last, mut parts) = (None, Vec::new());
    for user in users.iter().copied().chain([definition]) {
        let statement = in_body(ir, user)?;
        if last.replace(statement) != Some(statement) {
            parts.push(of_ops.of(statement)?);
        }
    }
    let statement = last?;
    // One nest may allocate several.
    let place = definition.into_raw().into_u32() - statement.into_raw().into_u32();
    parts.extend([of_ops.surroundings(ir.ops[statement].block)?, u128::from(place)]);
    Some(combined(&parts))
}

/// The operation around another one, or that one, that is in the body of a function.
fn in_body(ir: &Ir, op: OpId) -> Option<OpId> {
    let mut around = std::iter::once(op).chain(ir.ancestors(op));
    around.find(|it| ir.parent_op(*it).is_some_and(|it| ir.ops[it].is_function_or_module()))
}
