//! The dependences that one kind of question is about: where not all of them are needed, few pairs have to be solved.

use super::flow::MAX_ACCESSES;
use super::not_computed::Group;
use super::ordered_pair::common_loops;
use super::pair_walk::{PAIRS_WITH_ENTRIES, walk};
use super::{Dependences, MemrefAccess, accesses, dependences, indices_inside, unanalysed, wanted_pairs};
use crate::report::AccessKind;
use base::at_once::takes_long;
use base::isolated_op::IsolatedOp;
use base::source_file::Pairs;
use ir::{Ir, OpId, meaning_of};
use std::sync::Arc;

/// Which pairs of accesses a question is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Concern {
    /// One of these reads (indices of accesses, in order), and a write of its memref that may run before it.
    Reads(Arc<[usize]>),
    /// Two accesses of one memref in one `affine.parallel`.
    Parallel,
    /// Any two in one of these loops, which are in text order.
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

/// Dependences among which are all that loops around some operations hand from one iteration to a later one, and, where the
/// isolated op has few accesses, all others.
pub fn dependences_around<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    is_wanted: impl Fn(OpId) -> bool,
) -> &'db Dependences {
    if has_few_accesses(db, op) {
        return dependences(db, op);
    }
    let wanted = accesses(db, op).iter().filter(|it| is_wanted(it.op));
    let mut loops: Vec<OpId> = wanted.filter_map(|it| Some(it.loops.first()?.op)).collect();
    loops.dedup();
    dependences_concerning(db, op, Concern::Within(loops.into()))
}

/// Whether an isolated op has so few accesses that all of their dependences are quickly found.
pub fn has_few_accesses<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> bool {
    accesses(db, op).len() <= MAX_ACCESSES
}

/// `None` where there are so many accesses that some pairs may not be computed: which ones depends on all of them.
#[salsa::tracked(returns(ref))]
fn some_dependences<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    concern: Concern,
) -> Option<Dependences> {
    takes_long(db);
    let ir = meaning_of(db, op);
    let (all, wanted) = (accesses(db, op).clone(), wanted_pairs(db));
    if wanted != Pairs::Bounded {
        return None;
    }
    // Pairs outside of the loops in question do not count, and neither do those inside of another loop.
    let parts: Vec<Vec<Group>> = match &concern {
        Concern::Reads(_) | Concern::Parallel => vec![Group::all(&all)],
        Concern::Within(loops) => groups_inside(ir, &all, loops).collect(),
    };
    if parts.iter().any(|it| is_many(it)) {
        return None;
    }
    let (mut found, mut not_computed) = (Vec::new(), Vec::new());
    for groups in parts {
        let (more, left) = walk(db, ir, &all, groups, wanted, |pair| concern.has(ir, &all, *pair));
        found.extend(more);
        not_computed.extend(left);
    }
    Some(Dependences::new(all, (found, not_computed), unanalysed::unanalysed(db, op).clone()))
}

/// Whether an isolated op has so many pairs of accesses that some may not be computed: which ones depends on all of them.
pub(super) fn may_leave_pairs_out<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> bool {
    wanted_pairs(db) != Pairs::Bounded || is_many(&Group::all(accesses(db, op)))
}

/// Whether a loop has so many pairs of accesses inside that some may not be computed: which ones depends on others.
pub fn has_many_pairs<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>, loop_: OpId) -> bool {
    let mut groups = groups_inside(meaning_of(db, op), accesses(db, op), std::slice::from_ref(&loop_));
    groups.any(|it| is_many(&it))
}

fn is_many(groups: &[Group]) -> bool {
    groups.iter().map(|it| it.count(0)).fold(0, u64::saturating_add) > PAIRS_WITH_ENTRIES
}

/// The accesses inside of each of the outermost of some loops, which are in text order.
fn groups_inside<'a>(
    ir: &'a Ir,
    accesses: &'a [MemrefAccess],
    loops: &'a [OpId],
) -> impl Iterator<Item = Vec<Group>> + 'a {
    let mut behind = None;
    let outermost = loops.iter().filter(move |it| {
        let is_outside = behind.is_none_or(|last| **it > last);
        if is_outside {
            behind = Some(ir.last_inside(**it));
        }
        is_outside
    });
    outermost.map(move |it| Group::of_range(accesses, indices_inside(accesses, |it| it.op, ir, *it)))
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
                let is_one = |it: usize| reads.binary_search(&it).is_ok();
                let is_asked = is_one(first) || is_one(second);
                let runs_first = || a.kind == AccessKind::Read && common_loops(a, b) == 0 && a.is_certain;
                a.memref == b.memref && a.kind != b.kind && is_asked && !runs_first()
            }
            Concern::Parallel => a.memref == b.memref && is_in_one(&is_parallel),
            Concern::Within(loops) => is_in_one(&|it| loops.binary_search(&it).is_ok()),
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
