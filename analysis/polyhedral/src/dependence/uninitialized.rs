//! Reads of memory that the function makes, of elements that nothing has written: proven, with the iteration and the
//! element.
//!
//! A write in another iteration of a parallel loop may come before the read.
//!
//! Where the loops depend on symbols, there has to be such an iteration for all values with which the read runs at all
//! and is not out of bounds.

mod known;

use super::concern::{Concern, dependences_concerning, may_leave_pairs_out};
use super::flow::{AccessInstance, FlowQuery, Span, Written};
use super::linear::Variable;
use super::pairs::elements;
use super::race::first_point;
use super::system::System;
use super::{AccessPart, accesses};
use crate::memory::memory;
use crate::report::AccessKind;
use base::at_once::takes_long;
use base::database::stop_if_cancelled;
use base::isolated_op::IsolatedOp;
use ir::types::MemRefType;
use ir::{OpId, ValueId, meaning_of};
use known::Known;
use presburger::{Budget, GaveUp, Integer, IntegerRelation, Space, Union};
use rustc_hash::{FxHashMap, FxHashSet};

/// The budgets of one query, and of all of one function.
const STEPS: u64 = 200_000;
const TOTAL_STEPS: u64 = 4_000_000;

/// A read of what nothing has written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UninitializedRead {
    /// Index into [`super::Dependences::accesses`].
    pub access: usize,
    pub op: OpId,
    pub memref: ValueId,
    /// The first such iteration: the loops around it, outermost first.
    pub iteration: Vec<(ValueId, Integer)>,
    pub element: Vec<Integer>,
    /// Values with which it happens.
    pub symbols: Vec<(ValueId, Integer)>,
}

/// Of each memref the first in program order: what it misses, later ones mostly miss too.
#[salsa::tracked(returns(ref))]
pub fn uninitialized_reads<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Vec<UninitializedRead> {
    takes_long(db);
    let accesses = accesses(db, op);
    let is_read = |index: &usize| {
        let it = &accesses[*index];
        it.kind == AccessKind::Read && it.part == AccessPart::Whole && it.is_private
    };
    let reads: Vec<usize> = (0..accesses.len()).filter(is_read).collect();
    let stop = stop_if_cancelled(db);
    let budget = || Budget::new(TOTAL_STEPS).with_stop(&stop);
    // Where some pairs may not be computed, a memref depends on the others.
    if !reads.is_empty() && !may_leave_pairs_out(db, op) {
        let (known, open) = Known::of(db, op, accesses, &reads);
        let search = Search::of_all(db, op, open, &budget());
        // With fewer steps, answers depend on who asks first.
        let steps = search.steps.values().fold(known.steps, |sum, it| sum.saturating_add(*it));
        if steps < TOTAL_STEPS {
            known.keep(&search.all_written());
            return search.found;
        }
    }
    Search::of_all(db, op, reads, &budget()).found
}

/// The answers about some reads.
#[derive(Default)]
struct Search {
    found: Vec<UninitializedRead>,
    /// Per memref that was asked about.
    steps: FxHashMap<ValueId, u64>,
    gave_up: FxHashSet<ValueId>,
}

