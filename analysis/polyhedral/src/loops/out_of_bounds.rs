//! Accesses outside their memref, and values outside a range, proven: some iteration that runs leaves it whenever the access runs at all.

use crate::dependence::ranges::Ranges;
use crate::dependence::subscripts::{Subscripts, subscripts};
use crate::dependence::{AccessRelation, Linear, Piece, System, Variable, results_relation};
use base::at_once::takes_long;
use base::database::stop_if_cancelled;
use base::isolated_op::IsolatedOp;
use ir::touches::{Elements, Touch};
use ir::types::Type;
use ir::{AppliedMap, Ir, OpId, ValueId, meaning_of};
use presburger::{Budget, GaveUp, Integer, IntegerRelation, Lexmin, Optimum, Space, Union};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The budgets of the queries about one subscript, and about all of one function. Subscripts beyond that are not checked.
const STEPS: u64 = 200_000;
const STEPS_PER_FUNCTION: u64 = 30_000_000;

/// To build the system of a subscript takes some steps for each of its rows.
const STEPS_PER_ROW: u64 = 100;

/// A subscript that leaves its dimension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutOfBounds {
    /// Which subscript and dimension, from 0.
    pub dim: usize,
    /// The dimension's static size; `None` if it is dynamic, and the subscript negative.
    pub size: Option<u64>,
    /// The value of the subscript.
    pub start: Integer,
    /// The elements from it on that are accessed along this dimension.
    pub width: u64,
    /// Whether the start itself lies outside.
    pub is_start: bool,
    /// An iteration in which it does: induction variables and symbols that the subscript depends on.
    pub witness: Vec<(ValueId, Integer)>,
}

/// The subscripts of the accesses of an isolated op that provably leave the memref, at most one per dimension.
/// Accesses without any are left out.
///
/// Exact over the integers; what takes too long, is guarded by operations that are not analysed, or happens for
/// some values of symbols only, is not reported.
#[salsa::tracked(returns(ref))]
pub fn out_of_bounds<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
) -> FxHashMap<OpId, Vec<OutOfBounds>> {
    takes_long(db);
    let stop = stop_if_cancelled(db);
    all_out_of_bounds(
        meaning_of(db, op),
        subscripts(db, op),
        &Budget::new(STEPS_PER_FUNCTION).with_stop(&stop),
    )
}

fn all_out_of_bounds(
    ir: &Ir,
    subscripts: &Subscripts,
    budget: &Budget<'_>,
) -> FxHashMap<OpId, Vec<OutOfBounds>> {
    let mut found = FxHashMap::default();
    let mut latest = KnownRanges::default();
    for op in ir.walk() {
        let touches = ir.touches(op);
        let [touch] = &touches[..] else { continue };
        if budget.is_spent() {
            break;
        }
        let of_access = of_access(ir, (op, touch), subscripts, &mut latest, budget);
        if !of_access.is_empty() {
            found.insert(op, of_access);
        }
    }
    found
}

