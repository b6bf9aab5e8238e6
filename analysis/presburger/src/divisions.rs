//! Quantifier elimination: every relation is a union of relations whose locals are integer divisions of the other variables.
//!
//! Locals in equalities become divisions by unimodular changes of variables. Locals in inequalities go by the Omega test (Pugh, 1992):
//! exactly where that is possible, otherwise into a dark shadow and splinters, each of which is an equality more.

use crate::elimination::{combine, shadow};
use crate::interrupt::{Budget, GaveUp};
use crate::matrix::{Matrix, Row, negated};
use crate::normalisation::normalise_equality;
use crate::number::Number;
use crate::{IntegerRelation, Space};

/// A relation whose locals are functions of the other variables.
#[derive(Clone)]
pub(crate) struct Divided<N> {
    pub(crate) relation: IntegerRelation<N>,
    /// For each local, in order: `floor(dividend / divisor)`. Dividends are rows over all columns, and mention only locals that can be
    /// computed before.
    pub(crate) divisions: Vec<Division<N>>,
}

#[derive(Clone)]
pub(crate) struct Division<N> {
    pub(crate) dividend: Row<N>,
    pub(crate) divisor: N,
}

impl<N: Number> Division<N> {
    /// The two inequalities that define the local in `column`.
    pub(crate) fn rows(&self, column: usize) -> [Row<N>; 2] {
        let mut upper = self.dividend.clone();
        upper[column] -= &self.divisor;
        let mut lower = negated(&upper);
        let constant = lower.len() - 1;
        lower[constant] += &self.divisor.minus(&N::ONE);
        [upper, lower]
    }
}

/// Beyond this many parts on the way, or entries in all of them, the elimination gives up: each is a copy of the system.
const MAX_STATES: usize = 10_000;
const MAX_ENTRIES: usize = 1 << 21;

/// By this many rows a quotient that may be dropped may make a relation longer.
const MOST_MORE_ROWS: usize = 4;

/// The combination of two bounds that leaves a value between them for certain.
fn dark_shadow<N: Number>(lower: &[N], upper: &[N], column: usize) -> Row<N> {
    let (a, b) = (&lower[column], upper[column].negated());
    let mut row = combine(lower, upper, column);
    // The gap (a − 1)(b − 1), where the combination was divided by the common divisor of a and b.
    let gap = a.minus(&N::ONE).times(&b.minus(&N::ONE));
    if let Some(constant) = row.last_mut() {
        *constant -= &gap.ceil_div(&a.gcd(&b));
    }
    row
}

/// A relation on the way: locals that are not determined yet are free of definitions.
#[derive(Clone)]
struct State<N> {
    relation: IntegerRelation<N>,
    determined: Vec<Option<Division<N>>>,
}

impl<N: Number> IntegerRelation<N> {
    /// The number of entries that it takes up.
    fn entries(&self) -> usize {
        (self.equalities.rows() + self.inequalities.rows()) * self.space.columns()
    }

    /// Relations that together have the points of this one. Exact; their number grows with the coefficients of locals.
    pub(crate) fn divided(&self, budget: &Budget<'_>) -> Result<Vec<Divided<N>>, GaveUp> {
        let mut result = Vec::new();
        let mut relation = self.clone();
        relation.normalise();
        let determined = vec![None; self.space.locals];
        let mut states = vec![State { relation, determined }];
        let mut entries = 0;
        while let Some(mut state) = states.pop() {
            budget.spend((state.relation.inequalities.rows() * state.relation.space.columns()) as u64)?;
            if !state.solve_equalities(budget)? {
                continue;
            }
            state.relation.normalise();
            if state.relation.is_obviously_empty() {
                continue;
            }
            if state.has_equality_to_solve() {
                states.push(state);
                continue;
            }
            if let Some(column) = state.covered_quotient(budget)? {
                budget.spend(state.shadow_size(column))?;
                shadow(&mut state.relation.inequalities, column);
                states.push(state);
                continue;
            }
            state.recognise_divisions();
            match state.next_local() {
                None => {
                    let found = state.finish();
                    entries += found.relation.entries();
                    if entries > MAX_ENTRIES {
                        return Err(GaveUp::OUT_OF_BUDGET);
                    }
                    result.push(found);
                }
                Some((column, true)) => {
                    budget.spend(state.shadow_size(column))?;
                    shadow(&mut state.relation.inequalities, column);
                    states.push(state);
                }
                Some((column, false)) => state.split(column, &mut states, budget)?,
            }
        }
        Ok(result)
    }
}

impl<N: Number> State<N> {
    fn first_local(&self) -> usize {
        self.relation.space.local_columns().start
    }

