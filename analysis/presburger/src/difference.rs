//! Differences of unions, and what follows from them: inclusion and equality.
//!
//! To take `D` from `A`, walk over the rows of `D`: where the first rows hold and the next does not, the points of `A` stay (Verdoolaege,
//! *isl: An Integer Set Library for the Polyhedral Model*, 2010). This needs locals of `D` that are functions of the other
//! variables, which the elimination of quantifiers provides. The pieces are disjoint, and empty ones are dropped at once.

use crate::attempt::words_first;
use crate::divisions::{Divided, Division};
use crate::feasibility::{is_empty, point_of};
use crate::interrupt::{Budget, GaveUp};
use crate::matrix::{Row, complement, negated};
use crate::number::Number;
use crate::word::Word;
use crate::{Integer, IntegerRelation, Space, Union, VariableKind};

impl Union {
    /// The points of `self` that are not in `other`. Exact for all inputs; gives up only when the budget ends.
    pub fn subtract(&self, other: &Union, budget: &Budget<'_>) -> Result<Union, GaveUp> {
        debug_assert_eq!(self.space(), other.space());
        let pieces = words_first(
            budget,
            || subtract(parts_of::<Word>(self), &parts_of(other), budget),
            || subtract(parts_of::<Integer>(self), &parts_of(other), budget),
        )?;
        let mut result = Union::empty(self.space());
        pieces.into_iter().for_each(|piece| result.push(piece));
        Ok(result)
    }

    /// Whether every point of `self` is in `other`. Exact for all inputs.
    pub fn is_subset(&self, other: &Union, budget: &Budget<'_>) -> Result<bool, GaveUp> {
        debug_assert_eq!(self.space(), other.space());
        words_first(
            budget,
            || is_subset(parts_of::<Word>(self), &parts_of(other), budget),
            || is_subset(parts_of::<Integer>(self), &parts_of(other), budget),
        )
    }

    /// Whether both have the same points. Exact for all inputs.
    pub fn is_equal(&self, other: &Union, budget: &Budget<'_>) -> Result<bool, GaveUp> {
        Ok(self.is_subset(other, budget)? && other.is_subset(self, budget)?)
    }

    /// The points of the space that are not in `self`. Exact for all inputs.
    pub fn complement(&self, budget: &Budget<'_>) -> Result<Union, GaveUp> {
        Union::universe(self.space()).subtract(self, budget)
    }
}

fn parts_of<N: Number>(union: &Union) -> Vec<IntegerRelation<N>> {
    union.parts().iter().map(IntegerRelation::of).collect()
}

/// [`Union::subtract`] on numbers of one kind.
fn subtract<N: Number>(
    minuend: Vec<IntegerRelation<N>>,
    other: &[IntegerRelation<N>],
    budget: &Budget<'_>,
) -> Result<Vec<IntegerRelation>, GaveUp> {
    let mut parts = Vec::new();
    for mut part in minuend {
        part.normalise();
        if !is_empty(part.clone(), budget)? {
            parts.push(part);
        }
    }
    let mut pieces = Vec::new();
    leftovers(parts, other, false, budget, |piece| {
        pieces.push(piece.into_integers());
        true
    })?;
    Ok(pieces)
}

/// [`Union::is_subset`] on numbers of one kind.
fn is_subset<N: Number>(
    subset: Vec<IntegerRelation<N>>,
    other: &[IntegerRelation<N>],
    budget: &Budget<'_>,
) -> Result<bool, GaveUp> {
    let mut parts = Vec::new();
    for mut part in subset {
        part.normalise();
        let Some(point) = point_of(part.clone(), budget)? else { continue };
        // Any point refutes most that does not hold.
        if !has(other, &point, budget)? {
            return Ok(false);
        }
        parts.push(part);
    }
    let mut covered = true;
    leftovers(parts, other, true, budget, |_| {
        covered = false;
        false
    })?;
    Ok(covered)
}

