//! Affine expressions over values, as a reader wants them: through constants and `affine.apply`, with equal terms
//! collected.

use ir::affine::{AffineExpr, BinaryOp};
use ir::value_name;
use ir::{AppliedMap, Ir, OpId, OpKind, ValueId};

/// Expressions whose `Dim(i)` is the value `leaves[i]`.
pub struct Composer<'a> {
    ir: &'a Ir,
    pub leaves: Vec<ValueId>,
    /// Whether constants and results of `affine.apply` are replaced by what they stand for.
    through: bool,
    /// Nodes that may still be made: a chain of applies can double the expression at each link.
    budget: usize,
}

/// Larger expressions are not made: no user reads them, and walks over them recurse.
const MAX_NODES: usize = 500;

/// Longer chains of `affine.apply` are not followed.
const MAX_CHAIN: usize = 32;

impl<'a> Composer<'a> {
    /// Stops at the operands themselves.
    pub fn direct(ir: &'a Ir) -> Self {
        Self { ir, leaves: Vec::new(), through: false, budget: MAX_NODES }
    }

    /// Goes through constants and `affine.apply`.
    pub fn composing(ir: &'a Ir) -> Self {
        Self { through: true, ..Self::direct(ir) }
    }

    /// The results of a map over values; `None` if it is unknown, lacks operands, or grows too large.
    pub fn results(&mut self, op: OpId, applied: &AppliedMap) -> Option<Vec<AffineExpr>> {
        self.map(op, applied, MAX_CHAIN)
    }

    fn map(&mut self, op: OpId, applied: &AppliedMap, chain: usize) -> Option<Vec<AffineExpr>> {
        let map = applied.map.as_ref()?;
        let values: Vec<_> = self.ir.operand_values(op, &applied.operands).collect();
        let inputs = values.into_iter().map(|it| self.value(it?, chain)).collect::<Option<Vec<_>>>()?;
        map.results.iter().map(|it| self.substitute(it, map.dims, &inputs)).collect()
    }

    fn value(&mut self, value: ValueId, chain: usize) -> Option<AffineExpr> {
        if self.through
            && let Some(op) = self.ir.defining_op(value)
        {
            match &self.ir.ops[op].kind {
                OpKind::ConstantInteger(constant) => return Some(AffineExpr::Constant(*constant)),
                OpKind::Apply(applied) if chain > 0 => {
                    if let [result] = self.map(op, applied, chain - 1)?.as_slice() {
                        return Some(result.clone());
                    }
                }
                _ => {}
            }
        }
        let index = self.leaves.iter().position(|it| *it == value).unwrap_or_else(|| {
            self.leaves.push(value);
            self.leaves.len() - 1
        });
        Some(AffineExpr::Dim(index))
    }

    fn substitute(&mut self, expr: &AffineExpr, dims: usize, inputs: &[AffineExpr]) -> Option<AffineExpr> {
        self.budget = self.budget.checked_sub(1)?;
        let mut input = |index: usize| {
            let input = inputs.get(index)?.clone();
            let mut size = 0_usize;
            input.walk(&mut |_| size += 1);
            self.budget = self.budget.checked_sub(size)?;
            Some(input)
        };
        Some(match expr {
            AffineExpr::Dim(index) => input(*index)?,
            AffineExpr::Symbol(index) => input(dims.checked_add(*index)?)?,
            AffineExpr::Constant(value) => AffineExpr::Constant(*value),
            AffineExpr::Binary(op, left, right) => {
                let left = self.substitute(left, dims, inputs)?;
                let right = self.substitute(right, dims, inputs)?;
                AffineExpr::binary(*op, left, right)
            }
        })
    }

    /// The expression over the names of the values.
    pub fn text(&self, expr: &AffineExpr) -> String {
        let name = |index: usize, _: bool| {
            self.leaves.get(index).map_or_else(|| "?".to_owned(), |it| value_name(self.ir, *it))
        };
        expr.display_with(&name).to_string()
    }

