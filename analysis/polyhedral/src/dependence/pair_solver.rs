//! Solves the problems that pairs of accesses pose, within a bound on work for all of them together.

use super::MemrefAccess;
use super::access_relation::{AccessRelation, Digit};
use super::access_shape::PlacedShape;
use super::pair_problem::{Conflicts, Order, PairProblem, Shape, conflicts};
use ir::{Ir, ValueId};
use presburger::Integer;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// What it takes to put a problem together, in steps.
const STEPS_PER_PROBLEM: u64 = 5_000;

/// Each problem counts once, also if it was solved before: what is found must not depend on what was asked earlier.
pub(super) struct PairSolver<'db> {
    db: &'db dyn salsa::Database,
    counted: FxHashSet<PairProblem<'db>>,
    steps_left: u64,
}

impl<'db> PairSolver<'db> {
    pub(super) fn new(db: &'db dyn salsa::Database, steps: u64) -> Self {
        Self { db, counted: FxHashSet::default(), steps_left: steps }
    }

    /// Whether problems are no longer solved.
    pub(super) fn is_spent(&self) -> bool {
        self.steps_left == 0
    }

    /// When two accesses with this many loops in common conflict, and in which order the solution states them; `None` if
    /// it takes too long to find out.
    pub(super) fn solve(
        &mut self,
        a: &PlacedRelation<'db>,
        b: &PlacedRelation<'db>,
        common: usize,
    ) -> Option<(&'db Conflicts, Order)> {
        if self.is_spent() {
            return None;
        }
        let (problem, order) = a.problem(self.db, b, common);
        let solution = conflicts(self.db, problem);
        if self.counted.insert(problem) {
            self.steps_left = self.steps_left.saturating_sub(solution.steps.max(STEPS_PER_PROBLEM));
        }
        Some((solution.conflicts.as_ref().ok()?, order))
    }
}

/// What an access contributes to problems, in each form that its subscripts have.
pub(super) struct Placed<'db> {
    as_written: Result<PlacedRelation<'db>, Arc<str>>,
    /// Its digits, where what is written is linearized, or not all of it is known.
    digits: Option<(PlacedRelation<'db>, Vec<Vec<Digit>>)>,
}

/// A relation: its shape, which value each symbol of that is, and what is to be added to its subscripts.
pub(super) struct PlacedRelation<'db> {
    shape: Shape<'db>,
    symbols: Vec<ValueId>,
    offset: Vec<Integer>,
    /// Why a bound of a loop around it is not known: it may run in fewer iterations.
    pub(super) left_out: Option<Arc<str>>,
}

impl<'db> Placed<'db> {
    pub(super) fn of(db: &'db dyn salsa::Database, ir: &Ir, access: &MemrefAccess) -> Self {
        let relation = access.relation(ir);
        let is_whole = relation.as_ref().is_ok_and(|it| it.left_out.bounds.is_none());
        let digits = if is_whole { None } else { access.delinearized(ir) };
        Self {
            as_written: relation.map(|it| PlacedRelation::of(db, &it)).map_err(Into::into),
            digits: digits.map(|it| (PlacedRelation::of(db, &it.relation), it.bases)),
        }
    }

    /// Nothing is known, since nobody asks.
    pub(super) fn unknown(reason: Arc<str>) -> Self {
        Self { as_written: Err(reason), digits: None }
    }

    pub(super) fn shapes(&self) -> impl Iterator<Item = Shape<'db>> {
        let digits = self.digits.iter().map(|it| it.0.shape);
        self.as_written.iter().map(|it| it.shape).chain(digits)
    }

    /// Two accesses in forms that can be compared, or why there are none.
    pub(super) fn comparable<'a>(
        &'a self,
        other: &'a Self,
    ) -> Result<(&'a PlacedRelation<'db>, &'a PlacedRelation<'db>), Arc<str>> {
        match (&self.digits, &other.digits) {
            (Some((a, base)), Some((b, same))) if base == same => Ok((a, b)),
            _ => match (&self.as_written, &other.as_written) {
                (Ok(a), Ok(b)) => Ok((a, b)),
                (Err(reason), _) | (_, Err(reason)) => Err(reason.clone()),
            },
        }
    }
}

impl<'db> PlacedRelation<'db> {
    fn of(db: &'db dyn salsa::Database, relation: &AccessRelation) -> Self {
        let PlacedShape { shape, symbols, offset } = PlacedShape::of(relation);
        Self { shape: Shape::new(db, shape), symbols, offset, left_out: relation.left_out.bounds.clone() }
    }

    fn problem(
        &self,
        db: &'db dyn salsa::Database,
        other: &Self,
        common: usize,
    ) -> (PairProblem<'db>, Order) {
        let offset = self.offset.iter().zip(&other.offset).map(|(a, b)| b - a).collect();
        let shared = self.symbols.iter().enumerate().filter_map(|(index, symbol)| {
            let of_other = other.symbols.iter().position(|it| it == symbol)?;
            Some((u32::try_from(index).ok()?, u32::try_from(of_other).ok()?))
        });
        PairProblem::of(db, (self.shape, other.shape), offset, shared.collect(), common)
    }
}
