//! The distinct values of some columns, in lexicographic order.

use std::ops::Range;

use crate::extent::Extent;
use crate::interrupt::{Budget, GaveUp};
use crate::matrix::{Row, row_of};
use crate::number::Number;
use crate::optimum::Optimum;
use crate::reduced::Reduced;
use crate::{Integer, IntegerRelation, Solver};

/// The distinct integer vectors that some columns take.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Enumeration {
    /// All vectors, in ascending lexicographic order.
    Finite(Vec<Vec<Integer>>),
    /// There are finitely many, but more than asked for.
    MoreThan(usize),
    /// Some column takes infinitely many values.
    Infinite,
}

impl IntegerRelation {
    /// The distinct integer vectors of the variables of `columns`, if there are at most `at_most`. All other variables are existential.
    ///
    /// The next value of a column is the integer minimum above the last one, so values that do not occur cost nothing: at most one
    /// minimum per column and vector. Exact over the integers for every input.
    pub fn enumerate(
        &self,
        columns: Range<usize>,
        at_most: usize,
        budget: &Budget<'_>,
    ) -> Result<Enumeration, GaveUp> {
        let forms: Vec<Row> = columns.map(|column| self.variable_row(column)).collect();
        self.solver(budget)?.enumerate_forms(&forms, at_most, budget)
    }
}

impl Solver {
    /// The distinct integer vectors that linear forms take, each a row over the columns of the relation with its constant, if there are
    /// at most `at_most`. As [`IntegerRelation::enumerate`].
    pub fn enumerate(
        &self,
        forms: &[Vec<Integer>],
        at_most: usize,
        budget: &Budget<'_>,
    ) -> Result<Enumeration, GaveUp> {
        self.enumerate_forms(forms, at_most, budget)
    }

    fn enumerate_forms(
        &self,
        forms: &[impl AsRef<[Integer]>],
        at_most: usize,
        budget: &Budget<'_>,
    ) -> Result<Enumeration, GaveUp> {
        let vectors = self.ask(
            budget,
            |it| it.vectors(forms, at_most, budget),
            |it| it.vectors(forms, at_most, budget),
        )?;
        Ok(vectors.unwrap_or(Enumeration::Finite(Vec::new())))
    }
}

impl<N: Number> Reduced<N> {
    /// The vectors of values of forms, which are rows over the original variables.
    fn vectors(
        &self,
        forms: &[impl AsRef<[Integer]>],
        at_most: usize,
        budget: &Budget<'_>,
    ) -> Result<Enumeration, GaveUp> {
        let forms: Vec<Row<N>> = forms.iter().map(|form| row_of(form.as_ref())).collect();
        if forms.is_empty() && self.sample(budget)?.is_none() {
            return Ok(Enumeration::Finite(Vec::new()));
        }
        for form in &forms {
            match self.extent(&self.row(form), budget)? {
                None => return Ok(Enumeration::Finite(Vec::new())),
                Some(Extent { lower: Some(_), upper: Some(_), .. }) => {}
                Some(_) => return Ok(Enumeration::Infinite),
            }
        }
        let mut scan = Scan { forms: &forms, at_most, prefix: Vec::new(), found: Vec::new() };
        scan.run(self, budget)?;
        Ok(if scan.found.len() > at_most {
            Enumeration::MoreThan(at_most)
        } else {
            Enumeration::Finite(scan.found)
        })
    }
}

struct Scan<'a, N> {
    forms: &'a [Row<N>],
    at_most: usize,
    prefix: Vec<Integer>,
    found: Vec<Vec<Integer>>,
}

impl<N: Number> Scan<'_, N> {
    /// Adds the vectors that begin with the prefix; there is at least one.
    fn run(&mut self, system: &Reduced<N>, budget: &Budget<'_>) -> Result<(), GaveUp> {
        let Some(form) = self.forms.get(self.prefix.len()) else {
            self.found.push(self.prefix.clone());
            return Ok(());
        };
        if let Some(value) = system.obvious_value(form) {
            return self.descend(value, system, budget);
        }
        let last = self.prefix.len() + 1 == self.forms.len();
        let mut rest = system.clone();
        while self.found.len() <= self.at_most {
            let Optimum::Value(value) = rest.minimum(&rest.row(form), budget)? else { break };
            let mut row = form.clone();
            let constant = row.len() - 1;
            row[constant] -= &value;
            if last {
                self.descend(value, &rest, budget)?;
            } else if let Some(slice) = rest.with_equality(&rest.row(&row), budget)? {
                self.descend(value, &slice, budget)?;
            }
            row[constant] -= &N::ONE;
            let Some(above) = rest.with_inequality(&rest.row(&row), budget)? else { break };
            rest = above;
        }
        Ok(())
    }

    fn descend(&mut self, value: N, system: &Reduced<N>, budget: &Budget<'_>) -> Result<(), GaveUp> {
        self.prefix.push(value.into());
        let result = self.run(system, budget);
        self.prefix.pop();
        result
    }
}
