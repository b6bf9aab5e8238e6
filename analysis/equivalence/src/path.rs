//! Which values of the symbols make a program run in one way: the path condition of symbolic execution.

use rustc_hash::FxHashSet;

/// An affine form over the symbols: a coefficient each, then the constant.
pub(crate) type Form = Box<[i64]>;

/// The conditions that a run has met, and the point where it runs.
pub(crate) struct Path {
    pub(crate) point: Box<[i64]>,
    /// Forms that are at least 0.
    conditions: FxHashSet<Form>,
}

impl Path {
    pub(crate) fn at(point: &[i64]) -> Self {
        Self { point: point.into(), conditions: FxHashSet::default() }
    }

    /// The value at the point; `None` where it does not fit.
    pub(crate) fn value(&self, form: &[i64]) -> Option<i64> {
        let constant = *form.last()?;
        let mut products = form.iter().zip(&self.point).map(|(factor, value)| factor.checked_mul(*value));
        products.try_fold(constant, |sum, it| sum.checked_add(it?))
    }

    /// Whether the form is below 0 at the point, which becomes a condition of the path.
    pub(crate) fn is_negative(&mut self, form: &[i64]) -> Option<bool> {
        let is_negative = self.value(form)? < 0;
        let condition = if is_negative { complement(form)? } else { form.into() };
        self.conditions.insert(condition);
        Some(is_negative)
    }

    /// The value of the form at the point, which becomes a condition of the path.
    pub(crate) fn pin(&mut self, form: &[i64]) -> Option<i64> {
        let value = self.value(form)?;
        let mut rest: Form = form.into();
        let constant = rest.last_mut()?;
        *constant = constant.checked_sub(value)?;
        let opposite = rest.iter().map(|it| it.checked_neg()).collect::<Option<_>>()?;
        self.conditions.insert(rest);
        self.conditions.insert(opposite);
        Some(value)
    }

    /// The conditions, each at least 0.
    pub(crate) fn conditions(&self) -> Vec<Form> {
        self.conditions.iter().cloned().collect()
    }
}

/// `-form - 1`, which is at least 0 where the form is below.
fn complement(form: &[i64]) -> Option<Form> {
    let mut negated = form.iter().map(|it| it.checked_neg()).collect::<Option<Form>>()?;
    let constant = negated.last_mut()?;
    *constant = constant.checked_sub(1)?;
    Some(negated)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_bound_the_symbols() {
        let mut path = Path::at(&[5]);
        assert_eq!(path.is_negative(&[1, -9]), Some(true));
        assert_eq!(path.is_negative(&[2, -7]), Some(false));
        let holds = |path: &Path, at: i64| path.conditions().iter().all(|it| it[0] * at + it[1] >= 0);
        assert_eq!((0..12).filter(|it| holds(&path, *it)).collect::<Vec<_>>(), [4, 5, 6, 7, 8]);
        assert_eq!(path.pin(&[3, 1]), Some(16));
        assert_eq!((0..12).filter(|it| holds(&path, *it)).collect::<Vec<_>>(), [5]);
    }
}
