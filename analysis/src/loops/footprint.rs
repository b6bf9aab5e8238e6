//! Footprints: how many elements an access touches.

use crate::dependence::{Linear, MemrefAccess, Piece, System, Variable};
use crate::ir::{Ir, OpId, OpKind};
use crate::types::Type;
use presburger::{Budget, GaveUp, Integer, Optimum};

/// Distinct elements that an access touches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Footprint {
    pub(crate) elements: Integer,
    /// Whether it is the exact number; else it touches at most so many.
    pub(crate) is_exact: bool,
}

/// What the question may cost.
const STEPS: u64 = 300_000;

/// Boxes up to this size are counted element by element where nothing simpler is exact.
const MAX_COUNTED: usize = 512;

/// The elements that an access touches in one run of a loop around it, or in all runs of all loops; `None` where
/// that is not known or has no bound. If runs of the loop differ, the greatest box of any run.
pub(crate) fn of_run(
    ir: &Ir,
    access: &MemrefAccess,
    run: Option<OpId>,
    stop: &dyn Fn() -> bool,
) -> Option<Footprint> {
    let relation = access.relation(ir).ok()?;
    let outside = match run {
        Some(op) => access.loops.iter().position(|it| it.op == op)?,
        None => 0,
    };
    let budget = Budget::new(STEPS).with_stop(stop);
    let sizes = match access.memref.map(|it| &ir.values[it].ty) {
        Some(Type::MemRef(ty)) => ty.dims.iter().map(|it| it.and_then(|it| i64::try_from(it).ok())).collect(),
        _ => Vec::new(),
    };
    let unconditional = ir.ancestors(access.op).all(|it| {
        matches!(ir.ops[it].kind, OpKind::For(_) | OpKind::Parallel(_)) || ir.parent_op(it).is_none()
    });
    let question = Question { pieces: &relation.pieces, loops: access.loops.len(), outside, sizes, budget };
    question.answer(unconditional).ok()?
}

struct Question<'a> {
    pieces: &'a [Piece],
    loops: usize,
    /// How many of the loops stand outside the run.
    outside: usize,
    sizes: Vec<Option<i64>>,
    budget: Budget<'a>,
}

impl Question<'_> {
    fn answer(&self, unconditional: bool) -> Result<Option<Footprint>, GaveUp> {
        let Some(extents) = self.extents()? else { return Ok(None) };
        let product = extents.iter().fold(Integer::ONE, |product, it| &product * it);
        if unconditional && let Some(elements) = self.separate_loops(&product)? {
            return Ok(Some(Footprint { elements, is_exact: true }));
        }
        let few = product.to_i64().and_then(|it| usize::try_from(it).ok()).filter(|it| *it <= MAX_COUNTED);
        if let (Some(most), 0, [piece], true) = (few, self.outside, self.pieces, unconditional) {
            let (system, subscripts) = System::of(piece, self.loops);
            if system.symbols().is_empty() {
                let (system, dims) = with_elements(system, &subscripts);
                let set = system.set(&dims, &[]);
                if let Some(count) = set.count(set.space().range_columns(), most, &self.budget)? {
                    let elements = Integer::from(i64::try_from(count).unwrap_or(i64::MAX));
                    return Ok(Some(Footprint { elements, is_exact: true }));
                }
            }
        }
        Ok(Some(Footprint { elements: product, is_exact: false }))
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
                    let greatest = set.maximum(&columns.row(&left.minus(right)), &self.budget)?;
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
    fn separate_loops(&self, bound: &Integer) -> Result<Option<Integer>, GaveUp> {
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
        // Subscripts outside the memref were cut off in the bound.
        let is_exact = elements <= *bound && (!is_shared || self.is_one_to_one(piece, &moving)?);
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
            if !system.with(later).set(&[], &[]).is_integer_empty(&self.budget)? {
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
        let (Optimum::Value(low), Optimum::Value(high)) = set.extent(&row, &self.budget)? else {
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
pub(crate) fn with_elements(mut system: System, subscripts: &[Linear]) -> (System, Vec<Variable>) {
    let elements = system.new_loops(subscripts.len());
    let rows: Vec<Linear> =
        elements.iter().zip(subscripts).map(|(it, form)| Linear::variable(*it).minus(form)).collect();
    system.equalities.extend(rows);
    (system, elements)
}
