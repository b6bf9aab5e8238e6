//! The question that two accesses of one memref pose, interned by content: it is solved once, wherever and whenever it
//! comes up again, and for both orders of the accesses.

use super::access_shape::{AccessShape, ShapePiece};
use crate::report::Component;
use base::at_once::takes_long;
use base::database::stop_if_cancelled;
use presburger::{Budget, FormValues, GaveUp, Integer, IntegerRelation, LeadingForms, Space};
use salsa::plumbing::AsId;
use smallvec::SmallVec;
use std::sync::Arc;

/// Which symbol of the first access is which of the second.
pub(super) type SharedSymbols = SmallVec<[(u32, u32); 4]>;
pub(super) type Offset = SmallVec<[Integer; 4]>;

/// Edits after which a question that nothing has asked since is forgotten, with its answer: texts that come and go would
/// pile up.
const REVISIONS: usize = 100;

#[salsa::interned(debug, revisions = REVISIONS)]
pub(super) struct Shape<'db> {
    #[returns(ref)]
    pub(super) content: AccessShape,
}

/// Two accesses of the same memref.
#[salsa::interned(debug, revisions = REVISIONS)]
pub(super) struct PairProblem<'db> {
    #[returns(copy)]
    a: Shape<'db>,
    #[returns(copy)]
    b: Shape<'db>,
    /// The constants that are added to the subscripts of `b`, relative to those of `a`.
    #[returns(ref)]
    offset: Offset,
    #[returns(ref)]
    shared: SharedSymbols,
    /// Number of loops around both.
    #[returns(copy)]
    common: usize,
}

/// One direction of a pair, in the solution of its problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// The source is the first access of the problem.
    AsStated,
    Swapped,
}

impl Order {
    pub(super) fn opposite(self) -> Self {
        match self {
            Order::AsStated => Order::Swapped,
            Order::Swapped => Order::AsStated,
        }
    }
}

impl<'db> PairProblem<'db> {
    /// The problem of two accesses, and in which order it states them: it is the same for both orders.
    pub(super) fn of(
        db: &'db dyn salsa::Database,
        (a, b): (Shape<'db>, Shape<'db>),
        mut offset: Offset,
        mut shared: SharedSymbols,
        common: usize,
    ) -> (Self, Order) {
        let flipped = || {
            let mut flipped: SharedSymbols = shared.iter().map(|(a, b)| (*b, *a)).collect();
            flipped.sort_unstable();
            flipped
        };
        let sign = offset.iter().map(Integer::signum).find(|it| *it != 0).unwrap_or_default();
        let is_swapped = match a.as_id().cmp(&b.as_id()) {
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Equal => sign < 0 || (sign == 0 && flipped() < shared),
        };
        if is_swapped {
            shared = flipped();
            offset.iter_mut().for_each(|it| *it = -&*it);
            (Self::new(db, b, a, offset, shared, common), Order::Swapped)
        } else {
            (Self::new(db, a, b, offset, shared, common), Order::AsStated)
        }
    }
}

/// When the second access of a problem runs relative to the first, for each pair of iterations that touch one element.
///
/// Kept as the dependences of all pairs with this problem say it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Conflicts {
    as_stated: Box<[AtDepth]>,
    swapped: Box<[AtDepth]>,
    in_one_iteration: Option<AtDepth>,
}

/// The dependence at one depth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AtDepth {
    pub(super) depth: usize,
    pub(super) components: Arc<[Component]>,
    pub(super) distances: Option<Arc<[Vec<Integer>]>>,
}

