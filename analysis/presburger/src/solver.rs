//! [`Solver`]: a relation after the elimination of its equalities, ready for many questions.

use crate::attempt::{attempt, words_first};
use crate::interrupt::{Budget, GaveUp};
use crate::matrix::{Row, row_of};
use crate::reduced::Reduced;
use crate::word::Word;
use crate::{Integer, IntegerRelation};

/// Shared by several questions about one relation: its integer points parametrised, without equalities.
///
/// Rows and points are those of the relation: the solver translates. Adding a row costs a copy of the reduced system, which is small; so
/// the dependences of one pair at all depths come from one solver, with a row or two more for each depth.
///
/// ```
/// use presburger::{Budget, IntegerRelation, Optimum};
///
/// let budget = Budget::unlimited();
/// let pairs = IntegerRelation::parse("{ [i] -> [k] : 0 <= i, k < 8 and 2i = k + 3 }").unwrap();
/// let solver = pairs.solver(&budget).unwrap();
/// let distance = [-1, 1, 0].map(Into::into);
/// let later = solver.with_inequality(&[-1, 1, -1].map(Into::into), &budget).unwrap();
/// assert_eq!(solver.minimum(&distance, &budget), Ok(Optimum::Value((-1).into())));
/// assert_eq!(later.minimum(&distance, &budget), Ok(Optimum::Value(1.into())));
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    system: System,
}

/// `None` if the equalities alone, or two rows, contradict each other.
#[derive(Clone, Debug)]
enum System {
    Words(Option<Reduced<Word>>),
    Integers(Option<Reduced>),
}

impl IntegerRelation {
    /// Eliminates the equalities once, for many questions.
    pub fn solver(&self, budget: &Budget<'_>) -> Result<Solver, GaveUp> {
        let system = words_first(
            budget,
            || Ok(System::Words(Reduced::of(self, budget)?)),
            || Ok(System::Integers(Reduced::of(self, budget)?)),
        )?;
        Ok(Solver { system })
    }

    /// The row that is the variable in `column`; zero if there is none.
    pub(crate) fn variable_row(&self, column: usize) -> Row {
        let mut row: Row = std::iter::repeat_n(Integer::ZERO, self.space.columns()).collect();
        if let Some(entry) = row[..self.space.constant()].get_mut(column) {
            *entry = Integer::ONE;
        }
        row
    }
}

impl Solver {
    /// The points where also `row = 0`, a row over the columns of the relation.
    pub fn with_equality(&self, row: &[Integer], budget: &Budget<'_>) -> Result<Solver, GaveUp> {
        self.restricted(
            budget,
            |it| it.with_equality(&it.row(&row_of(row)), budget),
            |it| it.with_equality(&it.row(row), budget),
        )
    }

    /// The points where also `row >= 0`, a row over the columns of the relation.
    pub fn with_inequality(&self, row: &[Integer], budget: &Budget<'_>) -> Result<Solver, GaveUp> {
        self.restricted(
            budget,
            |it| it.with_inequality(&it.row(&row_of(row)), budget),
            |it| it.with_inequality(&it.row(row), budget),
        )
    }

    fn restricted(
        &self,
        budget: &Budget<'_>,
        on_words: impl FnOnce(&Reduced<Word>) -> Result<Option<Reduced<Word>>, GaveUp>,
        on_integers: impl FnOnce(&Reduced) -> Result<Option<Reduced>, GaveUp>,
    ) -> Result<Solver, GaveUp> {
        let system = self.ask(
            budget,
            |it| Ok(System::Words(on_words(it)?)),
            |it| Ok(System::Integers(on_integers(it)?)),
        )?;
        Ok(Solver { system: system.unwrap_or(System::Words(None)) })
    }

    /// The answer about the system, on words as long as none overflows. `None` if there is no system.
    pub(crate) fn ask<Answer>(
        &self,
        budget: &Budget<'_>,
        on_words: impl FnOnce(&Reduced<Word>) -> Result<Answer, GaveUp>,
        on_integers: impl FnOnce(&Reduced) -> Result<Answer, GaveUp>,
    ) -> Result<Option<Answer>, GaveUp> {
        match &self.system {
            System::Words(None) | System::Integers(None) => Ok(None),
            System::Words(Some(words)) => {
                words_first(budget, || on_words(words), || on_integers(&words.clone().into_integers()))
                    .map(Some)
            }
            System::Integers(Some(integers)) => on_integers(integers).map(Some),
        }
    }

    /// The value of a linear form if the equalities alone make it constant. `None` does not say that it is not constant.
    pub fn obvious_value(&self, row: &[Integer]) -> Option<Integer> {
        match &self.system {
            System::Words(words) => {
                let words = words.as_ref()?;
                attempt(|| words.obvious_value(&row_of(row)).map(Word::into))
                    .unwrap_or_else(|| words.clone().into_integers().obvious_value(row))
            }
            System::Integers(integers) => integers.as_ref()?.obvious_value(row),
        }
    }
}