impl Search {
    /// Of all private reads of some memrefs.
    fn of_all<'db>(
        db: &'db dyn salsa::Database,
        op: IsolatedOp<'db>,
        reads: Vec<usize>,
        budget: &Budget<'_>,
    ) -> Self {
        let accesses = accesses(db, op);
        // Most memory that is not written is missed by its first read.
        let mut seen: FxHashSet<Option<ValueId>> = FxHashSet::default();
        let (first, later): (Vec<usize>, Vec<usize>) =
            reads.into_iter().partition(|it| seen.insert(accesses[*it].memref));
        let mut search = Self::default();
        search.ask(db, op, first, budget);
        let is_told = |it: &usize| search.found.iter().any(|told| Some(told.memref) == accesses[*it].memref);
        let later: Vec<usize> = later.into_iter().filter(|it| !is_told(it)).collect();
        search.ask(db, op, later, budget);
        search.found.sort_by_key(|it| it.access);
        search
    }

    /// Those of some reads that are the first of their memref among them.
    fn ask<'db>(
        &mut self,
        db: &'db dyn salsa::Database,
        op: IsolatedOp<'db>,
        reads: Vec<usize>,
        budget: &Budget<'_>,
    ) {
        if reads.is_empty() {
            return;
        }
        let ir = meaning_of(db, op);
        let found = dependences_concerning(db, op, Concern::Reads(reads.as_slice().into()));
        let memref_of = |access: usize| found.accesses[access].memref;
        if !found.not_computed.is_empty() {
            self.gave_up.extend(reads.into_iter().filter_map(memref_of));
            return;
        }
        let memrefs: FxHashSet<Option<ValueId>> = reads.iter().map(|it| memref_of(*it)).collect();
        let concerned: Vec<bool> = found.accesses.iter().map(|it| memrefs.contains(&it.memref)).collect();
        let query = FlowQuery::about(ir, memory(db, op), found, &concerned);
        let mut told: FxHashSet<ValueId> = FxHashSet::default();
        for access in reads {
            let Some(memref) = memref_of(access).filter(|it| !told.contains(it)) else { continue };
            let Some(ty) = ir.values[memref].ty.as_memref() else { continue };
            let budget = budget.part(STEPS);
            match uninitialized(&query, (access, found.accesses[access].op, memref), ty, &budget) {
                Ok(None) => {}
                Ok(Some(read)) => {
                    told.insert(memref);
                    self.found.push(read);
                }
                Err(_) => _ = self.gave_up.insert(memref),
            }
            *self.steps.entry(memref).or_default() += budget.spent();
        }
    }

    /// The memrefs of which nothing is missing, with the steps that the answer took.
    fn all_written(&self) -> FxHashMap<ValueId, u64> {
        let is_told = |memref: ValueId| self.found.iter().any(|it| it.memref == memref);
        let is_sure = |it: &(&ValueId, &u64)| !self.gave_up.contains(it.0) && !is_told(*it.0);
        self.steps.iter().filter(is_sure).map(|it| (*it.0, *it.1)).collect()
    }
}

/// The read at the first point that nothing has written.
fn uninitialized(
    query: &FlowQuery<'_>,
    (access, op, value): (usize, OpId, ValueId),
    memref: &MemRefType,
    budget: &Budget<'_>,
) -> Result<Option<UninitializedRead>, GaveUp> {
    let Some(relation) = query.relation_if_certain(access) else { return Ok(None) };
    let loops: Vec<Variable> = (0..relation.loops.len()).map(Variable::Loop).collect();
    let mut runs: Vec<IntegerRelation> = Vec::new();
    let mut fails: Vec<IntegerRelation> = Vec::new();
    let mut first: Option<Vec<Integer>> = None;
    let mut is_written = false;
    for piece in &relation.pieces {
        let (mut system, subscripts) = System::of(piece, loops.len());
        system.within(&subscripts, &memref.dims);
        runs.push(system.set(&[], &query.symbols));
        let (system, element) = elements(system, &subscripts);
        let dims = [&*loops, &*element].concat();
        let set = system.set(&dims, &query.symbols);
        let mut written = Union::empty(set.space());
        for (index, writer) in query.writers(access) {
            let place = AccessInstance { access, relation, loops: &loops };
            let by = Written { access: index, relation: writer, element: &element };
            query.writes(&system, &dims, &by, Span::before(&place), &mut written, budget)?;
            query.concurrent_writes(&dims, &by, &place, &mut written);
        }
        let is_missed_by_all = written.parts().is_empty();
        is_written |= !is_missed_by_all;
        let columns: Vec<usize> = (0..dims.len()).collect();
        for part in Union::from(set).subtract(&written, budget)?.into_parts() {
            let known = is_missed_by_all.then(|| system.least_at_sight(&dims)).flatten();
            let point = first_point(&part, dims.len(), known, budget)?;
            let is_earlier =
                |it: &Vec<Integer>| first.as_ref().is_none_or(|known| it[..dims.len()] < known[..dims.len()]);
            first = point.filter(is_earlier).or(first);
            fails.push(part.project_out(&columns));
        }
    }
    let Some(point) = first else { return Ok(None) };
    // Without a write before it, each time it runs is one.
    if is_written && !query.symbols.is_empty() {
        let union = |parts: Vec<IntegerRelation>| {
            let mut union =
                Union::empty(Space { domain: 0, range: 0, symbols: query.symbols.len(), locals: 0 });
            parts.into_iter().for_each(|it| union.push(it));
            union
        };
        if !union(runs).is_subset(&union(fails), budget)? {
            return Ok(None);
        }
    }
    let mut values = point.into_iter();
    let names: Vec<ValueId> = relation.loops.iter().map(|it| it.induction_variable).collect();
    let at_loops: Vec<Integer> = values.by_ref().take(names.len()).collect();
    let element = values.by_ref().take(memref.dims.len()).collect();
    // Those of other accesses have no say in it.
    let relations = std::iter::once(relation).chain(query.writers(access).map(|it| it.1));
    let pieces = relations.flat_map(|it| it.pieces.iter().map(|piece| (piece, it.loops.len())));
    let concerned: FxHashSet<ValueId> = pieces
        .flat_map(|(piece, loops)| {
            let (mut system, subscripts) = System::of(piece, loops);
            system.equalities.extend(subscripts);
            system.symbols()
        })
        .collect();
    let symbols = query.symbols.iter().copied().zip(values).filter(|it| concerned.contains(&it.0)).collect();
    Ok(Some(UninitializedRead {
        access,
        op,
        memref: value,
        iteration: names.into_iter().zip(at_loops).collect(),
        element,
        symbols,
    }))
}

