//! Footprints: how many elements an access touches.

use crate::dependence::{Linear, MemrefAccess, Piece, System, Variable};
use ir::types::Type;
use ir::{Ir, OpId};
use presburger::{Budget, GaveUp, Integer, IntegerRelation, Optimum, Reason, Union};

/// Distinct elements that an access touches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Footprint {
    pub elements: Integer,
    /// Whether it is the exact number; else it touches at most this many.
    pub is_exact: bool,
}

/// The budget of the query.
const STEPS: u64 = 300_000;

/// More pieces than this are not made disjoint.
const MAX_PIECES: usize = 32;

/// The elements that an access touches in one run of a loop around it; `None` where that is not known or has no bound. If
/// runs of the loop differ, the greatest box of any run.
pub fn of_run(ir: &Ir, access: &MemrefAccess, run: OpId, budget: &Budget<'_>) -> Option<Footprint> {
    let relation = access.relation(ir).ok()?;
    let outside = access.loops.iter().position(|it| it.op == run)?;
    let sizes = match access.memref.map(|it| &ir.values[it].ty) {
        Some(Type::MemRef(ty)) => ty.dims.iter().map(|it| it.and_then(|it| i64::try_from(it).ok())).collect(),
        _ => Vec::new(),
    };
    let certainty = match (unconditional(ir, access.op) && relation.left_out.is_nothing(), access.is_certain)
    {
        (true, _) => Certainty::Unconditional,
        (_, true) => Certainty::Domain,
        _ => Certainty::No,
    };
    let query =
        FootprintQuery { pieces: &relation.pieces, loops: access.loops.len(), outside, sizes, budget };
    query.answer(certainty).ok()?
}

/// Whether an access runs in every iteration of its relation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Certainty {
    /// Nothing but loops is around it.
    Unconditional,
    /// Conditions that are part of the relation do.
    Domain,
    No,
}

fn unconditional(ir: &Ir, op: OpId) -> bool {
    ir.ancestors(op).all(|it| ir.is_counted_loop(it) || ir.parent_op(it).is_none())
}

/// The number of distinct elements that accesses of one memref touch in all runs of all loops; `None` where it is not
/// known exactly, or depends on symbols.
pub fn distinct_elements(ir: &Ir, accesses: &[&MemrefAccess], stop: &dyn Fn() -> bool) -> Option<Integer> {
    let mut sets = Vec::new();
    for access in accesses {
        let relation = access.relation(ir).ok().filter(|_| access.is_certain)?;
        for piece in &relation.pieces {
            let set = element_set(piece, relation.loops.len())?;
            if !sets.contains(&set) {
                sets.push(set);
            }
        }
        if sets.len() > MAX_PIECES {
            return None;
        }
    }
    count(sets, &Budget::new(STEPS).with_stop(stop)).ok()?
}

/// What a piece touches in all iterations; `None` if that depends on symbols.
fn element_set(piece: &Piece, loops: usize) -> Option<IntegerRelation> {
    let (system, subscripts) = System::of(piece, loops);
    let (system, elements) = with_elements(system, &subscripts);
    system.symbols().is_empty().then(|| system.set(&elements, &[]))
}

/// The number of points of a union; `None` if it is infinite, too many pieces make it up, or an access has more
/// subscripts than another.
fn count(sets: Vec<IntegerRelation>, budget: &Budget<'_>) -> Result<Option<Integer>, GaveUp> {
    let Some(first) = sets.first() else { return Ok(Some(Integer::ZERO)) };
    if sets.len() > MAX_PIECES
        || sets.iter().any(|it| it.space().without_locals() != first.space().without_locals())
    {
        return Ok(None);
    }
    let mut union = Union::empty(first.space());
    sets.into_iter().for_each(|it| union.push(it));
    Ok(union.cardinality(budget)?.finite().cloned())
}

/// The least and the greatest value of each subscript over all iterations, and how many elements that makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reach {
    /// Both are attained. Empty if the access never runs.
    pub ranges: Vec<(Integer, Integer)>,
    pub elements: Integer,
    /// Whether it is the exact number of elements; else they are at most this many.
    pub is_exact: bool,
}

