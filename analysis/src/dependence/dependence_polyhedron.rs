//! The pairs of iterations that touch the same element, as integer relations, and what they say about distances.

use super::access_relation::{AccessRelation, Piece};
use super::linear::{Linear, Variable};
use crate::ir::ValueId;
use crate::report::Component;
use presburger::{Budget, Enumeration, GaveUp, Integer, IntegerRelation, Optimum, Solver, Space};
use rustc_hash::FxHashMap;

/// All pairs (s, t) of iterations of a source and a sink with equal subscripts, as a union of conjunctions.
///
/// The columns of each: the distances t − s of the common loops as range variables; then, as local variables, the
/// loops of the source, the loops of the sink, symbols and locals; the constant.
pub(super) struct DependencePolyhedron {
    common: usize,
    parts: Vec<Part>,
}

struct Part {
    columns: usize,
    /// The part after elimination of its equalities: every depth is one or two rows more.
    solver: Solver,
}

/// The dependence at one depth.
pub(super) struct AtDepth {
    pub(super) components: Vec<Component>,
    pub(super) distances: Option<Vec<Vec<Integer>>>,
}

/// At most so many distances are listed.
const MAX_DISTANCES: usize = 16;

impl DependencePolyhedron {
    /// `common` is the number of loops that both accesses share.
    pub(super) fn new(
        source: &AccessRelation,
        sink: &AccessRelation,
        common: usize,
        budget: &Budget<'_>,
    ) -> Result<Self, GaveUp> {
        let mut parts = Vec::new();
        for a in &source.pieces {
            for b in &sink.pieces {
                let relation = pair(source, a, sink, b, common);
                let solver = relation.solver(budget)?;
                if !solver.is_integer_empty(budget)? {
                    parts.push(Part { columns: relation.space().columns(), solver });
                }
            }
        }
        Ok(Self { common, parts })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The pairs in which s = t on the first `depth − 1` common loops and s precedes t on the next; for `depth` one
    /// more than the common loops, s = t on all. `None` if there are none.
    pub(super) fn at_depth(&self, depth: usize, budget: &Budget<'_>) -> Result<Option<AtDepth>, GaveUp> {
        let mut bounds: Option<Vec<Component>> = None;
        let mut distances = Some(Vec::new());
        for part in &self.parts {
            let solver = self.restricted(part, depth, budget)?;
            if solver.is_integer_empty(budget)? {
                continue;
            }
            let forms: Vec<_> = (0..self.common).map(|dim| part.distance(dim)).collect();
            let mut components = Vec::with_capacity(self.common);
            for form in &forms {
                let (lower, upper) = solver.extent(form, budget)?;
                components.push(Component { lower: bound(lower), upper: bound(upper) });
            }
            bounds = Some(match bounds {
                None => components,
                Some(previous) => previous.into_iter().zip(components).map(|(a, b)| hull(a, b)).collect(),
            });
            distances = match distances {
                Some(found) => joined(found, solver.enumerate(&forms, MAX_DISTANCES, budget)?),
                None => None,
            };
        }
        let Some(components) = bounds else { return Ok(None) };
        Ok(Some(AtDepth { components, distances: distances.filter(|_| self.common > 0) }))
    }

    fn restricted(&self, part: &Part, depth: usize, budget: &Budget<'_>) -> Result<Solver, GaveUp> {
        let mut solver = part.solver.clone();
        for dim in 0..depth.saturating_sub(1).min(self.common) {
            solver = solver.with_equality(&part.distance(dim), budget)?;
        }
        if depth <= self.common {
            let mut row = part.distance(depth - 1);
            if let Some(constant) = row.last_mut() {
                *constant = Integer::MINUS_ONE;
            }
            solver = solver.with_inequality(&row, budget)?;
        }
        Ok(solver)
    }
}

impl Part {
    /// The row that is the distance on one common loop.
    fn distance(&self, dim: usize) -> Vec<Integer> {
        let mut row = vec![Integer::ZERO; self.columns];
        row[dim] = Integer::ONE;
        row
    }
}

/// Both lists in order, if they are few together.
fn joined(mut found: Vec<Vec<Integer>>, more: Enumeration) -> Option<Vec<Vec<Integer>>> {
    let Enumeration::Finite(points) = more else { return None };
    found.extend(points);
    found.sort();
    found.dedup();
    (found.len() <= MAX_DISTANCES).then_some(found)
}

fn bound(optimum: Optimum) -> Option<Integer> {
    match optimum {
        Optimum::Value(value) => Some(value),
        Optimum::Empty | Optimum::Unbounded => None,
    }
}

fn hull(a: Component, b: Component) -> Component {
    Component {
        lower: a.lower.zip(b.lower).map(|(a, b)| a.min(b)),
        upper: a.upper.zip(b.upper).map(|(a, b)| a.max(b)),
    }
}

/// The conjunction of two pieces and equal subscripts.
fn pair(
    source: &AccessRelation,
    a: &Piece,
    sink: &AccessRelation,
    b: &Piece,
    common: usize,
) -> IntegerRelation {
    let mut symbols: FxHashMap<ValueId, usize> = FxHashMap::default();
    for piece in [a, b] {
        let forms = piece.equalities.iter().chain(&piece.inequalities).chain(&piece.subscripts);
        for (variable, _) in forms.flat_map(|it| &it.terms) {
            if let Variable::Symbol(value) = variable {
                let next = symbols.len();
                symbols.entry(*value).or_insert(next);
            }
        }
    }
    let first_source = common;
    let first_sink = first_source + source.loops.len();
    let first_symbol = first_sink + sink.loops.len();
    let first_local = first_symbol + symbols.len();
    let columns = first_local + a.locals + b.locals + 1;
    let row = |form: &Linear, is_sink: bool, factor: i64, row: &mut Vec<Integer>| {
        let factor = Integer::from(factor);
        for (variable, coefficient) in &form.terms {
            let column = match variable {
                Variable::Loop(index) => index + if is_sink { first_sink } else { first_source },
                Variable::Symbol(value) => first_symbol + symbols[value],
                Variable::Local(index) => first_local + index + if is_sink { a.locals } else { 0 },
            };
            row[column] = &row[column] + &(coefficient * &factor);
        }
        row[columns - 1] = &row[columns - 1] + &(&form.constant * &factor);
    };
    let zeros = || vec![Integer::from(0); columns];
    let space = Space { domain: 0, range: common, symbols: 0, locals: columns - 1 - common };
    let mut relation = IntegerRelation::universe(space);
    for (piece, is_sink) in [(a, false), (b, true)] {
        for form in &piece.equalities {
            let mut zeros = zeros();
            row(form, is_sink, 1, &mut zeros);
            relation.add_equality(&zeros);
        }
        for form in &piece.inequalities {
            let mut zeros = zeros();
            row(form, is_sink, 1, &mut zeros);
            relation.add_inequality(&zeros);
        }
    }
    for (left, right) in a.subscripts.iter().zip(&b.subscripts) {
        let mut zeros = zeros();
        row(left, false, 1, &mut zeros);
        row(right, true, -1, &mut zeros);
        relation.add_equality(&zeros);
    }
    for dim in 0..common {
        let mut row = zeros();
        row[dim] = Integer::from(1);
        row[first_source + dim] = Integer::from(1);
        row[first_sink + dim] = Integer::from(-1);
        relation.add_equality(&row);
    }
    relation
}
