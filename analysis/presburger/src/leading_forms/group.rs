//! Forms that depend on each other, with a system of their own that has points.

use crate::extent::{Extent, Progression};
use crate::interrupt::{Budget, GaveUp};
use crate::matrix::Row;
use crate::number::Number;
use crate::reduced::Reduced;

#[derive(Clone, Debug)]
pub(super) struct Group<N> {
    /// The rows of its lift are the forms.
    system: Reduced<N>,
    /// The extents of the forms that were asked for since the system last changed.
    extents: Vec<Option<Extent<N>>>,
    /// All vectors of values; the inner option is `None` if they are not few.
    vectors: Option<Option<Vec<Vec<N>>>>,
}

impl<N: Number> Group<N> {
    pub(super) fn new(system: Reduced<N>) -> Group<N> {
        let extents = vec![None; system.lift.rows()];
        Group { system, extents, vectors: None }
    }

    /// The values of a form; `None` if the system turns out to have no point.
    pub(super) fn extent(&mut self, form: usize, budget: &Budget<'_>) -> Result<Option<Extent<N>>, GaveUp> {
        if let Some(known) = &self.extents[form] {
            return Ok(Some(known.clone()));
        }
        let found = extent(&self.system, form, budget)?;
        self.extents[form].clone_from(&found);
        Ok(found)
    }

    /// The group where the form is positive, which it is somewhere; `None` if that is everywhere.
    pub(super) fn above_zero(
        &self,
        form: usize,
        extent: &Extent<N>,
        budget: &Budget<'_>,
    ) -> Result<Option<Group<N>>, GaveUp> {
        if !extent.falls_below(&N::ONE) {
            return Ok(None);
        }
        let mut row: Row<N> = self.form(form);
        decrement(&mut row);
        let lower = extent.progression.as_ref().map(|it| it.ceiling(&N::ONE));
        let known = lower.map(|lower| Extent { lower: Some(lower), ..extent.clone() });
        self.restricted(&row, form, known, budget).map(Some)
    }

    /// The group where the form is negative, which it is somewhere; `None` if that is everywhere.
    pub(super) fn below_zero(
        &self,
        form: usize,
        extent: &Extent<N>,
        budget: &Budget<'_>,
    ) -> Result<Option<Group<N>>, GaveUp> {
        if !extent.exceeds(&-N::ONE) {
            return Ok(None);
        }
        let mut row: Row<N> = self.form(form).iter().map(N::negated).collect();
        decrement(&mut row);
        let upper = extent.progression.as_ref().map(|it| it.floor(&-N::ONE));
        let known = upper.map(|upper| Extent { upper: Some(upper), ..extent.clone() });
        self.restricted(&row, form, known, budget).map(Some)
    }

    fn restricted(
        &self,
        row: &[N],
        form: usize,
        known: Option<Extent<N>>,
        budget: &Budget<'_>,
    ) -> Result<Group<N>, GaveUp> {
        let Some(system) = self.system.with_inequality(row, budget)? else {
            // Some point attains the end of the extent, so this does not happen.
            return Err(GaveUp::OUT_OF_BUDGET);
        };
        let mut group = Group::new(system);
        group.extents[form] = known;
        Ok(group)
    }

    /// Keeps the points where the form is zero. `false` if there are none; the group must not be used after that.
    pub(super) fn set_to_zero(
        &mut self,
        form: usize,
        extent: &Extent<N>,
        budget: &Budget<'_>,
    ) -> Result<bool, GaveUp> {
        let zero = N::ZERO;
        if extent.lower.as_ref().is_some_and(|it| *it > zero)
            || extent.upper.as_ref().is_some_and(|it| *it < zero)
            || extent.progression.as_ref().is_some_and(|it| !it.contains(&zero))
        {
            return Ok(false);
        }
        if extent.lower == extent.upper && extent.lower.is_some() {
            return Ok(true);
        }
        let row = self.form(form);
        let Some(system) = self.system.with_equality(&row, budget)? else { return Ok(false) };
        if extent.progression.is_none() && system.sample(budget)?.is_none() {
            return Ok(false);
        }
        *self = Group::new(system);
        Ok(true)
    }