    pub fn operation(&self, op: OpId) -> &'a str {
        &self.ir.ops[op].name
    }
}

/// A sum of multiples of expressions that are not sums, and a constant.
#[derive(Default)]
pub struct Sum {
    pub terms: Vec<(AffineExpr, i64)>,
    pub constant: i64,
}

impl Sum {
    /// `None` on overflow.
    pub fn of(expr: &AffineExpr) -> Option<Sum> {
        let mut sum = Sum::default();
        sum.add(expr, 1)?;
        sum.terms.retain(|it| it.1 != 0);
        Some(sum)
    }

    fn add(&mut self, expr: &AffineExpr, factor: i64) -> Option<()> {
        match expr {
            AffineExpr::Constant(value) => {
                self.constant = self.constant.checked_add(value.checked_mul(factor)?)?;
            }
            AffineExpr::Binary(BinaryOp::Add, left, right) => {
                self.add(left, factor)?;
                self.add(right, factor)?;
            }
            AffineExpr::Binary(BinaryOp::Mul, operand, by) if by.as_constant().is_some() => {
                self.add(operand, factor.checked_mul(by.as_constant()?)?)?;
            }
            AffineExpr::Binary(op, left, right) => {
                self.add_term(AffineExpr::binary(*op, simplified(left), simplified(right)), factor)?;
            }
            AffineExpr::Dim(_) | AffineExpr::Symbol(_) => self.add_term(expr.clone(), factor)?,
        }
        Some(())
    }

    fn add_term(&mut self, term: AffineExpr, factor: i64) -> Option<()> {
        if let Some(value) = term.as_constant() {
            self.constant = self.constant.checked_add(value.checked_mul(factor)?)?;
            return Some(());
        }
        match self.terms.iter_mut().find(|it| it.0 == term) {
            Some((_, old)) => *old = old.checked_add(factor)?,
            None => self.terms.push((term, factor)),
        }
        Some(())
    }

    /// As an expression: something positive first, else the constant last.
    fn into_expression(mut self) -> AffineExpr {
        let constant = AffineExpr::Constant(self.constant);
        let first = self.terms.iter().position(|it| it.1 > 0);
        if let Some(first) = first {
            self.terms[..=first].rotate_right(1);
        }
        let terms = self
            .terms
            .into_iter()
            .map(|(term, factor)| AffineExpr::binary(BinaryOp::Mul, term, AffineExpr::Constant(factor)));
        let sum = |a, b| AffineExpr::binary(BinaryOp::Add, a, b);
        match first {
            None if self.constant > 0 => terms.fold(constant, sum),
            _ => match terms.reduce(sum) {
                Some(terms) => sum(terms, constant),
                None => constant,
            },
        }
    }
}

/// An equal expression with equal terms collected; the same where a number does not fit.
pub fn simplified(expr: &AffineExpr) -> AffineExpr {
    Sum::of(expr).map_or_else(|| expr.clone(), Sum::into_expression)
}

/// `left − right`, collected.
pub fn difference(left: &AffineExpr, right: &AffineExpr) -> AffineExpr {
    simplified(&AffineExpr::binary(BinaryOp::Add, left.clone(), right.clone().negated()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use AffineExpr::{Constant, Dim};

    #[test]
    fn equal_terms_are_collected_and_negative_ones_follow() {
        let add = |a, b| AffineExpr::binary(BinaryOp::Add, a, b);
        let times = |a, b| AffineExpr::binary(BinaryOp::Mul, a, Constant(b));
        let text = |expr: &AffineExpr| simplified(expr).to_string();
        assert_eq!(text(&add(add(Dim(0), Constant(3)), times(Dim(0), 2))), "d0 * 3 + 3");
        assert_eq!(text(&add(Dim(0).negated(), add(Dim(1), Constant(-1)))), "d1 - d0 - 1");
        assert_eq!(text(&add(Dim(0).negated(), Constant(61))), "61 - d0");
        assert_eq!(difference(&add(Dim(0), Constant(4)), &Dim(0)), Constant(4));
    }
}
