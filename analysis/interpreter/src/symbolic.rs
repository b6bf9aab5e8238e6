//! Numbers that may be terms.

use super::affine_map::{AffineMap, Expression, Operator, apply};
use super::fault::Cause;
use super::machine::{Frame, Indices, Machine, Subscripts};
use super::program::Operation;
use super::scalar::Scalar;

impl Machine<'_> {
    /// Whether the domain computes an operation: one on terms, and a function of `math`, which the host's library would
    /// round in its own way.
    pub(super) fn is_symbolic(&self, op: &Operation, inputs: &[Scalar]) -> bool {
        let is_term = |it: &Scalar| matches!(it, Scalar::Term(_));
        self.has_domain() && (inputs.iter().any(is_term) || op.name.starts_with("math."))
    }

    pub(super) fn apply(&mut self, op: &Operation, inputs: &[Scalar]) -> Result<Scalar, Cause> {
        self.domain()?.apply(op, inputs)
    }

    pub(super) fn opaque(
        &mut self,
        op: &Operation,
        inputs: &[Scalar],
        result: usize,
        lane: usize,
    ) -> Result<Scalar, Cause> {
        self.domain()?.opaque(op, inputs, result, lane)
    }

    pub(super) fn reduce(&mut self, op: &Operation, values: &[Scalar]) -> Result<Scalar, Cause> {
        self.domain()?.reduce(op, values)
    }

    pub(super) fn select(
        &mut self,
        op: &Operation,
        condition: Scalar,
        then: Scalar,
        otherwise: Scalar,
    ) -> Result<Scalar, Cause> {
        match condition {
            Scalar::Poison => Ok(Scalar::Poison),
            Scalar::Integer(0) => Ok(otherwise),
            Scalar::Integer(_) => Ok(then),
            _ => self.domain()?.select(op, condition, then, otherwise),
        }
    }

    /// The number, which a term is from here on.
    pub(super) fn integer(&mut self, value: Scalar) -> Result<i64, Cause> {
        match value {
            Scalar::Term(term) => self.domain()?.pin(term),
            value => value.integer(),
        }
    }

    /// Whether a value decides what runs: a condition that depends on what memory holds does not.
    pub(super) fn is_decidable(&self, value: Scalar) -> Result<bool, Cause> {
        match value {
            Scalar::Term(term) => Ok(self.domain()?.is_decidable(term)),
            _ => Ok(true),
        }
    }

    pub(super) fn integers(&mut self, frame: &Frame, values: &[usize]) -> Result<Vec<i64>, Cause> {
        values.iter().map(|it| self.integer(frame.get(*it).scalar()?)).collect()
    }

    pub(super) fn subscripts(&self, frame: &Frame, values: &[usize]) -> Result<Subscripts, Cause> {
        values.iter().map(|it| frame.get(*it).scalar()).collect()
    }

    /// The results of a map.
    pub(super) fn evaluate(
        &mut self,
        map: &AffineMap,
        frame: &Frame,
        operands: &[usize],
    ) -> Result<Subscripts, Cause> {
        self.expressions(map.results.iter(), frame, operands)
    }

    pub(super) fn expressions<'e>(
        &mut self,
        expressions: impl Iterator<Item = &'e Expression>,
        frame: &Frame,
        operands: &[usize],
    ) -> Result<Subscripts, Cause> {
        let inputs = self.subscripts(frame, operands)?;
        if inputs.iter().any(|it| matches!(it, Scalar::Term(_))) {
            let mut domain = self.domain()?;
            let mut on_terms = |operator, left, right| domain.affine(operator, left, right);
            return expressions.map(|it| it.evaluate_with(&inputs, &mut on_terms)).collect();
        }
        let numbers = inputs.iter().map(|it| it.integer()).collect::<Result<Indices, _>>()?;
        expressions.map(|it| Ok(Scalar::Integer(it.evaluate(&numbers)?))).collect()
    }

    pub(super) fn affine(
        &mut self,
        operator: Operator,
        left: Scalar,
        right: Scalar,
    ) -> Result<Scalar, Cause> {
        match (left, right) {
            (Scalar::Term(_), _) | (_, Scalar::Term(_)) => self.domain()?.affine(operator, left, right),
            _ => Ok(Scalar::Integer(apply(operator, left.integer()?, right.integer()?)?)),
        }
    }

    pub(super) fn less(&mut self, left: Scalar, right: Scalar) -> Result<bool, Cause> {
        match (left, right) {
            (Scalar::Integer(left), Scalar::Integer(right)) => Ok(left < right),
            _ => match self.affine(Operator::Subtract, left, right)? {
                Scalar::Term(term) => self.domain()?.is_negative(term),
                number => Ok(number.integer()? < 0),
            },
        }
    }

    /// The greatest or the least; `None` of none.
    pub(super) fn extreme(&mut self, values: &[Scalar], is_greatest: bool) -> Result<Option<Scalar>, Cause> {
        let mut found: Option<Scalar> = None;
        for value in values {
            found = Some(match found {
                None => *value,
                Some(best) if self.less(best, *value)? == is_greatest => *value,
                Some(best) => best,
            });
        }
        Ok(found)
    }

    /// The values from `lower` below `upper`, as far as the steps suffice.
    pub(super) fn range(&mut self, lower: Scalar, upper: Scalar, step: i64) -> Result<Vec<Scalar>, Cause> {
        let mut values = Vec::new();
        let mut value = lower;
        while self.less(value, upper)? {
            self.step()?;
            values.push(value);
            value = self.affine(Operator::Add, value, Scalar::Integer(step))?;
        }
        Ok(values)
    }
}
