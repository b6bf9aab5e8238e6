//! All values of a linear form over the integer points of a system: both ends, and whether it takes every value between.

use smallvec::smallvec;

use crate::elimination::eliminate_exactly;
use crate::interrupt::{Budget, GaveUp};
use crate::matrix::{Matrix, Row, content, negated};
use crate::number::Number;
use crate::optimum::Optimum;
use crate::reduced::Reduced;
use crate::tableau::Tableau;

/// The values of a linear form over a system that has points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Extent<N> {
    /// The least value, which is attained; `None` if there is none.
    pub(crate) lower: Option<N>,
    pub(crate) upper: Option<N>,
    pub(crate) progression: Option<Progression<N>>,
}

/// The form takes exactly the values between the ends that are `residue` modulo `stride`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Progression<N> {
    /// Positive.
    pub(crate) stride: N,
    pub(crate) residue: N,
}

impl<N: Number> Progression<N> {
    pub(crate) fn contains(&self, value: &N) -> bool {
        value.minus(&self.residue).is_multiple_of(&self.stride)
    }

    /// The least member that is at least `value`.
    pub(crate) fn ceiling(&self, value: &N) -> N {
        let steps = value.minus(&self.residue).ceil_div(&self.stride);
        self.residue.plus(&steps.times(&self.stride))
    }

    /// The greatest member that is at most `value`.
    pub(crate) fn floor(&self, value: &N) -> N {
        let steps = value.minus(&self.residue).floor_div(&self.stride);
        self.residue.plus(&steps.times(&self.stride))
    }
}

impl<N: Number> Extent<N> {
    pub(crate) fn constant(value: &N) -> Extent<N> {
        Extent {
            lower: Some(value.clone()),
            upper: Some(value.clone()),
            progression: Some(Progression { stride: N::ONE, residue: value.clone() }),
        }
    }

    pub(crate) fn exceeds(&self, value: &N) -> bool {
        self.upper.as_ref().is_none_or(|it| it > value)
    }

    pub(crate) fn falls_below(&self, value: &N) -> bool {
        self.lower.as_ref().is_none_or(|it| it < value)
    }
}

impl<N: Number> Reduced<N> {
    /// The values of `row`, a row over `t`. `None` if the system has no integer point.
    ///
    /// The form becomes a coordinate by a unimodular change of variables; where all others can be eliminated exactly, the interval that is
    /// left is the answer, otherwise a rational optimum on each side and a search from there.
    pub(crate) fn extent(&self, row: &[N], budget: &Budget<'_>) -> Result<Option<Extent<N>>, GaveUp> {
        let constant = self.variables();
        let stride = content(row);
        if stride.is_zero() {
            let inhabited = self.sample(budget)?.is_some();
            return Ok(inhabited.then(|| Extent::constant(&row[constant])));
        }
        let mut form: Row<N> = row.iter().map(|entry| entry.floor_div(&stride)).collect();
        form[constant] = N::ZERO;
        let mut changed =
            Reduced { inequalities: self.inequalities.clone(), lift: Matrix::new(constant + 1) };
        let Some(column) = changed.concentrate(&mut form, &mut Matrix::new(constant + 1), budget)? else {
            return Ok(None);
        };
        let negative = form[column].is_negative();
        let mut inequalities = changed.inequalities;
        if eliminate_exactly(&mut inequalities, |other| other != column, budget)?.is_err() {
            return Ok(None);
        }
        let others = |row: &[N]| (0..constant).any(|other| other != column && !row[other].is_zero());
        let alone = !inequalities.iter().any(others);
        let ends = if alone {
            Some(interval(&inequalities, column))
        } else {
            search(&inequalities, column, budget)?
        };
        let Some((mut lower, mut upper)) = ends else { return Ok(None) };
        if negative {
            (lower, upper) = (upper.map(|it| -it), lower.map(|it| -it));
        }
        let value = |x: N| x.times(&stride).plus(&row[constant]);
        let (lower, upper) = (lower.map(value), upper.map(value));
        let progression =
            alone.then(|| Progression { residue: row[constant].clone(), stride: stride.clone() });
        Ok(Some(Extent { lower, upper, progression }))
    }
}

type Ends<N> = (Option<N>, Option<N>);

/// The ends of the only variable. Rows are in lowest terms and do not contradict each other.
fn interval<N: Number>(inequalities: &Matrix<N>, column: usize) -> Ends<N> {
    let constant = inequalities.columns() - 1;
    let lower =
        inequalities.iter().filter(|row| row[column].is_positive()).map(|row| row[constant].negated()).max();
    let upper =
        inequalities.iter().filter(|row| row[column].is_negative()).map(|row| row[constant].clone()).min();
    (lower, upper)
}

/// The least and greatest value of a variable among others; `None` if there is no point.
fn search<N: Number>(
    inequalities: &Matrix<N>,
    column: usize,
    budget: &Budget<'_>,
) -> Result<Option<Ends<N>>, GaveUp> {
    let variables = inequalities.columns() - 1;
    let mut keep: Vec<bool> = (0..=variables).map(|other| other == column || other == variables).collect();
    for row in inequalities.iter() {
        keep.iter_mut().zip(row).for_each(|(keep, entry)| *keep |= !entry.is_zero());
    }
    let mut inequalities = inequalities.clone();
    inequalities.keep_columns(&keep);
    let column = keep[..column].iter().filter(|keep| **keep).count();
    let Some(mut tableau) = Tableau::feasible(&inequalities, budget)? else { return Ok(None) };
    let variables = inequalities.columns() - 1;
    let rest = Reduced { lift: Matrix::identity(variables), inequalities };
    let mut objective: Row<N> = smallvec![N::ZERO; variables + 1];
    objective[column] = N::ONE;
    let mut end = |objective: &[N]| rest.least_on(&mut tableau, objective, budget);
    let lower = match end(&objective)? {
        Optimum::Empty => return Ok(None),
        Optimum::Unbounded => None,
        Optimum::Value(value) => Some(value),
    };
    let upper = match end(&negated(&objective))? {
        Optimum::Empty => return Ok(None),
        Optimum::Unbounded => None,
        Optimum::Value(value) => Some(-value),
    };
    Ok(Some((lower, upper)))
}