/// The range of an access over all runs of all loops; `None` where it is not known, or has no bound.
pub fn reach(ir: &Ir, access: &MemrefAccess, stop: &dyn Fn() -> bool) -> Option<Reach> {
    let relation = access.relation(ir).ok()?;
    let budget = Budget::new(STEPS).with_stop(stop);
    let mut ranges: Vec<(Integer, Integer)> = Vec::new();
    let mut runs = false;
    for piece in &relation.pieces {
        let (system, subscripts) = System::of(piece, relation.loops.len());
        let (system, elements) = with_elements(system, &subscripts);
        let solver = system.set(&elements, &[]).solver(&budget).ok()?;
        if solver.is_integer_empty(&budget).ok()? {
            continue;
        }
        runs = true;
        let columns = system.columns(&elements, &[]);
        for (index, element) in elements.iter().enumerate() {
            let row = columns.row(&Linear::variable(*element));
            let (Optimum::Value(low), Optimum::Value(high)) = solver.extent(&row, &budget).ok()? else {
                return None;
            };
            match ranges.get_mut(index) {
                None => ranges.push((low, high)),
                Some(known) => {
                    *known = (std::mem::take(&mut known.0).min(low), std::mem::take(&mut known.1).max(high));
                }
            }
        }
    }
    if !runs {
        return Some(Reach { ranges, elements: Integer::ZERO, is_exact: true });
    }
    let exact = distinct_elements(ir, &[access], stop);
    let all = || ranges.iter().fold(Integer::ONE, |all, (low, high)| &all * &(&(high - low) + &Integer::ONE));
    Some(Reach { is_exact: exact.is_some(), elements: exact.unwrap_or_else(all), ranges })
}

struct FootprintQuery<'a> {
    pieces: &'a [Piece],
    loops: usize,
    /// How many of the loops are outside the run.
    outside: usize,
    sizes: Vec<Option<i64>>,
    budget: &'a Budget<'a>,
}