impl Conflicts {
    fn of(found: LeadingForms) -> Self {
        let common = found.levels.len();
        let at = |depth: usize, values: FormValues| {
            let components = values.bounds.into_iter().map(|(lower, upper)| Component { lower, upper });
            AtDepth { depth, components: components.collect(), distances: values.vectors.map(Arc::from) }
        };
        let levels = || found.levels.iter().enumerate();
        let as_stated = levels().filter_map(|(level, it)| Some(at(level + 1, it.positive.clone()?)));
        let swapped = levels().filter_map(|(level, it)| Some(at(level + 1, it.negative.as_ref()?.negated())));
        let zero = Component { lower: Some(Integer::ZERO), upper: Some(Integer::ZERO) };
        let in_one_iteration = found.all_zero.then(|| AtDepth {
            depth: common + 1,
            components: vec![zero; common].into(),
            distances: (common > 0).then(|| [vec![Integer::ZERO; common]].into()),
        });
        Self { as_stated: as_stated.collect(), swapped: swapped.collect(), in_one_iteration }
    }

    /// The depths at which the source comes first because of a loop, and what the distances are there.
    pub(super) fn carried(&self, order: Order) -> &[AtDepth] {
        match order {
            Order::AsStated => &self.as_stated,
            Order::Swapped => &self.swapped,
        }
    }

    /// Whether any two iterations touch one element.
    pub(super) fn exist(&self) -> bool {
        self.in_one_iteration.is_some() || !self.as_stated.is_empty() || !self.swapped.is_empty()
    }

    /// Both touch one element in the same iteration of all common loops.
    pub(super) fn in_one_iteration(&self) -> Option<&AtDepth> {
        self.in_one_iteration.as_ref()
    }
}

/// At most this many distances are listed.
const MAX_DISTANCES: usize = 16;

/// The budget of one pair of accesses; no real program needs all of it.
const STEPS_PER_PAIR: u64 = 20_000_000;

/// The cost of one entry of a matrix.
const STEPS_PER_NUMBER: u64 = 10;

/// The solution of a problem, and the steps that it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Solution {
    pub(super) conflicts: Result<Conflicts, GaveUp>,
    pub(super) steps: u64,
}

#[salsa::tracked(returns(ref))]
pub(super) fn conflicts<'db>(db: &'db dyn salsa::Database, problem: PairProblem<'db>) -> Solution {
    takes_long(db);
    let stop = stop_if_cancelled(db);
    let budget = Budget::new(STEPS_PER_PAIR).with_stop(&stop);
    let conflicts = solve(db, problem, &budget);
    Solution { conflicts, steps: budget.spent() }
}

fn solve<'db>(
    db: &'db dyn salsa::Database,
    problem: PairProblem<'db>,
    budget: &Budget<'_>,
) -> Result<Conflicts, GaveUp> {
    let (a, b) = (problem.a(db).content(db), problem.b(db).content(db));
    let symbols = Symbols::of(a, b, problem.shared(db));
    let common = problem.common(db);
    let mut found = LeadingForms { levels: vec![Default::default(); common], all_zero: false };
    for first in &a.pieces {
        for second in &b.pieces {
            let system = PieceSystem { first, second, symbols: &symbols };
            let loops = first.loops.iter().zip(&second.loops).take(common);
            let forms: Vec<_> = loops.map(|it| system.difference(it.0, it.1)).collect();
            let relation = system.relation(problem.offset(db));
            // Each row is written, compared with others and brought into a normal form.
            let numbers = (relation.equalities().len() + relation.inequalities().len()) * system.columns();
            budget.spend(STEPS_PER_NUMBER * numbers as u64)?;
            found.join(relation.leading_forms(&forms, MAX_DISTANCES, budget)?, MAX_DISTANCES);
        }
    }
    Ok(Conflicts::of(found))
}

/// The symbols of a pair: those of the first access, then those that only the second has.
struct Symbols {
    count: usize,
    /// Number of each symbol of the first access, and of the second.
    numbers: [Vec<usize>; 2],
}

impl Symbols {
    fn of(a: &AccessShape, b: &AccessShape, shared: &[(u32, u32)]) -> Self {
        let mut count = a.symbols;
        let second = (0..b.symbols).map(|symbol| {
            let known = shared.iter().find(|it| it.1 as usize == symbol);
            known.map_or_else(
                || {
                    count += 1;
                    count - 1
                },
                |it| it.0 as usize,
            )
        });
        let second = second.collect();
        Self { count, numbers: [(0..a.symbols).collect(), second] }
    }
}

