//! The dependences that one kind of question is about: where nobody asks for all of them, few pairs have to be solved.

use super::memref_access::memref_accesses;
use super::not_computed::Group;
use super::pair_walk::{PAIRS_WITH_ENTRIES, walk};
use super::subscripts::subscripts;
use super::{Dependences, MemrefAccess, dependences, unanalysed, wanted_pairs};
use crate::memory::memory;
use base::at_once::takes_long;
use base::isolated_op::IsolatedOp;
use base::source_file::Pairs;
use ir::{Ir, OpKind, ir_of};

/// Which pairs of accesses a question is about. Each is of one memref.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Concern {
    /// A read and a write of memory that the isolated op makes.
    OwnMemory,
    /// Two accesses in one `affine.parallel`.
    Parallel,
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
    let accesses = memref_accesses(ir, memory, subscripts(db, op));
    let pairs = Group::all(&accesses).iter().map(|it| it.count(0)).fold(0, u64::saturating_add);
    let wanted = wanted_pairs(db);
    if pairs > PAIRS_WITH_ENTRIES || wanted != Pairs::Bounded {
        return None;
    }
    let is_asked = |a: &MemrefAccess, b: &MemrefAccess| a.memref == b.memref && concern.has(ir, a, b);
    let found = walk(db, ir, &accesses, wanted, is_asked);
    let unanalysed = unanalysed::unanalysed(ir, memory);
    Some(Dependences::new(accesses, found, unanalysed))
}

impl Concern {
    /// Whether it is about two accesses of one memref.
    fn has(self, ir: &Ir, a: &MemrefAccess, b: &MemrefAccess) -> bool {
        match self {
            Concern::OwnMemory => a.is_private && a.kind != b.kind,
            Concern::Parallel => {
                let mut common = a.loops.iter().zip(&*b.loops).take_while(|(a, b)| a == b);
                common.any(|it| matches!(ir.ops[it.0.op].kind, OpKind::Parallel(_)))
            }
        }
    }
}