fn of_access(
    ir: &Ir,
    (op, touch): (OpId, &Touch<'_>),
    subscripts: &Subscripts,
    latest: &mut KnownRanges,
    whole: &Budget<'_>,
) -> Vec<OutOfBounds> {
    let memref = ir.ops[op].operands.get(touch.memref).and_then(|it| it.value);
    let Some(Type::MemRef(memref)) = memref.map(|it| &ir.values[it].ty) else { return Vec::new() };
    let Some(starts) = touch.elements.subscripts() else { return Vec::new() };
    let Ok(relation) = subscripts.of(ir, op, starts) else { return Vec::new() };
    if relation.pieces.iter().any(|it| it.subscripts.len() != memref.dims.len()) {
        return Vec::new();
    }
    let query =
        BoundsQuery { relation: &relation, surely_runs: relation.surely_runs(ir, op), least: Some(0) };
    let pieces: Vec<(Option<&Ranges>, &Piece)> =
        latest.of(&relation).iter().map(Option::as_ref).zip(&relation.pieces).collect();
    let ranges = || pieces.iter().filter_map(|it| Some((it.0?, it.1)));
    let mut found = Vec::new();
    for (dim, size) in memref.dims.iter().enumerate() {
        let (size, Some(width)) = (*size, width(ir, op, touch, dim, memref.dims.len())) else { continue };
        let is_inside = |(ranges, piece): (&Ranges, &Piece)| {
            let start = piece.subscripts.get(dim).map(|it| ranges.of_form(it)).unwrap_or_default();
            let end = start.greatest.and_then(|it| it.checked_add_unsigned(width));
            start.least.is_some_and(|it| it >= 0)
                && size.is_none_or(|size| end.is_some_and(|it| i128::from(it) <= i128::from(size)))
        };
        if ranges().all(is_inside) {
            continue;
        }
        let budget = whole.part(STEPS);
        let outside = |width, is_start| -> Result<Option<OutOfBounds>, GaveUp> {
            let witness = query.witness(dim, size, width, &budget)?;
            Ok(witness.map(|(start, witness)| OutOfBounds { dim, size, start, width, is_start, witness }))
        };
        let start = outside(1, true).ok().flatten();
        found.extend(start.or_else(|| if width > 1 { outside(width, false).ok().flatten() } else { None }));
    }
    found
}

/// The ranges of the access that was asked about last. Those of the next one often run in the same iterations.
#[derive(Default)]
struct KnownRanges {
    relation: Option<Arc<AccessRelation>>,
    /// Of each piece; `None` where it has no iteration.
    ranges: Vec<Option<Ranges>>,
}

impl KnownRanges {
    fn of(&mut self, relation: &Arc<AccessRelation>) -> &[Option<Ranges>] {
        let is_same = |known: &AccessRelation| {
            let has_same_rows =
                |(a, b): (&Piece, &Piece)| a.equalities == b.equalities && a.inequalities == b.inequalities;
            known.pieces.len() == relation.pieces.len()
                && known.pieces.iter().zip(&relation.pieces).all(has_same_rows)
        };
        if !self.relation.as_deref().is_some_and(is_same) {
            let of_piece = |it: &Piece| Ranges::of(&it.equalities, &it.inequalities);
            self.ranges = relation.pieces.iter().map(of_piece).collect();
        }
        self.relation = Some(relation.clone());
        &self.ranges
    }
}

/// A value outside `least..size` that an operand provably takes, as [`out_of_bounds`] proves it, and when.
pub fn value_outside(
    ir: &Ir,
    op: OpId,
    operand: usize,
    (least, size): (Option<i64>, u64),
    stop: &dyn Fn() -> bool,
) -> Option<Witness> {
    let value = AppliedMap::identity(operand..operand.checked_add(1)?, ir.ops[op].name_pointer);
    let relation = results_relation(ir, op, &[&value]).ok()?;
    let query = BoundsQuery { relation: &relation, surely_runs: relation.surely_runs(ir, op), least };
    query.witness(0, Some(size), 1, &Budget::new(STEPS).with_stop(stop)).ok()?
}

/// How many elements are accessed along a dimension; `None` for hints, for lanes that may be left out, for scalable vectors and those of a higher rank, and
/// where a target may allow lanes outside, as `vector.load` does.
fn width(ir: &Ir, op: OpId, touch: &Touch<'_>, dim: usize, rank: usize) -> Option<u64> {
    let data = &ir.ops[op];
    if !touch.reads && !touch.writes || !touch.elements.are_certain() {
        return None;
    }
    if matches!(touch.elements, Elements::At(_)) {
        return Some(1);
    }
    if data.dialect() == "vector" && !data.has_trait("VectorTransferOpInterface") {
        return None;
    }
    let dims = touch.lanes(ir, op)?;
    match dim.checked_sub(rank.checked_sub(dims.len())?) {
        None => Some(1),
        Some(lane) => dims.get(lane).filter(|it| !it.scalable).map(|it| it.size),
    }
}

/// The value of a subscript, and of the variables that it depends on.
pub type Witness = (Integer, Vec<(ValueId, Integer)>);

struct BoundsQuery<'a> {
    relation: &'a AccessRelation,
    surely_runs: bool,
    /// The least value that is inside; `None` if all negative ones are.
    least: Option<i64>,
}