/// Two pieces. Columns: variables of the first, of the second, symbols, the constant.
struct PieceSystem<'a> {
    first: &'a ShapePiece,
    second: &'a ShapePiece,
    symbols: &'a Symbols,
}

impl PieceSystem<'_> {
    fn columns(&self) -> usize {
        self.first.variables + self.second.variables + self.symbols.count + 1
    }

    /// Adds a row of one piece to a row of the system.
    fn add(&self, row: &mut [Integer], form: &[Integer], is_second: bool) {
        let piece = if is_second { self.second } else { self.first };
        let first_column = if is_second { self.first.variables } else { 0 };
        let first_symbol = self.first.variables + self.second.variables;
        let numbers = &self.symbols.numbers[usize::from(is_second)];
        let columns = (first_column..first_column + piece.variables)
            .chain(numbers.iter().map(|it| first_symbol + it))
            .chain([row.len() - 1]);
        for (column, entry) in columns.zip(form) {
            row[column] += entry;
        }
    }

    /// A form of the second piece less one of the first.
    fn difference(&self, first: &[Integer], second: &[Integer]) -> Vec<Integer> {
        let mut row = vec![Integer::ZERO; self.columns()];
        self.add(&mut row, first, false);
        row.iter_mut().for_each(|it| *it = -&*it);
        self.add(&mut row, second, true);
        row
    }

    /// Both pieces and equal subscripts.
    fn relation(&self, offset: &[Integer]) -> IntegerRelation {
        let space = Space { domain: 0, range: 0, symbols: 0, locals: self.columns() - 1 };
        let mut relation = IntegerRelation::universe(space);
        let mut row = vec![Integer::ZERO; self.columns()];
        for (piece, is_second) in [(self.first, false), (self.second, true)] {
            for form in &piece.equalities {
                row.fill(Integer::ZERO);
                self.add(&mut row, form, is_second);
                relation.add_equality(&row);
            }
            for form in &piece.inequalities {
                row.fill(Integer::ZERO);
                self.add(&mut row, form, is_second);
                relation.add_inequality(&row);
            }
        }
        let subscripts = self.first.subscripts.iter().zip(&self.second.subscripts);
        for ((first, second), offset) in subscripts.zip(offset) {
            let mut row = self.difference(first, second);
            if let Some(constant) = row.last_mut() {
                *constant += offset;
            }
            relation.add_equality(&row);
        }
        for row in self.equal_quotients() {
            relation.add_equality(&row);
        }
        relation
    }

    /// Quotients of symbols are the same for both pieces: rows that say so. They are implied, and save variables.
    fn equal_quotients(&self) -> Vec<Vec<Integer>> {
        let mut rows = Vec::new();
        // Which columns are known to be equal.
        let mut equal: Vec<(usize, usize)> = Vec::new();
        for (value, dividend, divisor) in &self.first.quotients {
            for (other_value, other_dividend, other_divisor) in &self.second.quotients {
                if divisor != other_divisor {
                    continue;
                }
                let mut difference = self.difference(dividend, other_dividend);
                for (first, second) in &equal {
                    let entry = std::mem::take(&mut difference[*second]);
                    difference[*first] += &entry;
                }
                if difference.iter().any(|it| !it.is_zero()) {
                    continue;
                }
                let row = self.difference(value, other_value);
                let mut columns = row.iter().enumerate().filter(|it| !it.1.is_zero());
                if let (Some((first, a)), Some((second, b)), None) =
                    (columns.next(), columns.next(), columns.next())
                    && second < self.first.variables + self.second.variables
                    && (a + b).is_zero()
                {
                    equal.push((first, second));
                }
                rows.push(row);
            }
        }
        rows
    }
}
