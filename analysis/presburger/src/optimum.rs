//! The least and the greatest value of a linear form over the integer points of a conjunction.

use crate::attempt::words_first;
use crate::elimination::eliminate_exactly;
use crate::interrupt::{Budget, GaveUp};
use crate::matrix::{Matrix, Row, content, negated, row_of};
use crate::number::Number;
use crate::reduced::Reduced;
use crate::tableau::{Supremum, Tableau};
use crate::word::Word;
use crate::{Integer, IntegerRelation, Solver};

/// The extreme value of a linear form over the integer points of a relation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Optimum<N = Integer> {
    /// There is no point.
    Empty,
    /// There are points, and the form has no bound on this side.
    Unbounded,
    /// The optimum, which some integer point attains.
    Value(N),
}

impl<N> Optimum<N> {
    pub fn value(&self) -> Option<&N> {
        match self {
            Optimum::Value(value) => Some(value),
            Optimum::Empty | Optimum::Unbounded => None,
        }
    }

    pub(crate) fn map<M>(self, change: impl FnOnce(N) -> M) -> Optimum<M> {
        match self {
            Optimum::Empty => Optimum::Empty,
            Optimum::Unbounded => Optimum::Unbounded,
            Optimum::Value(value) => Optimum::Value(change(value)),
        }
    }
}

impl IntegerRelation {
    /// The least value of `objective`, a row over all columns with its constant. Exact over the integers for every input.
    ///
    /// The rational optimum comes first; where no integer point attains it, values above it are tried by bisection (exact integer
    /// feasibility of each half).
    pub fn minimum(&self, objective: &[Integer], budget: &Budget<'_>) -> Result<Optimum, GaveUp> {
        words_first(
            budget,
            || minimum::<Word>(self, objective, budget),
            || minimum::<Integer>(self, objective, budget),
        )
    }

    /// The greatest value of `objective`, a row over all columns with its constant. Exact over the integers for every input.
    pub fn maximum(&self, objective: &[Integer], budget: &Budget<'_>) -> Result<Optimum, GaveUp> {
        Ok(self.minimum(&negated(objective), budget)?.map(|value| -value))
    }

    /// The least and the greatest value of `objective`, for little more than the price of one.
    pub fn extent(&self, objective: &[Integer], budget: &Budget<'_>) -> Result<(Optimum, Optimum), GaveUp> {
        words_first(
            budget,
            || extent::<Word>(self, objective, budget),
            || extent::<Integer>(self, objective, budget),
        )
    }
}

/// [`IntegerRelation::minimum`] on numbers of one kind.
fn minimum<N: Number>(
    relation: &IntegerRelation,
    objective: &[Integer],
    budget: &Budget<'_>,
) -> Result<Optimum, GaveUp> {
    match with_objective::<N>(relation, objective, budget)? {
        Some(reduced) => Ok(reduced.minimum(reduced.lift.row(0), budget)?.map(N::into)),
        None => Ok(Optimum::Empty),
    }
}

/// [`IntegerRelation::extent`] on numbers of one kind.
fn extent<N: Number>(
    relation: &IntegerRelation,
    objective: &[Integer],
    budget: &Budget<'_>,
) -> Result<(Optimum, Optimum), GaveUp> {
    match with_objective::<N>(relation, objective, budget)? {
        Some(reduced) => reduced.ends(reduced.lift.row(0), budget),
        None => Ok((Optimum::Empty, Optimum::Empty)),
    }
}

/// The reduced system, with the objective as the only row of the lift.
fn with_objective<N: Number>(
    relation: &IntegerRelation,
    objective: &[Integer],
    budget: &Budget<'_>,
) -> Result<Option<Reduced<N>>, GaveUp> {
    debug_assert_eq!(objective.len(), relation.space().columns());
    let mut lift = Matrix::new(relation.space().columns());
    lift.push(&row_of(objective));
    Reduced { inequalities: Matrix::of(&relation.inequalities), lift }
        .eliminate(Matrix::of(&relation.equalities), budget)
}

impl Solver {
    /// As [`IntegerRelation::minimum`].
    pub fn minimum(&self, objective: &[Integer], budget: &Budget<'_>) -> Result<Optimum, GaveUp> {
        let minimum = self.ask(
            budget,
            |it| Ok(it.minimum(&it.row(&row_of(objective)), budget)?.map(Word::into)),
            |it| it.minimum(&it.row(objective), budget),
        )?;
        Ok(minimum.unwrap_or(Optimum::Empty))
    }

    /// As [`IntegerRelation::maximum`].
    pub fn maximum(&self, objective: &[Integer], budget: &Budget<'_>) -> Result<Optimum, GaveUp> {
        Ok(self.minimum(&negated(objective), budget)?.map(|value| -value))
    }

    /// As [`IntegerRelation::extent`].
    pub fn extent(&self, objective: &[Integer], budget: &Budget<'_>) -> Result<(Optimum, Optimum), GaveUp> {
        let ends = self.ask(
            budget,
            |it| it.ends(&it.row(&row_of(objective)), budget),
            |it| it.ends(&it.row(objective), budget),
        )?;
        Ok(ends.unwrap_or((Optimum::Empty, Optimum::Empty)))
    }
}

impl<N: Number> Reduced<N> {
    /// The least and the greatest value of a row over `t`.
    fn ends(&self, row: &[N], budget: &Budget<'_>) -> Result<(Optimum, Optimum), GaveUp> {
        let end = |value: Option<N>| value.map_or(Optimum::Unbounded, |value| Optimum::Value(value.into()));
        let extent = self.extent(row, budget)?;
        Ok(extent.map_or((Optimum::Empty, Optimum::Empty), |it| (end(it.lower), end(it.upper))))
    }