impl FootprintQuery<'_> {
    fn answer(&self, certainty: Certainty) -> Result<Option<Footprint>, GaveUp> {
        let Some(extents) = self.extents()? else { return Ok(None) };
        let product = extents.iter().fold(Integer::ONE, |product, it| &product * it);
        let mut exact = None;
        if certainty != Certainty::No && self.outside == 0 {
            exact = self.all_runs()?;
        }
        if certainty == Certainty::Unconditional && exact.is_none() {
            exact = self.separate_loops()?;
        }
        // Subscripts outside the memref were cut off in the bound.
        Ok(Some(match exact.filter(|it| *it <= product) {
            Some(elements) => Footprint { elements, is_exact: true },
            None => Footprint { elements: product, is_exact: false },
        }))
    }

    /// The number over all iterations; `None` where symbols decide on it, or it takes too long.
    fn all_runs(&self) -> Result<Option<Integer>, GaveUp> {
        let sets: Option<Vec<_>> = self.pieces.iter().map(|it| element_set(it, self.loops)).collect();
        let Some(sets) = sets else { return Ok(None) };
        match count(sets, self.budget) {
            // A simpler bound than counting has the rest of the budget.
            Err(GaveUp { reason: Reason::OutOfBudget }) => Ok(None),
            answer => answer,
        }
    }

    /// Per dimension the greatest extent of the elements of one run.
    fn extents(&self) -> Result<Option<Vec<Integer>>, GaveUp> {
        let dims = self.pieces.first().map_or(0, |it| it.subscripts.len());
        let mut extents = vec![Integer::ZERO; dims];
        for a in self.pieces {
            for b in self.pieces {
                // Two iterations of one run.
                let mut system = System::default();
                let first = system.new_loops(self.loops);
                let own = system.new_loops(self.loops - self.outside);
                let second: Vec<Variable> = first.iter().take(self.outside).chain(&own).copied().collect();
                let left = system.add(a, &first);
                let right = system.add(b, &second);
                let (columns, set) = (system.columns(&[], &[]), system.set(&[], &[]));
                for (dim, (left, right)) in left.iter().zip(&right).enumerate() {
                    let size = self.sizes.get(dim).copied().flatten().map(Integer::from);
                    let greatest = set.maximum(&columns.row(&left.minus(right)), self.budget)?;
                    let extent = match (greatest, size) {
                        (Optimum::Empty, _) => break,
                        (Optimum::Value(value), size) => {
                            let extent = &value + &Integer::ONE;
                            size.map_or(extent.clone(), |it| it.min(extent))
                        }
                        (Optimum::Unbounded, Some(size)) => size,
                        (Optimum::Unbounded, None) => return Ok(None),
                    };
                    if extents[dim] < extent {
                        extents[dim] = extent;
                    }
                }
            }
        }
        Ok(Some(extents))
    }

    /// The number where the loops that the subscripts depend on have one trip count each, and no two of their
    /// iterations touch one element.
    fn separate_loops(&self) -> Result<Option<Integer>, GaveUp> {
        let [piece] = self.pieces else { return Ok(None) };
        let mut moving: Vec<usize> = Vec::new();
        let mut is_shared = false;
        for subscript in &piece.subscripts {
            let before = moving.len();
            for (variable, _) in &subscript.terms {
                match variable {
                    Variable::Loop(index) if *index >= self.outside => {
                        if moving.contains(index) {
                            is_shared = true;
                        } else {
                            moving.push(*index);
                        }
                    }
                    Variable::Loop(_) | Variable::Symbol(_) => {}
                    Variable::Local(_) => return Ok(None),
                }
            }
            is_shared |= moving.len() > before + 1;
        }
        let mut elements = Integer::ONE;
        for index in &moving {
            let Some(count) = self.constant_count(piece, *index)? else { return Ok(None) };
            elements = &elements * &count;
        }
        let is_exact = !is_shared || self.is_one_to_one(piece, &moving)?;
        Ok(is_exact.then_some(elements))
    }

    /// Whether two iterations of one run that differ in one of the loops never touch the same element.
    fn is_one_to_one(&self, piece: &Piece, moving: &[usize]) -> Result<bool, GaveUp> {
        let mut system = System::default();
        let first = system.new_loops(self.loops);
        let own = system.new_loops(self.loops - self.outside);
        let second: Vec<Variable> = first.iter().take(self.outside).chain(&own).copied().collect();
        let left = system.add(piece, &first);
        let right = system.add(piece, &second);
        system.equalities.extend(left.iter().zip(&right).map(|(left, right)| left.minus(right)));
        for index in moving {
            let (Some(left), Some(right)) = (first.get(*index), second.get(*index)) else { return Ok(false) };
            let later = Linear::variable(*left).minus(&Linear::variable(*right)).plus_constant(-1);
            if !system.with(later).set(&[], &[]).is_integer_empty(self.budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The trip count of a loop whose rows speak of it alone.
    fn constant_count(&self, piece: &Piece, index: usize) -> Result<Option<Integer>, GaveUp> {
        let variable = Variable::Loop(index);
        let mut own = vec![variable];
        loop {
            let rows = piece.equalities.iter().chain(&piece.inequalities);
            let touched = rows.filter(|row| row.terms.iter().any(|it| own.contains(&it.0)));
            let more: Vec<Variable> =
                touched.flat_map(|row| &row.terms).map(|it| it.0).filter(|it| !own.contains(it)).collect();
            if more.iter().any(|it| !matches!(it, Variable::Local(_))) {
                return Ok(None);
            }
            let Some(next) = more.first() else { break };
            own.push(*next);
        }
        if own.len() > 2 {
            return Ok(None);
        }
        let (system, _) = System::of(piece, self.loops);
        let (columns, set) = (system.columns(&[], &[]), system.set(&[], &[]));
        let row = columns.row(&Linear::variable(variable));
        let (Optimum::Value(low), Optimum::Value(high)) = set.extent(&row, self.budget)? else {
            return Ok(None);
        };
        // With a step, values of the loop are `step` apart: its iteration number is a local with that factor.
        let steps = piece.equalities.iter().filter(|row| row.terms.iter().any(|it| it.0 == variable));
        let step = steps
            .flat_map(|row| &row.terms)
            .filter(|it| matches!(it.0, Variable::Local(_)))
            .map(|it| it.1.abs())
            .fold(Integer::ONE, |known, it| known.max(it));
        Ok(Some(&(&high - &low).floor_div(&step) + &Integer::ONE))
    }
}

/// The system with a variable for each coordinate of the element.
pub fn with_elements(mut system: System, subscripts: &[Linear]) -> (System, Vec<Variable>) {
    let elements = system.new_loops(subscripts.len());
    let rows: Vec<Linear> =
        elements.iter().zip(subscripts).map(|(it, form)| Linear::variable(*it).minus(form)).collect();
    system.equalities.extend(rows);
    (system, elements)
}
