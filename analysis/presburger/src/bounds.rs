//! Constant bounds of one variable.

use crate::IntegerRelation;
use crate::interrupt::{Budget, GaveUp};
use crate::optimum::Optimum;

impl IntegerRelation {
    /// The least and the greatest value of the variable in `column`. Exact over the integers, and attained.
    pub fn constant_bounds(&self, column: usize, budget: &Budget<'_>) -> Result<(Optimum, Optimum), GaveUp> {
        self.extent(&self.variable_row(column), budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> IntegerRelation {
        IntegerRelation::parse(text).unwrap()
    }

    #[test]
    fn constants_are_integral() {
        let bounds = set("{ [i, j] : 2i = 3j and 1 <= i <= 8 }").constant_bounds(1, &Budget::unlimited());
        assert_eq!(bounds, Ok((Optimum::Value(2.into()), Optimum::Value(4.into()))));
    }
}