    /// The least value of a row over `t`.
    pub(crate) fn minimum(&self, row: &[N], budget: &Budget<'_>) -> Result<Optimum<N>, GaveUp> {
        let constant = self.variables();
        let gcd = content(row);
        if gcd.is_zero() {
            let value = row[constant].clone();
            return Ok(self.sample(budget)?.map_or(Optimum::Empty, |_| Optimum::Value(value)));
        }
        // Values are multiples of the content, but for the constant.
        let mut objective: Row<N> = row.iter().map(|entry| entry.floor_div(&gcd)).collect();
        objective[constant] = N::ZERO;
        let scaled = self.minimum_primitive(&objective, budget)?;
        Ok(scaled.map(|value| value.times(&gcd).plus(&row[constant])))
    }

    fn minimum_primitive(&self, objective: &[N], budget: &Budget<'_>) -> Result<Optimum<N>, GaveUp> {
        let constant = self.variables();
        let mut inequalities = self.inequalities.clone();
        let eliminable = |column: usize| objective[column].is_zero();
        if eliminate_exactly(&mut inequalities, eliminable, budget)?.is_err() {
            return Ok(Optimum::Empty);
        }
        if let Some(optimum) = minimum_of_one(&inequalities, objective) {
            return Ok(optimum);
        }
        let mut keep: Vec<bool> = objective.iter().map(|entry| !entry.is_zero()).collect();
        keep[constant] = true;
        for row in inequalities.iter() {
            keep.iter_mut().zip(row).for_each(|(keep, entry)| *keep |= !entry.is_zero());
        }
        inequalities.keep_columns(&keep);
        let objective: Row<N> =
            objective.iter().zip(&keep).filter(|(_, keep)| **keep).map(|(entry, _)| entry.clone()).collect();
        let Some(mut tableau) = Tableau::feasible(&inequalities, budget)? else { return Ok(Optimum::Empty) };
        let rest = Reduced { lift: Matrix::identity(inequalities.columns() - 1), inequalities };
        rest.least_on(&mut tableau, &objective, budget)
    }

    /// The least value of a form, by a tableau of the same inequalities.
    pub(crate) fn least_on(
        &self,
        tableau: &mut Tableau<N>,
        objective: &[N],
        budget: &Budget<'_>,
    ) -> Result<Optimum<N>, GaveUp> {
        match tableau.maximise(&negated(objective), budget)? {
            Supremum::Unbounded(_) => {
                let empty = tableau.integral_vertex().is_none() && self.sample(budget)?.is_none();
                Ok(if empty { Optimum::Empty } else { Optimum::Unbounded })
            }
            Supremum::Attained(numerator, denominator) => {
                let least = -numerator.floor_div(&denominator);
                if tableau.integral_vertex().is_some() {
                    return Ok(Optimum::Value(least));
                }
                self.least_from(least, objective, budget)
            }
        }
    }

    /// The least value of a form that is nowhere below `least`.
    pub(crate) fn least_from(
        &self,
        least: N,
        objective: &[N],
        budget: &Budget<'_>,
    ) -> Result<Optimum<N>, GaveUp> {
        let constant = objective.len() - 1;
        // A point where the form is in the interval, if there is one.
        let sample_between = |lower: &N, upper: &N| -> Result<Option<N>, GaveUp> {
            let mut row: Row<N> = N::to_row(objective);
            row[constant] = lower.negated();
            if lower == upper {
                let slice = self.with_equality(&row, budget)?;
                let sample = slice.map(|slice| slice.sample(budget)).transpose()?.flatten();
                return Ok(sample.map(|_| lower.clone()));
            }
            let mut part = self.clone();
            part.inequalities.push(&row);
            row = negated(objective);
            row[constant] = upper.clone();
            let Some(part) = part.with_inequality(&row, budget)? else { return Ok(None) };
            let Some(point) = part.sample(budget)? else { return Ok(None) };
            Ok(Some(crate::matrix::evaluate(objective, &part.lift_point(&point))))
        };
        if let Some(value) = sample_between(&least, &least)? {
            return Ok(Optimum::Value(value));
        }
        let Some(point) = self.sample(budget)? else { return Ok(Optimum::Empty) };
        let mut upper = crate::matrix::evaluate(objective, &point);
        let mut lower = least.plus(&N::ONE);
        let mut stride = N::ONE;
        while lower < upper {
            let middle = lower.plus(&stride).min(lower.plus(&upper).floor_div(&N::from(2)));
            match sample_between(&lower, &middle)? {
                Some(value) => upper = value,
                None => lower = middle.plus(&N::ONE),
            }
            stride = stride.plus(&stride);
        }
        Ok(Optimum::Value(upper))
    }
}

/// The least value where no variable is left but one, which is the objective or its negative.
fn minimum_of_one<N: Number>(inequalities: &Matrix<N>, objective: &[N]) -> Option<Optimum<N>> {
    let constant = objective.len() - 1;
    let mut columns = objective.iter().enumerate().filter(|(_, entry)| !entry.is_zero());
    let (column, coefficient) = columns.next()?;
    let others = |row: &[N]| (0..constant).any(|other| other != column && !row[other].is_zero());
    if columns.next().is_some() || !coefficient.is_unit() || inequalities.iter().any(others) {
        return None;
    }
    // Rows are in lowest terms, so coefficients are units; opposite rows do not contradict each other.
    let bounds = inequalities.iter().filter(|row| row[column] == *coefficient);
    Some(match bounds.map(|row| row[constant].negated()).max() {
        Some(value) => Optimum::Value(value),
        None => Optimum::Unbounded,
    })
}