    fn undetermined(&self) -> impl Iterator<Item = usize> + '_ {
        let first = self.first_local();
        let free = self.determined.iter().enumerate().filter(|(_, division)| division.is_none());
        free.map(move |(local, _)| first + local)
    }

    fn has_equality_to_solve(&self) -> bool {
        self.relation.equalities.iter().any(|row| self.undetermined().any(|column| !row[column].is_zero()))
    }

    /// Brings each equality to at most one undetermined local, and determines that. `false` if there is a contradiction.
    fn solve_equalities(&mut self, budget: &Budget<'_>) -> Result<bool, GaveUp> {
        for index in 0..self.relation.equalities.rows() {
            if normalise_equality(self.relation.equalities.row_mut(index)).is_err() {
                return Ok(false);
            }
            let free: Vec<usize> = self.undetermined().collect();
            loop {
                let row = self.relation.equalities.row(index);
                let mut mentioned = free.iter().copied().filter(|&column| !row[column].is_zero());
                let Some(pivot) = mentioned.clone().min_by_key(|&column| row[column].abs()) else { break };
                let Some(column) = mentioned.find(|&column| column != pivot) else {
                    self.determine(index, pivot);
                    break;
                };
                let factor = -row[column].nearest_div(&row[pivot]);
                budget.spend((self.relation.equalities.rows() + self.relation.inequalities.rows()) as u64)?;
                self.relation.equalities.add_column(column, pivot, &factor);
                self.relation.inequalities.add_column(column, pivot, &factor);
            }
        }
        Ok(true)
    }

    /// The local in `pivot` is the only undetermined one of an equality, hence a division; other rows lose it where that is exact.
    fn determine(&mut self, index: usize, pivot: usize) {
        let mut row: Row<N> = N::to_row(self.relation.equalities.row(index));
        if row[pivot].is_positive() {
            row = negated(&row);
        }
        // Now `row` is `dividend - divisor * local`.
        let mut dividend = row.clone();
        let divisor = -std::mem::take(&mut dividend[pivot]);
        for (other, target) in self.relation.equalities.iter_mut().enumerate() {
            if other != index {
                substitute(target, &row, pivot);
            }
        }
        self.relation.inequalities.iter_mut().for_each(|target| substitute(target, &row, pivot));
        let first = self.first_local();
        self.determined[pivot - first] = Some(Division { dividend, divisor });
    }

    /// Finds locals that two inequalities define: `0 <= f - d * local <= d - 1`, or less.
    fn recognise_divisions(&mut self) {
        let constant = self.relation.space.constant();
        loop {
            let free: Vec<usize> = self.undetermined().collect();
            let mut found = None;
            'search: for &column in &free {
                let known = |row: &[N]| free.iter().all(|&other| other == column || row[other].is_zero());
                for upper in self.relation.inequalities.iter() {
                    if !upper[column].is_negative() || !known(upper) {
                        continue;
                    }
                    let divisor = upper[column].negated();
                    for lower in self.relation.inequalities.iter() {
                        let opposite = (0..constant).all(|k| upper[k].is_negation_of(&lower[k]));
                        if opposite && upper[constant].plus(&lower[constant]) < divisor {
                            let mut dividend: Row<N> = N::to_row(upper);
                            dividend[column] = N::ZERO;
                            found = Some((column, Division { dividend, divisor }));
                            break 'search;
                        }
                    }
                }
            }
            let Some((column, division)) = found else { return };
            let first = self.first_local();
            self.determined[column - first] = Some(division);
        }
    }

    /// A quotient that has a value wherever its other bounds leave one, as the number of a tile where the tiles cover a range.
    /// Its shadow is exact only as long as its bounds are not combined with those of other locals.
    fn covered_quotient(&self, budget: &Budget<'_>) -> Result<Option<usize>, GaveUp> {
        let rows = &self.relation.inequalities;
        for column in self.undetermined() {
            let mentioning = || rows.iter().filter(|row| !row[column].is_zero());
            let lower = || mentioning().filter(|row| row[column].is_positive());
            let upper = || mentioning().filter(|row| row[column].is_negative());
            let (first, second) = (lower().count(), upper().count());
            let is_small = first * second <= first + second + MOST_MORE_ROWS;
            if !is_small || mentioning().filter(|row| !row[column].is_unit()).count() < 2 {
                continue;
            }
            budget.spend((first * second * rows.rows()) as u64)?;
            if lower().all(|lower| upper().all(|upper| self.is_shadow_dark(lower, upper, column))) {
                return Ok(Some(column));
            }
        }
        Ok(None)
    }

    /// Whether one of the rows implies the dark shadow of two bounds, so that the real one is exact.
    fn is_shadow_dark(&self, lower: &[N], upper: &[N], column: usize) -> bool {
        if lower[column].is_unit() || upper[column].is_unit() {
            return true;
        }
        let mut dark = dark_shadow(lower, upper, column);
        let constant = dark.len() - 1;
        let divisor = dark[..constant].iter().fold(N::ZERO, |gcd, it| gcd.gcd(it));
        if divisor.is_zero() {
            return !dark[constant].is_negative();
        }
        dark.iter_mut().for_each(|it| *it = it.floor_div(&divisor));
        let implies = |row: &[N]| row[..constant] == dark[..constant] && row[constant] <= dark[constant];
        self.relation.inequalities.iter().any(implies)
    }

    /// A local to eliminate, and whether its real shadow is exact.
    fn next_local(&self) -> Option<(usize, bool)> {
        let rows = &self.relation.inequalities;
        let used = self.undetermined().filter(|&column| rows.iter().any(|row| !row[column].is_zero()));
        let candidates: Vec<(usize, bool)> = used
            .map(|column| {
                let units = |positive: bool| {
                    let mut side = rows
                        .iter()
                        .filter(|row| !row[column].is_zero() && row[column].is_positive() == positive);
                    side.all(|row| row[column].is_unit())
                };
                (column, units(true) || units(false))
            })
            .collect();
        candidates.into_iter().min_by_key(|&(column, exact)| (!exact, self.shadow_size(column)))
    }

    fn shadow_size(&self, column: usize) -> u64 {
        let count = |positive| {
            let side = |row: &&[N]| !row[column].is_zero() && row[column].is_positive() == positive;
            self.relation.inequalities.iter().filter(side).count() as u64
        };
        count(true) * count(false) * self.relation.space.columns() as u64
    }

    /// The dark shadow, and for each lower bound the values of the local so close to it that the shadow may have missed them.
    fn split(self, column: usize, states: &mut Vec<State<N>>, budget: &Budget<'_>) -> Result<(), GaveUp> {
        let constant = self.relation.space.constant();
        let rows = &self.relation.inequalities;
        let mut dark = self.clone();
        dark.relation.inequalities.retain(|row| row[column].is_zero());
        let lowers = rows.iter().filter(|row| row[column].is_positive());
        let uppers = rows.iter().filter(|row| row[column].is_negative());
        let greatest = uppers.clone().map(|row| row[column].negated()).max().unwrap_or_default();
        budget.spend(self.shadow_size(column))?;
        for lower in lowers.clone() {
            for upper in uppers.clone() {
                dark.relation.inequalities.push(&dark_shadow(lower, upper, column));
            }
        }
        for lower in lowers {
            // a·x = l + k for 0 <= k <= (a·b − a − b) / b.
            let a = &lower[column];
            let last = a.times(&greatest).minus(a).minus(&greatest).floor_div(&greatest);
            let mut offset = N::ZERO;
            while offset <= last {
                if states.len() >= MAX_STATES || states.len() * self.relation.entries() > MAX_ENTRIES {
                    return Err(GaveUp::OUT_OF_BUDGET);
                }
                budget.spend((rows.rows() * (constant + 1)) as u64)?;
                let mut splinter = self.clone();
                let mut row: Row<N> = N::to_row(lower);
                row[constant] -= &offset;
                splinter.relation.equalities.push(&row);
                states.push(splinter);
                offset += &N::ONE;
            }
        }
        states.push(dark);
        Ok(())
    }

    /// Drops the columns of locals that are gone.
    fn finish(self) -> Divided<N> {
        let space = self.relation.space;
        let first = self.first_local();
        let mut keep = vec![true; space.columns()];
        for (local, division) in self.determined.iter().enumerate() {
            keep[first + local] = division.is_some();
        }
        let source: Vec<Option<usize>> =
            (0..space.columns()).filter(|&column| keep[column]).map(Some).collect();
        let divisions: Vec<Division<N>> = self.determined.into_iter().flatten().collect();
        let space = Space { locals: divisions.len(), ..space };
        let relation = self.relation.rearranged(space, &source);
        let narrowed = |division: Division<N>| {
            let mut dividend = Matrix::new(keep.len());
            dividend.push(&division.dividend);
            dividend.keep_columns(&keep);
            Division { dividend: N::to_row(dividend.row(0)), divisor: division.divisor }
        };
        Divided { relation, divisions: divisions.into_iter().map(narrowed).collect() }
    }
}

/// Adds the multiple of the equality `row` to `target` that removes `column`, after scaling `target` by a positive number.
pub(crate) fn substitute<N: Number>(target: &mut [N], row: &[N], column: usize) {
    if target[column].is_zero() {
        return;
    }
    let gcd = target[column].gcd(&row[column]);
    // The coefficient of the row is negative, so the scale is positive.
    let scale = -row[column].floor_div(&gcd);
    let factor = target[column].floor_div(&gcd);
    for (entry, x) in target.iter_mut().zip(row) {
        let mut value = entry.times(&scale);
        value.add_product(x, &factor);
        *entry = value;
    }
}