/// Whether a point is in some part. It begins with the values of all variables but the locals.
fn has<N: Number>(parts: &[IntegerRelation<N>], point: &[N], budget: &Budget<'_>) -> Result<bool, GaveUp> {
    for part in parts {
        let mut part = part.clone();
        for (column, value) in (0..part.space().local_columns().start).zip(point) {
            part.equalities.fix_column(column, value);
            part.inequalities.fix_column(column, value);
        }
        if !is_empty(part, budget)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Calls `visit` with disjoint pieces, none empty, of what `other` leaves of each part, until it returns false. The parts
/// are normalised, and have points; where `meet` is set, each shares one with `other`.
fn leftovers<N: Number>(
    parts: Vec<IntegerRelation<N>>,
    other: &[IntegerRelation<N>],
    meet: bool,
    budget: &Budget<'_>,
    mut visit: impl FnMut(IntegerRelation<N>) -> bool,
) -> Result<(), GaveUp> {
    let mut subtrahends = Vec::new();
    for part in other {
        subtrahends.append(&mut part.divided(budget)?);
    }
    let meet = meet && subtrahends.len() == 1;
    let mut pieces: Vec<(IntegerRelation<N>, usize)> = parts.into_iter().rev().map(|it| (it, 0)).collect();
    while let Some((piece, next)) = pieces.pop() {
        match subtrahends.get(next) {
            None => {
                if !visit(piece) {
                    return Ok(());
                }
            }
            Some(subtrahend) => {
                if !meet && is_empty(piece.intersect(&subtrahend.relation), budget)? {
                    pieces.push((piece, next + 1));
                    continue;
                }
                let rest = subtract_one(&piece, subtrahend, budget)?;
                pieces.extend(rest.into_iter().rev().map(|piece| (piece, next + 1)));
            }
        }
    }
    Ok(())
}

/// The disjoint pieces of `relation` outside of `subtrahend`; they have a point in common.
fn subtract_one<N: Number>(
    relation: &IntegerRelation<N>,
    subtrahend: &Divided<N>,
    budget: &Budget<'_>,
) -> Result<Vec<IntegerRelation<N>>, GaveUp> {
    let mut pieces = Vec::new();
    let mut inside = relation.clone();
    // The divisions of the subtrahend as locals of the relation: they exist for every point.
    let shared = subtrahend.relation.space().local_columns().start;
    let first = inside.append_variables(VariableKind::Local, subtrahend.divisions.len());
    let place = |row: &[N]| placed(row, shared, first, inside.space());
    let mut definitions = Vec::new();
    for (index, division) in subtrahend.divisions.iter().enumerate() {
        let dividend = place(&division.dividend);
        let division = Division { dividend, divisor: division.divisor.clone() };
        definitions.extend(division.rows(first + index));
    }
    let equalities: Vec<Row<N>> = subtrahend.relation.equalities().map(place).collect();
    let inequalities: Vec<Row<N>> = subtrahend.relation.inequalities().map(place).collect();
    definitions.iter().for_each(|row| inside.add_inequality(row));
    let mut keep = |inside: &IntegerRelation<N>, row: &Row<N>| -> Result<(), GaveUp> {
        if is_told_by_one_row(inside, row) {
            return Ok(());
        }
        let row = &complement(row);
        let mut piece = inside.clone();
        piece.add_inequality(row);
        if !is_empty(piece.clone(), budget)? {
            piece.normalise();
            pieces.push(piece);
        }
        Ok(())
    };
    for row in equalities {
        keep(&inside, &row)?;
        keep(&inside, &negated(&row))?;
        inside.add_equality(&row);
    }
    for row in inequalities.into_iter().filter(|row| !definitions.contains(row)) {
        keep(&inside, &row)?;
        inside.add_inequality(&row);
    }
    Ok(pieces)
}

/// Whether one row of a relation alone says that another one is not negative.
fn is_told_by_one_row<N: Number>(relation: &IntegerRelation<N>, row: &[N]) -> bool {
    let constant = row.len() - 1;
    let is_at_most = |known: &[N]| known[..constant] == row[..constant] && known[constant] <= row[constant];
    let is_opposite = |known: &[N]| known.iter().zip(row).all(|(a, b)| a.is_negation_of(b));
    relation.inequalities.iter().any(is_at_most)
        || relation.equalities.iter().any(|it| it == row || is_opposite(it))
}

/// A row of the subtrahend over the columns of a relation where its locals begin at `first`.
fn placed<N: Number>(row: &[N], shared: usize, first: usize, space: Space) -> Row<N> {
    let mut result: Row<N> = N::to_row(&row[..shared]);
    result.resize(first, N::ZERO);
    result.extend(row[shared..row.len() - 1].iter().cloned());
    debug_assert_eq!(result.len(), space.constant());
    result.push(row[row.len() - 1].clone());
    result
}