impl BoundsQuery<'_> {
    /// The subscript's value and the iteration where `width` elements from the subscript on leave `0..size`.
    fn witness(
        &self,
        dim: usize,
        size: Option<u64>,
        width: u64,
        budget: &Budget<'_>,
    ) -> Result<Option<Witness>, GaveUp> {
        let size = size.map(i64::try_from).transpose();
        let (Ok(size), Ok(width)) = (size, i64::try_from(width)) else { return Ok(None) };
        let mut pieces = Vec::new();
        for piece in &self.relation.pieces {
            budget.spend(STEPS_PER_ROW * (piece.equalities.len() + piece.inequalities.len()) as u64)?;
            let (system, subscripts) = System::of(piece, self.relation.loops.len());
            let Some(start) = subscripts.into_iter().nth(dim) else { return Ok(None) };
            let last = start.clone().plus_constant(width - 1);
            let from_least = self.least.map(|it| start.minus(&Linear::constant(it)));
            let below = from_least.as_ref().map(|it| Linear::constant(-1).minus(it));
            let above = size.map(|size| last.minus(&Linear::constant(size)));
            let mut inside = system.clone();
            inside.inequalities.extend(from_least);
            inside
                .inequalities
                .extend(size.map(|size| Linear::constant(size).plus_constant(-1).minus(&last)));
            // The end first: that is where loops usually run over.
            let leaves = above.into_iter().chain(below).collect();
            pieces.push(BoundedPiece { system, start, inside, leaves });
        }
        let symbols = symbols_of(&pieces);
        let mut never_inside = true;
        for piece in &pieces {
            let at_sight = piece.inside.point_at_sight();
            if at_sight
                .is_some_and(|it| !self.surely_runs || !symbols.is_empty() && never_outside_at(&pieces, &it))
            {
                return Ok(None);
            }
            let Some(point) = piece.inside.sample(&symbols, budget)? else { continue };
            never_inside = false;
            // With these values an iteration stays inside.
            if !self.surely_runs || !symbols.is_empty() && never_outside(&pieces, &symbols, &point, budget)? {
                return Ok(None);
            }
        }
        let mut outside: Vec<(System, &Linear)> = Vec::new();
        for piece in &pieces {
            for row in &piece.leaves {
                // Most subscripts stay inside whatever the loops do that they do not mention.
                let around = piece.system.around(row);
                let part = piece.system.with(row.clone());
                let is_part = around.rows() < piece.system.rows();
                let is_empty = is_part && around.with(row.clone()).is_integer_empty(budget)?;
                if !is_empty && !part.is_integer_empty(budget)? {
                    outside.push((part, &piece.start));
                }
            }
        }
        if outside.is_empty() || !never_inside && !is_certain(&pieces, &outside, &symbols, budget)? {
            return Ok(None);
        }
        for (part, start) in &outside {
            if let Some(found) = self.first_point(part, start, budget)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The subscript at the first iteration, and the variables that it depends on.
    fn first_point(
        &self,
        part: &System,
        start: &Linear,
        budget: &Budget<'_>,
    ) -> Result<Option<Witness>, GaveUp> {
        let loops = self.relation.loops.len();
        let symbols = part.symbols();
        let dims: Vec<Variable> =
            (0..loops).map(Variable::Loop).chain(symbols.iter().copied().map(Variable::Symbol)).collect();
        budget.spend(part.size())?;
        let (columns, mut set) = (part.columns(&dims, &[]), part.set(&dims, &[]));
        let order: Vec<usize> = (0..loops).collect();
        if let Lexmin::Point(values) = set.lexmin(&order, budget)? {
            values.iter().enumerate().for_each(|(column, value)| set.fix(column, value));
        }
        let Some(point) = set.sample(budget)? else { return Ok(None) };
        for (column, value) in point.iter().take(dims.len()).enumerate() {
            set.fix(column, value);
        }
        let Optimum::Value(value) = set.minimum(&columns.row(start), budget)? else { return Ok(None) };
        let through_local = start.terms.iter().any(|it| matches!(it.0, Variable::Local(_)));
        let concerned = |variable: &Variable| start.terms.iter().any(|it| it.0 == *variable);
        let witness = dims.iter().zip(&point).filter_map(|(variable, value)| {
            let name = match variable {
                Variable::Loop(index) if through_local || concerned(variable) => {
                    self.relation.loops.get(*index)?.induction_variable
                }
                Variable::Symbol(symbol) if concerned(variable) => *symbol,
                _ => return None,
            };
            Some((name, value.clone()))
        });
        Ok(Some((value, witness.collect())))
    }
}

/// One piece of a relation, and what it means that a subscript stays inside.
struct BoundedPiece {
    system: System,
    start: Linear,
    /// The iterations that stay inside.
    inside: System,
    /// Each is not negative where the subscript leaves at one end.
    leaves: Vec<Linear>,
}

/// The symbols of all pieces. Some occur in the subscript alone.
fn symbols_of(pieces: &[BoundedPiece]) -> Vec<Variable> {
    let of_start = |it: &BoundedPiece| -> Vec<ValueId> {
        it.start.terms.iter().filter_map(|it| it.0.as_symbol()).collect()
    };
    let mut symbols: Vec<ValueId> =
        pieces.iter().flat_map(|it| it.system.symbols().into_iter().chain(of_start(it))).collect();
    symbols.sort_unstable();
    symbols.dedup();
    symbols.into_iter().map(Variable::Symbol).collect()
}

/// Whether it shows without a search that no iteration is outside for the values of the symbols at a point.
fn never_outside_at(pieces: &[BoundedPiece], point: &[(Variable, i64)]) -> bool {
    let symbols: Vec<(Variable, i64)> =
        point.iter().filter(|it| it.0.as_symbol().is_some()).copied().collect();
    pieces.iter().all(|piece| {
        let system = piece.system.with_values(&symbols);
        piece.leaves.iter().all(|row| {
            let mut row = row.clone();
            symbols.iter().for_each(|it| row.substitute(it.0, &Linear::constant(it.1)));
            system.with(row).is_empty_at_sight()
        })
    })
}

/// Whether no iteration is outside for the values of the symbols with which a point begins.
fn never_outside(
    pieces: &[BoundedPiece],
    symbols: &[Variable],
    point: &[Integer],
    budget: &Budget<'_>,
) -> Result<bool, GaveUp> {
    for piece in pieces {
        for row in &piece.leaves {
            let mut set = piece.system.with(row.clone()).set(symbols, &[]);
            point.iter().take(symbols.len()).enumerate().for_each(|(column, it)| set.fix(column, it));
            if !set.is_integer_empty(budget)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Whether some iteration is outside for all values of the symbols for which the access runs at all.
fn is_certain(
    pieces: &[BoundedPiece],
    outside: &[(System, &Linear)],
    symbols: &[Variable],
    budget: &Budget<'_>,
) -> Result<bool, GaveUp> {
    if symbols.is_empty() {
        return Ok(true);
    }
    let union = |parts: &mut dyn Iterator<Item = IntegerRelation>| {
        let mut union = Union::empty(Space::set(symbols.len(), 0));
        parts.for_each(|it| union.push(it));
        union
    };
    let runs = union(&mut pieces.iter().map(|it| it.system.set(symbols, &[])));
    let fails = union(&mut outside.iter().map(|it| it.0.set(symbols, &[])));
    runs.is_subset(&fails, budget)
}

#[cfg(test)]
mod tests {
    use super::{all_out_of_bounds, out_of_bounds, subscripts};
    use crate::dependence::brute_force::runs;
    use crate::dependence::nest_program::program;
    use base::isolated_op::isolated_ops;
    use base::workspace::Workspace;
    use ir::ir_of;
    use presburger::{Budget, Integer};
    use proptest::prelude::*;

    proptest! {
        /// Without symbols an access is reported exactly if running the program shows it outside, and the witness is
        /// such an execution.
        #[test]
        fn random_programs_agree_with_their_execution(text in program()) {
            let mut workspace = Workspace::default();
            let file = workspace.add_file(&text);
            for (op, (accesses, touches)) in isolated_ops(&workspace.db, file).iter().zip(runs(&text)) {
                let all = out_of_bounds(&workspace.db, *op);
                for (index, it) in accesses.iter().enumerate() {
                    let found = all.get(&it.op).map(Vec::as_slice).unwrap_or_default();
                    for dim in 0..2 {
                        let mut own = touches.iter().filter(|it| it.access == index);
                        let expected = own.clone().any(|it| !(0..100).contains(&it.element[dim]));
                        let reported = found.iter().find(|it| it.dim == dim);
                        prop_assert_eq!(reported.is_some(), expected, "{} of {}: {}", dim, index, text);
                        let Some(reported) = reported else { continue };
                        prop_assert!(own.any(|touch| {
                            let at = |value| {
                                let position = it.loops.iter().position(|it| it.induction_variable == value);
                                position.map(|it| Integer::from(touch.iteration[it]))
                            };
                            reported.start == touch.element[dim]
                                && reported.witness.iter().all(|(value, is)| at(*value).as_ref() == Some(is))
                        }), "{:?}: {}", reported, text);
                    }
                }
            }
        }
    }

    /// A nest of loops, with an access that only mentions the outermost one in each.
    fn deep(loops: usize) -> String {
        let open =
            |it| format!("affine.for %i{it} = 0 to 8 {{\n  affine.store %x, %A[%i0 + 1] : memref<8xf32>\n");
        let body: String = (0..loops).map(open).collect();
        format!("func.func @f(%A: memref<8xf32>, %x: f32) {{\n{body}{}return\n}}\n", "}\n".repeat(loops))
    }

    fn spent(text: &str, steps: u64) -> (usize, u64) {
        let mut workspace = Workspace::default();
        let file = workspace.add_file(text);
        let op = isolated_ops(&workspace.db, file)[0];
        let budget = Budget::new(steps);
        let found = all_out_of_bounds(ir_of(&workspace.db, op), subscripts(&workspace.db, op), &budget);
        (found.len(), budget.spent())
    }

    #[test]
    fn all_accesses_of_a_function_share_a_budget() {
        let (found, steps) = spent(&deep(12), u64::MAX);
        assert_eq!(found, 12);
        let (found, spent) = spent(&deep(12), steps / 2);
        assert!((1..12).contains(&found), "{found}");
        // One query more at most.
        assert!(spent < steps, "{spent} of {steps}");
    }

    #[test]
    fn loops_that_a_subscript_does_not_mention_cost_little() {
        let inside = |loops| spent(&deep(loops).replace(" + 1", ""), u64::MAX);
        let ((none, few), (nothing, many)) = (inside(10), inside(20));
        assert_eq!((none, nothing), (0, 0));
        // Twice the accesses, each under twice the rows.
        assert!(many <= 5 * few, "{many} after {few}");
    }
}
