//! Questions that are asked on words first, and from their start on [`Integer`](crate::Integer)s where a word overflows.
//!
//! As Pitchanathan et al., *FPL: Fast Presburger Arithmetic through Transprecision* (OOPSLA 2021) do it: the numbers of nearly all
//! questions fit words, and rows of words are copied, compared and dropped without a look at each.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::interrupt::Budget;

/// The payload that unwinds from an operation whose result is not a word.
struct Overflow;

/// Unwinds to the [`attempt`] that the operation is part of, without a word to any panic hook.
#[cold]
#[inline(never)]
pub(crate) fn overflow() -> ! {
    resume_unwind(Box::new(Overflow))
}

/// The answer of `question`, or `None` where a word overflowed. The question must leave what it does not own as it was.
pub(crate) fn attempt<Answer>(question: impl FnOnce() -> Answer) -> Option<Answer> {
    match catch_unwind(AssertUnwindSafe(question)) {
        Ok(answer) => Some(answer),
        Err(payload) if payload.is::<Overflow>() => None,
        Err(payload) => resume_unwind(payload),
    }
}

/// The answer on words, or else that on integers. Both spend the same steps of the budget, and those of a failed attempt do not count.
pub(crate) fn words_first<Answer>(
    budget: &Budget<'_>,
    on_words: impl FnOnce() -> Answer,
    on_integers: impl FnOnce() -> Answer,
) -> Answer {
    let before = budget.mark();
    attempt(on_words).unwrap_or_else(|| {
        budget.set_back(&before);
        on_integers()
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::interrupt::GaveUp;
    use crate::matrix::row_of;
    use crate::number::Number;
    use crate::reduced::Reduced;
    use crate::word::Word;
    use crate::{Integer, IntegerRelation, Optimum, Space};

    const VARIABLES: usize = 4;

    type Answer = (Option<Vec<Integer>>, Optimum);

    /// A point, and the least value of a form.
    fn ask<N: Number>(
        relation: &IntegerRelation,
        form: &[Integer],
        budget: &Budget<'_>,
    ) -> Result<Answer, GaveUp> {
        let Some(reduced) = Reduced::<N>::of(relation, budget)? else { return Ok((None, Optimum::Empty)) };
        let point = reduced.point(budget)?.map(|point| point.into_iter().map(N::into).collect());
        Ok((point, reduced.minimum(&reduced.row(&row_of(form)), budget)?.map(N::into)))
    }

    /// Asks twice on words first, and compares with what integers alone say and spend of a budget that may end.
    #[track_caller]
    fn check(relation: &IntegerRelation, form: &[Integer], steps: u64) {
        let (alone, whole) = (Budget::new(steps + steps / 2), Budget::new(steps + steps / 2));
        for _ in 0..2 {
            let (expected, part) = (alone.part(steps), whole.part(steps));
            let answer = words_first(
                &part,
                || ask::<Word>(relation, form, &part),
                || ask::<Integer>(relation, form, &part),
            );
            assert_eq!(answer, ask::<Integer>(relation, form, &expected), "{relation}");
            assert_eq!((part.spent(), whole.spent()), (expected.spent(), alone.spent()), "{relation}");
        }
    }

    fn integers(row: &[i64]) -> Vec<Integer> {
        row.iter().copied().map(Integer::from).collect()
    }

    fn word() -> impl Strategy<Value = i64> {
        prop_oneof![
            6 => -7i64..8,
            1 => (-7i64..8).prop_map(|it| (1 << 62) + it),
            1 => (-7i64..8).prop_map(|it| -(1 << 62) + it),
            1 => (-7i64..8).prop_map(|it| (1 << 31) + it),
        ]
    }

    #[test]
    fn an_overflow_is_taken_back() {
        // The sum of two rows near the end of words does not fit a word.
        let most = i64::MAX;
        let mut relation = IntegerRelation::universe(Space::set(2, 0));
        relation.inequality(&[1, 1, -most]).inequality(&[-1, 2, -most]).inequality(&[0, -1, most]);
        let form = integers(&[1, 0, 0]);
        let budget = Budget::unlimited();
        assert_eq!(attempt(|| ask::<Word>(&relation, &form, &budget).is_ok()), None);
        assert!(budget.spent() > 0);
        check(&relation, &form, 1_000_000);
        assert_eq!(relation.minimum(&form, &budget), Ok(Optimum::Value(Integer::ZERO)));
    }

    #[test]
    fn numbers_beyond_words_are_no_words() {
        let more = Integer::from(i64::MAX) + Integer::ONE;
        assert_eq!(attempt(|| Word::of(&more)), None);
        assert_eq!(attempt(|| Word::of(&Integer::from(i64::MAX))), Some(Word::from(i64::MAX)));
    }

    #[test]
    fn other_payloads_go_on() {
        let stop = || resume_unwind(Box::new("cancelled"));
        let budget = Budget::unlimited().with_stop(&stop);
        let relation = IntegerRelation::universe(Space::set(1, 0));
        let asked = catch_unwind(AssertUnwindSafe(|| relation.is_integer_empty(&budget)));
        assert_eq!(asked.unwrap_err().downcast_ref(), Some(&"cancelled"));
    }

    proptest! {
        #[test]
        fn words_say_what_integers_do(
            equalities in prop::collection::vec(prop::collection::vec(word(), VARIABLES + 1), 0..3),
            inequalities in prop::collection::vec(prop::collection::vec(word(), VARIABLES + 1), 0..7),
            form in prop::collection::vec(word(), VARIABLES + 1),
            steps in prop_oneof![Just(300u64), Just(100_000)],
        ) {
            let mut relation = IntegerRelation::universe(Space::set(VARIABLES, 0));
            equalities.iter().for_each(|row| { relation.equality(row); });
            inequalities.iter().for_each(|row| { relation.inequality(row); });
            check(&relation, &integers(&form), steps);
        }
    }
}
