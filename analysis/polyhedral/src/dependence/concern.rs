//! The dependences that one kind of question is about: where nobody asks for all of them, few pairs have to be solved.

use super::not_computed::Group;
use super::ordered_pair::common_loops;
use super::pair_walk::{PAIRS_WITH_ENTRIES, walk};
use super::{Dependences, MemrefAccess, accesses, dependences, unanalysed, wanted_pairs};
use crate::memory::memory;
use crate::report::AccessKind;
use base::at_once::takes_long;
use base::isolated_op::IsolatedOp;
use base::source_file::Pairs;
use ir::{Ir, OpId, ir_of};
use std::sync::Arc;

/// Which pairs of accesses a question is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Concern {
    /// One of these reads (indices of accesses), and a write of its memref that may run before it.
    Reads(Arc<[usize]>),
    /// Two accesses of one memref in one `affine.parallel`.
    Parallel,
    /// Any two in one of these loops.
    Within(Arc<[OpId]>),
}

/// Dependences among which are all that a question is about, between all accesses of the isolated op.
pub fn dependences_concerning<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    concern: Concern,
) -> &'db Dependences {
    some_dependences(db, op, concern).as_ref().unwrap_or_else(|| dependences(db, op))
}

/// `None` where accesses are so many that not all pairs may be computed: which are depends on all of them.
#[salsa::tracked(returns(ref))]
fn some_dependences<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    concern: Concern,
) -> Option<Dependences> {
    takes_long(db);
    let (ir, memory) = (ir_of(db, op), memory(db, op));
    let accesses = accesses(db, op).clone();
    let pairs = Group::all(&accesses).iter().map(|it| it.count(0)).fold(0, u64::saturating_add);
    let wanted = wanted_pairs(db);
    if pairs > PAIRS_WITH_ENTRIES || wanted != Pairs::Bounded {
        return None;
    }
    let found = walk(db, ir, &accesses, wanted, |pair| concern.has(ir, &accesses, *pair));
    let unanalysed = unanalysed::unanalysed(ir, memory);
    Some(Dependences::new(accesses, found, unanalysed))
}

impl Concern {
    fn has(&self, ir: &Ir, accesses: &[MemrefAccess], (first, second): (usize, usize)) -> bool {
        let (a, b) = (&accesses[first], &accesses[second]);
        let is_in_one = |is_meant: &dyn Fn(OpId) -> bool| {
            let mut common = a.loops.iter().zip(&*b.loops).take_while(|(a, b)| a == b);
            common.any(|it| is_meant(it.0.op))
        };
        let is_parallel = |op: OpId| ir.is_parallel_loop(op);
        match self {
            Concern::Reads(reads) => {
                let is_asked = reads.contains(&first) || reads.contains(&second);
                let runs_first = || a.kind == AccessKind::Read && common_loops(a, b) == 0 && a.surely_runs;
                a.memref == b.memref && a.kind != b.kind && is_asked && !runs_first()
            }
            Concern::Parallel => a.memref == b.memref && is_in_one(&is_parallel),
            Concern::Within(loops) => is_in_one(&|it| loops.contains(&it)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Concern, dependences_concerning};
    use crate::dependence::nest_program::program;
    use crate::dependence::{Dependence, dependences};
    use crate::report::{AccessKind, DependenceKind};
    use base::isolated_op::isolated_ops;
    use base::workspace::Workspace;
    use ir::{OpId, OpKind, ir_of};
    use proptest::prelude::*;

    proptest! {
        /// They are as they are among all others, and among those of a read is each that it may see.
        #[test]
        fn all_that_a_question_is_about_are_found(text in program()) {
            let mut workspace = Workspace::default();
            let text = text.replace("affine.for %i = 0 to 5 step 1", "affine.parallel (%i) = (0) to (5)");
            let file = workspace.add_file(&text);
            for op in isolated_ops(&workspace.db, file) {
                let (ir, all) = (ir_of(&workspace.db, *op), dependences(&workspace.db, *op));
                let loops: Vec<OpId> =
                    ir.walk().into_iter().filter(|it| matches!(ir.ops[*it].kind, OpKind::For(_))).collect();
                let is_read = |it: &usize| all.accesses[*it].kind == AccessKind::Read;
                let reads: Vec<usize> = (0..all.accesses.len()).filter(is_read).step_by(2).collect();
                let concerns = [
                    Concern::Parallel,
                    Concern::Reads(reads.into()),
                    Concern::Within(loops.last().copied().into_iter().collect()),
                ];
                for concern in concerns {
                    let has = |source: usize, sink: usize| {
                        concern.has(ir, &all.accesses, (source.min(sink), source.max(sink)))
                    };
                    let expected: Vec<_> =
                        all.dependences.iter().filter(|it| has(it.source, it.sink)).cloned().collect();
                    let found = dependences_concerning(&workspace.db, *op, concern.clone());
                    prop_assert_eq!(&found.dependences, &expected);
                    if let Concern::Reads(reads) = &concern {
                        let is_seen = |it: &&Dependence| it.kind == DependenceKind::Raw && reads.contains(&it.sink);
                        prop_assert!(all.dependences.iter().filter(is_seen).all(|it| has(it.source, it.sink)));
                    }
                    prop_assert_eq!(&found.accesses, &all.accesses);
                }
            }
        }
    }
}
