//! The distinct values of some columns, in lexicographic order.

use std::ops::Range;

use crate::interrupt::{Budget, GaveUp};
use crate::matrix::Row;
use crate::optimum::Optimum;
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
        if forms.is_empty() && self.is_integer_empty(budget)? {
            return Ok(Enumeration::Finite(Vec::new()));
        }
        for form in forms {
            match self.extent(form.as_ref(), budget)? {
                (Optimum::Empty, _) => return Ok(Enumeration::Finite(Vec::new())),
                (Optimum::Value(_), Optimum::Value(_)) => {}
                _ => return Ok(Enumeration::Infinite),
            }
        }
        let mut scan = Scan { forms, at_most, prefix: Vec::new(), found: Vec::new() };
        scan.run(self, budget)?;
        Ok(if scan.found.len() > at_most {
            Enumeration::MoreThan(at_most)
        } else {
            Enumeration::Finite(scan.found)
        })
    }
}

struct Scan<'a, Form> {
    forms: &'a [Form],
    at_most: usize,
    prefix: Vec<Integer>,
    found: Vec<Vec<Integer>>,
}

impl<Form: AsRef<[Integer]>> Scan<'_, Form> {
    /// Adds the vectors that begin with the prefix, of which there is at least one.
    fn run(&mut self, solver: &Solver, budget: &Budget<'_>) -> Result<(), GaveUp> {
        let Some(form) = self.forms.get(self.prefix.len()) else {
            self.found.push(self.prefix.clone());
            return Ok(());
        };
        let form = form.as_ref();
        if let Some(value) = solver.obvious_value(form) {
            return self.descend(value, solver, budget);
        }
        let last = self.prefix.len() + 1 == self.forms.len();
        let mut rest = solver.clone();
        while self.found.len() <= self.at_most {
            let Optimum::Value(value) = rest.minimum(form, budget)? else { break };
            let mut row: Row = form.iter().cloned().collect();
            let constant = row.len() - 1;
            row[constant] -= &value;
            if last {
                self.descend(value, &rest, budget)?;
            } else {
                self.descend(value, &rest.with_equality(&row, budget)?, budget)?;
            }
            row[constant] -= &Integer::ONE;
            rest = rest.with_inequality(&row, budget)?;
        }
        Ok(())
    }

    fn descend(&mut self, value: Integer, solver: &Solver, budget: &Budget<'_>) -> Result<(), GaveUp> {
        self.prefix.push(value);
        let result = self.run(solver, budget);
        self.prefix.pop();
        result
    }
}