#[cfg(test)]
mod tests {
    use super::uninitialized_reads;
    use crate::dependence::brute_force::runs;
    use crate::dependence::nest_program::{parallel, program};
    use crate::report::AccessKind;
    use base::isolated_op::isolated_ops;
    use base::workspace::Workspace;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;
    use std::collections::BTreeMap;

    /// The program with accesses that meet more often.
    fn in_one_column(text: &str) -> String {
        let line = |line: &str| match (line.find("%A["), line.find("] : memref")) {
            (Some(start), Some(end)) => {
                let row = line[start..end].split(',').next().unwrap_or_default();
                format!("{}{row}, 0{}\n", &line[..start], &line[end..])
            }
            _ => format!("{line}\n"),
        };
        text.lines().map(line).collect()
    }

    /// Compares the reported reads with an execution whose outer loop may be parallel; where `all` is set, nothing may be
    /// missing.
    fn check(text: &str, is_parallel: bool, all: bool) -> Result<(), TestCaseError> {
        let text = if is_parallel { parallel(text) } else { text.to_owned() };
        let text = text.replace(
            "(%A: memref<100x100xf32>, %x: f32) {",
            "(%x: f32) {\n%A = memref.alloc() : memref<100x100xf32>",
        );
        let mut workspace = Workspace::default();
        let file = workspace.add_file(&text);
        for (op, (accesses, touches)) in isolated_ops(&workspace.db, file).iter().zip(runs(&text)) {
            let mut expected: BTreeMap<usize, (Vec<i64>, Vec<i64>)> = BTreeMap::new();
            for (place, it) in touches.iter().enumerate() {
                let is_read = accesses[it.access].kind == AccessKind::Read;
                let is_inside = it.element.iter().all(|at| (0..100).contains(at));
                let may_be_written = touches.iter().enumerate().any(|(other, write)| {
                    accesses[write.access].kind == AccessKind::Write
                        && write.element == it.element
                        && (other < place || is_parallel && write.iteration[0] != it.iteration[0])
                });
                if is_read && is_inside && !may_be_written {
                    let found = (it.iteration.clone(), it.element.clone());
                    let first = expected.entry(it.access).or_insert_with(|| found.clone());
                    *first = found.min(first.clone());
                }
            }
            let values = |all: &[presburger::Integer]| -> Vec<i64> {
                all.iter().filter_map(presburger::Integer::to_i64).collect()
            };
            let found: BTreeMap<usize, (Vec<i64>, Vec<i64>)> = uninitialized_reads(&workspace.db, *op)
                .iter()
                .map(|it| {
                    let iteration: Vec<_> = it.iteration.iter().map(|it| it.1.clone()).collect();
                    (it.access, (values(&iteration), values(&it.element)))
                })
                .collect();
            prop_assert!(found.keys().all(|it| expected.contains_key(it)), "{:?}: {}", found.keys(), text);
            // The programs have one memref.
            prop_assert!(found.len() < 2, "{:?}: {}", found.keys(), text);
            prop_assert!(
                !all || found.keys().next() == expected.keys().next(),
                "{:?}: {}",
                found.keys(),
                text
            );
            for (access, first) in &found {
                prop_assert_eq!(first, &expected[access], "{}: {}", access, text);
            }
        }
        Ok(())
    }

    proptest! {
        /// A read is told of only if running the program shows an element that nothing has written, and with an iteration
        /// that reads one. Where the question takes too long, nothing is reported.
        #[test]
        fn random_programs_agree_with_their_execution(text in program(), is_parallel in any::<bool>()) {
            check(&text, is_parallel, false)?;
            check(&in_one_column(&text), is_parallel, false)?;
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 128, rng_seed: RngSeed::Fixed(7), ..ProptestConfig::default() })]

        /// In these programs, the first read of nothing that its execution shows is found: a question that takes too long is none of theirs.
        #[test]
        fn nothing_is_missing_in_programs_that_stay_the_same(text in program()) {
            check(&text, false, true)?;
        }
    }
}
