//! The distinct values of some columns, in lexicographic order.

use std::ops::Range;

use crate::interrupt::{Budget, GaveUp};
use crate::matrix::{Row, negated};
use crate::optimum::Optimum;
use crate::reduction::Reduced;
use crate::{Integer, IntegerRelation};

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
        let Some(reduced) = Reduced::of(self, budget)? else { return Ok(Enumeration::Finite(Vec::new())) };
        for column in columns.clone() {
            let row = reduced.lift.row(column);
            for row in [row.iter().cloned().collect(), negated(row)] {
                match reduced.minimum(&row, budget)? {
                    Optimum::Empty => return Ok(Enumeration::Finite(Vec::new())),
                    Optimum::Unbounded => return Ok(Enumeration::Infinite),
                    Optimum::Value(_) => {}
                }
            }
        }
        let mut scan = Scan { columns: columns.clone(), at_most, prefix: Vec::new(), found: Vec::new() };
        if columns.is_empty() && reduced.sample(budget)?.is_none() {
            return Ok(Enumeration::Finite(Vec::new()));
        }
        scan.run(&reduced, budget)?;
        Ok(if scan.found.len() > at_most {
            Enumeration::MoreThan(at_most)
        } else {
            Enumeration::Finite(scan.found)
        })
    }

    /// The number of distinct integer vectors of `columns`, or `None` if there are more than `at_most` or infinitely many.
    pub fn count(
        &self,
        columns: Range<usize>,
        at_most: usize,
        budget: &Budget<'_>,
    ) -> Result<Option<usize>, GaveUp> {
        Ok(match self.enumerate(columns, at_most, budget)? {
            Enumeration::Finite(vectors) => Some(vectors.len()),
            Enumeration::MoreThan(_) | Enumeration::Infinite => None,
        })
    }
}

struct Scan {
    columns: Range<usize>,
    at_most: usize,
    prefix: Vec<Integer>,
    found: Vec<Vec<Integer>>,
}

impl Scan {
    /// Adds the vectors that begin with the prefix, of which there is at least one.
    fn run(&mut self, reduced: &Reduced, budget: &Budget<'_>) -> Result<(), GaveUp> {
        let column = self.columns.start + self.prefix.len();
        if column == self.columns.end {
            self.found.push(self.prefix.clone());
            return Ok(());
        }
        let row: Row = reduced.lift.row(column).iter().cloned().collect();
        let constant = row.len() - 1;
        if row[..constant].iter().all(Integer::is_zero) {
            self.prefix.push(row[constant].clone());
            self.run(reduced, budget)?;
            self.prefix.pop();
            return Ok(());
        }
        let mut rest = Some(reduced.clone());
        while let Some(part) = rest
            && self.found.len() <= self.at_most
        {
            let mut row: Row = part.lift.row(column).iter().cloned().collect();
            let constant = row.len() - 1;
            let Optimum::Value(value) = part.minimum(&row, budget)? else { break };
            row[constant] -= &value;
            if let Some(slice) = part.with_equality(&row, budget)? {
                self.prefix.push(value);
                self.run(&slice, budget)?;
                self.prefix.pop();
            }
            row[constant] -= &Integer::ONE;
            rest = part.with_inequality(&row, budget)?;
        }
        Ok(())
    }
}
