//! How many points a union has, without listing them.
//!
//! Locals become functions of the other variables and parts become disjoint, so that points of the union and integer
//! solutions of the parts are the same number. What is left are systems of inequalities: those that share no variable
//! multiply, one variable is an interval, two are a polygon, counted in closed form (`polygon`), and of more variables the
//! one with the fewest values is run through.

mod polygon;

use crate::interrupt::{Budget, GaveUp};
use crate::matrix::Matrix;
use crate::normalisation::tighten;
use crate::reduced::Reduced;
use crate::{Integer, IntegerRelation, Union};

/// The number of points of a union; symbols count as variables, locals do not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Cardinality {
    Finite(Integer),
    Infinite,
}

impl Cardinality {
    pub fn finite(&self) -> Option<&Integer> {
        match self {
            Cardinality::Finite(number) => Some(number),
            Cardinality::Infinite => None,
        }
    }
}

impl IntegerRelation {
    /// The number of points. Exact; see [`Union::cardinality`].
    pub fn cardinality(&self, budget: &Budget<'_>) -> Result<Cardinality, GaveUp> {
        Union::from(self.clone()).cardinality(budget)
    }
}

impl Union {
    /// The number of points; one that several parts have counts once. Exact for all inputs.
    ///
    /// Boxes, products and polygons of any size cost little. Where n variables depend on each other, the work is proportional to the
    /// numbers of values of all but two of them, and the budget may end.
    ///
    /// ```
    /// use presburger::{Budget, Cardinality, Union};
    ///
    /// let triangles = Union::parse("{ [i, j] : 0 <= j <= i < 1000000; [i, j] : 0 <= i <= j < 1000000 }").unwrap();
    /// let square = Cardinality::Finite(1_000_000_000_000i64.into());
    /// assert_eq!(triangles.cardinality(&Budget::new(100_000)), Ok(square));
    /// ```
    pub fn cardinality(&self, budget: &Budget<'_>) -> Result<Cardinality, GaveUp> {
        let mut sum = Integer::ZERO;
        let mut seen = Union::empty(self.space());
        for part in self.parts() {
            for divided in part.divided(budget)? {
                let mut relation = divided.relation;
                let first = relation.space().local_columns().start;
                for (index, division) in divided.divisions.iter().enumerate() {
                    division.rows(first + index).iter().for_each(|row| relation.add_inequality(row));
                }
                let fresh = Union::from(relation.clone()).subtract(&seen, budget)?;
                for piece in fresh.parts() {
                    match solutions(piece, budget)? {
                        Some(number) => sum += &number,
                        None => return Ok(Cardinality::Infinite),
                    }
                }
                seen.push(relation);
            }
        }
        Ok(Cardinality::Finite(sum))
    }
}

/// The number of integer vectors, with values of the locals; `None` if it is infinite.
fn solutions(relation: &IntegerRelation, budget: &Budget<'_>) -> Result<Option<Integer>, GaveUp> {
    match Reduced::of(relation, budget)? {
        Some(reduced) => points(reduced.inequalities, budget),
        None => Ok(Some(Integer::ZERO)),
    }
}

/// The number of integer points of a system; `None` if it is infinite.
fn points(mut inequalities: Matrix, budget: &Budget<'_>) -> Result<Option<Integer>, GaveUp> {
    budget.spend((inequalities.rows() * inequalities.columns()) as u64)?;
    if tighten(&mut inequalities, None).is_err() {
        return Ok(Some(Integer::ZERO));
    }
    let mut product = Some(Integer::ONE);
    for component in components(&inequalities) {
        let number = points_of_component(component, budget)?;
        if number.as_ref().is_some_and(Integer::is_zero) {
            return Ok(number);
        }
        product = product.zip(number).map(|(a, b)| &a * &b);
    }
    Ok(product)
}

/// Systems of variables that share rows.
fn components(inequalities: &Matrix) -> Vec<Matrix> {
    let variables = inequalities.columns() - 1;
    let mut group: Vec<usize> = (0..variables).collect();
    for row in inequalities.iter() {
        let mentioned: Vec<usize> = (0..variables).filter(|column| !row[*column].is_zero()).collect();
        let Some(joined) = mentioned.iter().map(|column| group[*column]).min() else { continue };
        let others: Vec<usize> = mentioned.iter().map(|column| group[*column]).collect();
        group.iter_mut().filter(|it| others.contains(it)).for_each(|it| *it = joined);
    }
    let mut numbers = group.clone();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
        .into_iter()
        .map(|number| {
            let mut component = inequalities.clone();
            component
                .retain(|row| (0..variables).any(|column| group[column] == number && !row[column].is_zero()));
            let keep: Vec<bool> = group.iter().map(|it| *it == number).chain([true]).collect();
            component.keep_columns(&keep);
            component
        })
        .collect()
}

fn points_of_component(inequalities: Matrix, budget: &Budget<'_>) -> Result<Option<Integer>, GaveUp> {
    let variables = inequalities.columns() - 1;
    let system = Reduced { lift: Matrix::identity(variables), inequalities };
    // Of each variable the least value, and how many there are to the greatest.
    let mut ranges: Vec<(Integer, Integer)> = Vec::with_capacity(variables);
    let mut is_bounded = true;
    for column in 0..variables {
        let mut row = vec![Integer::ZERO; variables + 1];
        row[column] = Integer::ONE;
        let Some(extent) = system.extent(&row, budget)? else { return Ok(Some(Integer::ZERO)) };
        match (extent.lower, extent.upper) {
            (Some(lower), Some(upper)) => {
                let values = &(&upper - &lower) + &Integer::ONE;
                ranges.push((lower, values));
            }
            _ => is_bounded = false,
        }
    }
    if !is_bounded {
        return Ok(None);
    }
    match ranges.as_slice() {
        [] => Ok(Some(Integer::ONE)),
        [(_, values)] => Ok(Some(values.clone())),
        [(least, values), _] => polygon::points(&system.inequalities, least, values, budget).map(Some),
        _ => sum_over_one(&system.inequalities, &ranges, budget).map(Some),
    }
}

/// Runs through the variable with the fewest values, in a system that has bounds.
fn sum_over_one(
    inequalities: &Matrix,
    ranges: &[(Integer, Integer)],
    budget: &Budget<'_>,
) -> Result<Integer, GaveUp> {
    let fewest = ranges.iter().enumerate().min_by(|a, b| a.1.1.cmp(&b.1.1));
    let Some((column, (least, values))) = fewest else { return Ok(Integer::ONE) };
    let mut keep = vec![true; inequalities.columns()];
    keep[column] = false;
    let mut sum = Integer::ZERO;
    let mut value = least.clone();
    let end = least + values;
    while value < end {
        budget.spend((inequalities.rows() * inequalities.columns()) as u64)?;
        let mut slice = inequalities.clone();
        slice.fix_column(column, &value);
        slice.keep_columns(&keep);
        // A slice of a bounded system is bounded.
        sum += &points(slice, budget)?.unwrap_or_default();
        value += &Integer::ONE;
    }
    Ok(sum)
}
