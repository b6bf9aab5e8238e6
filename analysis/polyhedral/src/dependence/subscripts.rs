//! The subscripts of the accesses of an isolated op in terms of loops and symbols: built once for all who ask,
//! and the iterations of a block once for all accesses in it.

use super::access_relation::{AccessRelation, Domain, results_relation, results_relation_in};
use base::at_once::takes_long;
use base::isolated_op::IsolatedOp;
use ir::touches::Elements;
use ir::{AppliedMap, BlockId, Ir, OpId, meaning_of};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// This many terms of one function are kept. Those of further accesses are built each time.
const MOST_TERMS: usize = 500_000;

/// The subscripts at which each access starts, or why they are not known; empty for a question about few accesses.
#[derive(Default)]
pub struct Subscripts(FxHashMap<OpId, Start>);

/// Where an access starts.
struct Start {
    relation: Result<Arc<AccessRelation>, String>,
    /// Whether it is all that is accessed.
    is_element: bool,
}

#[salsa::tracked(returns(ref), no_eq)]
pub fn subscripts<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Subscripts {
    takes_long(db);
    let ir = meaning_of(db, op);
    let mut found = FxHashMap::default();
    let mut domains: FxHashMap<BlockId, Option<Domain>> = FxHashMap::default();
    let mut terms = 0;
    for op in ir.walk() {
        let touches = ir.touches(op);
        let Some(subscripts) = touches.first().and_then(|it| it.elements.subscripts()) else { continue };
        db.unwind_if_revision_cancelled();
        let domain = domains.entry(ir.ops[op].block).or_insert_with(|| Domain::of(ir, op));
        let relation = match domain {
            Some(domain) => results_relation_in(ir, op, domain, subscripts),
            None => results_relation(ir, op, &[subscripts]),
        };
        terms += relation.as_ref().map_or(1, AccessRelation::terms);
        if terms > MOST_TERMS {
            break;
        }
        let is_element = touches.iter().all(|it| matches!(it.elements, Elements::At(_)));
        found.insert(op, Start { relation: relation.map(Arc::new), is_element });
    }
    Subscripts(found)
}

impl Subscripts {
    /// The subscripts at which an access starts, without the lanes of a vector.
    pub fn of(&self, ir: &Ir, op: OpId, subscripts: &AppliedMap) -> Result<Arc<AccessRelation>, String> {
        match self.0.get(&op) {
            Some(known) => known.relation.clone(),
            None => results_relation(ir, op, &[subscripts]).map(Arc::new),
        }
    }

    /// The access relation of an access of one element, if it is known.
    pub fn of_element(&self, op: OpId) -> Option<Arc<AccessRelation>> {
        self.0.get(&op).filter(|it| it.is_element)?.relation.as_ref().ok().cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::subscripts;
    use crate::dependence::nest_program::program;
    use crate::dependence::{relation_of, results_relation};
    use base::isolated_op::isolated_ops;
    use base::workspace::Workspace;
    use ir::{OpKind, ir_of};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn they_are_those_of_each_access_alone(text in program()) {
            let mut workspace = Workspace::default();
            let file = workspace.add_file(&text);
            for op in isolated_ops(&workspace.db, file) {
                let (ir, known) = (ir_of(&workspace.db, *op), subscripts(&workspace.db, *op));
                for op in ir.walk() {
                    let OpKind::Access(access) = &ir.ops[op].kind else { continue };
                    let alone = results_relation(ir, op, &[&access.subscripts]);
                    prop_assert_eq!(known.of(ir, op, &access.subscripts).map(|it| (*it).clone()), alone);
                    let element = known.of_element(op).map(|it| (*it).clone());
                    prop_assert_eq!(element, relation_of(ir, op).ok());
                }
            }
        }
    }
}
