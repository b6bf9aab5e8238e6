//! The subscripts of the affine accesses of an isolated op in terms of loops and symbols: built once for all who ask,
//! and the iterations of a block once for all accesses in it.

use super::access_relation::{AccessRelation, Domain, results_relation, results_relation_in};
use base::isolated_op::IsolatedOp;
use ir::{Access, AccessOp, BlockId, Ir, OpId, OpKind, ir_of};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// So many terms of one function are kept. Those of further accesses are built each time.
const MOST_TERMS: usize = 500_000;

/// The subscripts at which each access starts, or why they are not known.
pub struct Subscripts(FxHashMap<OpId, Result<Arc<AccessRelation>, String>>);

#[salsa::tracked(returns(ref), no_eq)]
pub fn subscripts<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Subscripts {
    let ir = ir_of(db, op);
    let mut found = FxHashMap::default();
    let mut domains: FxHashMap<BlockId, Option<Domain>> = FxHashMap::default();
    let mut terms = 0;
    for op in ir.walk() {
        let OpKind::Access(access) = &ir.ops[op].kind else { continue };
        db.unwind_if_revision_cancelled();
        let domain = domains.entry(ir.ops[op].block).or_insert_with(|| Domain::of(ir, op));
        let relation = match domain {
            Some(domain) => results_relation_in(ir, op, domain, &access.subscripts),
            None => results_relation(ir, op, &[&access.subscripts]),
        };
        terms += relation.as_ref().map_or(1, AccessRelation::terms);
        if terms > MOST_TERMS {
            break;
        }
        found.insert(op, relation.map(Arc::new));
    }
    Subscripts(found)
}

impl Subscripts {
    /// The subscripts at which an access starts, without the lanes of a vector.
    pub fn of(&self, ir: &Ir, op: OpId, access: &Access) -> Result<Arc<AccessRelation>, String> {
        match self.0.get(&op) {
            Some(known) => known.clone(),
            None => results_relation(ir, op, &[&access.subscripts]).map(Arc::new),
        }
    }

    /// The access relation of an access of one element, if it is known.
    pub fn of_element(&self, op: OpId, access: &Access) -> Option<Arc<AccessRelation>> {
        let is_element = !matches!(access.op, AccessOp::VectorLoad | AccessOp::VectorStore);
        self.0.get(&op)?.as_ref().ok().filter(|_| is_element).cloned()
    }
}