    /// All vectors of values of the forms, if there are at most this many, in lexicographic order.
    pub(super) fn vectors(
        &mut self,
        at_most: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<&[Vec<N>]>, GaveUp> {
        if self.vectors.is_none() {
            let mut scan = Scan { at_most, prefix: Vec::new(), found: Vec::new() };
            let known = self.extents.first().cloned().flatten();
            let all = scan.run(&self.system, known, budget)?;
            self.vectors = Some(if all { few(scan.found, at_most) } else { None });
        }
        Ok(self.vectors.as_ref().and_then(|it| it.as_deref()))
    }

    fn form(&self, form: usize) -> Row<N> {
        N::to_row(self.system.lift.row(form))
    }
}

pub(super) fn few<N>(vectors: Vec<Vec<N>>, at_most: usize) -> Option<Vec<Vec<N>>> {
    (vectors.len() <= at_most).then_some(vectors)
}

fn decrement<N: Number>(row: &mut Row<N>) {
    if let Some(constant) = row.last_mut() {
        *constant -= &N::ONE;
    }
}

/// The values of a form of a system that has points, or of a first form that is not constant.
fn extent<N: Number>(
    system: &Reduced<N>,
    form: usize,
    budget: &Budget<'_>,
) -> Result<Option<Extent<N>>, GaveUp> {
    let row = system.lift.row(form);
    match row.split_last() {
        Some((constant, coefficients)) if coefficients.iter().all(N::is_zero) => {
            Ok(Some(Extent::constant(constant)))
        }
        _ => system.extent(row, budget),
    }
}

struct Scan<N> {
    at_most: usize,
    prefix: Vec<N>,
    found: Vec<Vec<N>>,
}

impl<N: Number> Scan<N> {
    /// Adds the vectors that begin with the prefix; there is at least one. `false` if there are too many.
    fn run(
        &mut self,
        system: &Reduced<N>,
        known: Option<Extent<N>>,
        budget: &Budget<'_>,
    ) -> Result<bool, GaveUp> {
        let form = self.prefix.len();
        if form == system.lift.rows() {
            self.found.push(self.prefix.clone());
            return Ok(self.found.len() <= self.at_most);
        }
        let extent = match known {
            Some(known) => known,
            None => match extent(system, form, budget)? {
                Some(extent) => extent,
                None => return Ok(true),
            },
        };
        let (Some(lower), Some(upper)) = (&extent.lower, &extent.upper) else { return Ok(false) };
        if lower == upper {
            return self.descend(system, form, lower.clone(), budget);
        }
        match &extent.progression {
            Some(progression) => self.values(system, form, lower, upper, progression, budget),
            None => self.minima(system, form, lower, upper, budget),
        }
    }

    /// The form takes every value of a progression.
    fn values(
        &mut self,
        system: &Reduced<N>,
        form: usize,
        lower: &N,
        upper: &N,
        progression: &Progression<N>,
        budget: &Budget<'_>,
    ) -> Result<bool, GaveUp> {
        let left = N::from(self.at_most.saturating_sub(self.found.len()) as i64);
        if upper.minus(lower).floor_div(&progression.stride) >= left {
            return Ok(false);
        }
        let mut value = lower.clone();
        while value <= *upper {
            if !self.descend(system, form, value.clone(), budget)? {
                return Ok(false);
            }
            value += &progression.stride;
        }
        Ok(true)
    }

    /// The next value is the least one above the last.
    fn minima(
        &mut self,
        system: &Reduced<N>,
        form: usize,
        lower: &N,
        upper: &N,
        budget: &Budget<'_>,
    ) -> Result<bool, GaveUp> {
        let mut rest = system.clone();
        let mut value = lower.clone();
        loop {
            if !self.descend(&rest, form, value.clone(), budget)? {
                return Ok(false);
            }
            if value >= *upper {
                return Ok(true);
            }
            let mut row: Row<N> = N::to_row(rest.lift.row(form));
            if let Some(constant) = row.last_mut() {
                *constant -= &value.plus(&N::ONE);
            }
            let Some(above) = rest.with_inequality(&row, budget)? else { return Ok(true) };
            rest = above;
            match rest.minimum(rest.lift.row(form), budget)? {
                crate::Optimum::Value(next) => value = next,
                crate::Optimum::Empty | crate::Optimum::Unbounded => return Ok(true),
            }
        }
    }

    fn descend(
        &mut self,
        system: &Reduced<N>,
        form: usize,
        value: N,
        budget: &Budget<'_>,
    ) -> Result<bool, GaveUp> {
        let last = form + 1 == system.lift.rows();
        let mut row: Row<N> = N::to_row(system.lift.row(form));
        if let Some(constant) = row.last_mut() {
            *constant -= &value;
        }
        self.prefix.push(value);
        let is_fixed = row.iter().all(N::is_zero);
        let result = if last || is_fixed {
            self.run(system, None, budget)
        } else {
            match system.with_equality(&row, budget)? {
                Some(slice) => self.run(&slice, None, budget),
                None => Ok(true),
            }
        };
        self.prefix.pop();
        result
    }
}
