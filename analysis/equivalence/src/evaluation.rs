//! Terms computed on one input, with how far rounding may have led.
//!
//! Each float carries a bound on the distance to what the real numbers would give (running error analysis: Higham,
//! *Accuracy and Stability of Numerical Algorithms*, 3.3). Two values whose distance is greater than both bounds differ
//! by more than any order of the same operations explains.

use interpreter::{Element, Scalar};
use std::rc::Rc;
use syntax::ods::Semantics;
use syntax::ods::semantics::{Cast, Float, Function};

use crate::terms::{Node, Signature, Term, Terms};

/// A number, and how far the real one may be from it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Approximation {
    pub(crate) value: Scalar,
    error: f64,
}

impl Approximation {
    fn exact(value: Scalar) -> Self {
        Self { value, error: 0.0 }
    }

    /// Whether rounding does not explain the difference.
    pub(crate) fn differs_from(&self, other: &Self) -> bool {
        match (float(self.value), float(other.value)) {
            (Some(left), Some(right)) => {
                let bound = self.error + other.error;
                left.is_finite() && right.is_finite() && (left - right).abs() > 2.0 * bound
            }
            _ => match (self.value, other.value) {
                (Scalar::Integer(left), Scalar::Integer(right)) => left != right,
                _ => false,
            },
        }
    }
}

fn float(value: Scalar) -> Option<f64> {
    match value {
        Scalar::F32(value) => Some(value.into()),
        Scalar::F64(value) => Some(value),
        _ => None,
    }
}

/// The unit roundoff of a type, doubled for what functions of a library lose.
fn unit(value: Scalar) -> f64 {
    match value {
        Scalar::F32(_) => 2.0_f64.powi(-23),
        _ => 2.0_f64.powi(-52),
    }
}

/// The values of terms on one input; `None` where that is not known or undefined.
pub(crate) struct Evaluation<'t> {
    terms: &'t Terms,
    input: &'t dyn Fn(u32, u32) -> Scalar,
    values: Vec<Option<Option<Approximation>>>,
    work: usize,
}

impl<'t> Evaluation<'t> {
    pub(crate) fn new(terms: &'t Terms, input: &'t dyn Fn(u32, u32) -> Scalar, work: usize) -> Self {
        Self { terms, input, values: vec![None; terms.len()], work }
    }

    pub(crate) fn of(&mut self, root: Term) -> Option<Approximation> {
        let mut pending = vec![(root, false)];
        while let Some((term, is_ready)) = pending.pop() {
            if self.values[term as usize].is_some() {
                continue;
            }
            self.work = self.work.checked_sub(1)?;
            self.terms.budget.spend(1)?;
            if is_ready {
                self.values[term as usize] = Some(self.compute(term));
                continue;
            }
            pending.push((term, true));
            match self.terms.node(term) {
                Node::Apply { operands, .. } | Node::Reduce { operands, .. } => {
                    pending.extend(operands.iter().map(|it| (*it, false)));
                }
                Node::Select(operands) => pending.extend(operands.iter().map(|it| (*it, false))),
                _ => {}
            }
        }
        self.values[root as usize]?
    }

    fn known(&self, term: Term) -> Option<Approximation> {
        self.values[term as usize]?
    }

    fn compute(&self, term: Term) -> Option<Approximation> {
        match self.terms.node(term) {
            Node::Input { argument, cell } => Some(Approximation::exact((self.input)(*argument, *cell))),
            Node::Constant { .. } => self.terms.constant(term).map(Approximation::exact),
            Node::Affine(form) => {
                self.terms.path.value(form).map(|it| Approximation::exact(Scalar::Integer(it)))
            }
            // Of runs for all sizes, which nothing is evaluated in.
            Node::Guarded { .. } | Node::Unwritten => None,
            Node::Select([condition, then, otherwise]) => match self.known(*condition)?.value {
                Scalar::Integer(0) => self.known(*otherwise),
                Scalar::Integer(_) => self.known(*then),
                _ => None,
            },
            Node::Apply { signature, operands, .. } => {
                let known = Rc::clone(&self.terms.signatures[*signature as usize]);
                let operands = operands.iter().map(|it| self.known(*it)).collect::<Option<Vec<_>>>()?;
                apply(&known, &operands)
            }
            Node::Reduce { signature, operands } => {
                let known = Rc::clone(&self.terms.signatures[*signature as usize]);
                let mut total = self.known(*operands.first()?)?;
                let mut magnitude = float(total.value)?.abs();
                for operand in &operands[1..] {
                    let operand = self.known(*operand)?;
                    magnitude += float(operand.value)?.abs();
                    total = apply(&known, &[total, operand])?;
                }
                // In other orders other sums are rounded.
                if known.float() == Some(Float::Add) && total.error > 0.0 {
                    total.error += magnitude * unit(total.value) * operands.len() as f64;
                } else if total.error > 0.0 {
                    total.error *= operands.len() as f64;
                }
                Some(total)
            }
        }
    }
}

fn apply(known: &Signature, operands: &[Approximation]) -> Option<Approximation> {
    let values: Vec<Scalar> = operands.iter().map(|it| it.value).collect();
    let (value, is_exact) = known.operation.compute(&values)?.ok()?;
    if value == Scalar::Poison {
        return None;
    }
    let is_sure = operands.iter().all(|it| it.error == 0.0);
    let Some(result) = float(value) else {
        // An integer from floats that may be others is not known.
        if is_sure {
            return Some(Approximation::exact(value));
        }
        let [left, right] = operands else { return None };
        let distance = (float(left.value)? - float(right.value)?).abs();
        let is_clear =
            known.semantics == Some(Semantics::CompareFloats) && distance > 2.0 * (left.error + right.error);
        return is_clear.then_some(Approximation::exact(value));
    };
    if is_sure && is_exact {
        return Some(Approximation::exact(value));
    }
    let rounding = result.abs() * unit(value) + f64::from(f32::MIN_POSITIVE);
    let at = |index: usize| Some((float(operands.get(index)?.value)?.abs(), operands[index].error));
    let carried = match known.semantics? {
        _ if is_sure => 8.0 * rounding,
        Semantics::Float(Float::Add | Float::Sub) => at(0)?.1 + at(1)?.1,
        Semantics::Float(Float::Mul) => {
            let ((left, first), (right, second)) = (at(0)?, at(1)?);
            left * second + right * first + first * second
        }
        Semantics::Float(Float::Div) => {
            let ((_, first), (right, second)) = (at(0)?, at(1)?);
            let least = right - second;
            if least <= 0.0 {
                return None;
            }
            (first + result.abs() * second) / least
        }
        Semantics::Negate | Semantics::Function(Function::AbsFloat) => at(0)?.1,
        Semantics::Cast(Cast::ExtendFloat | Cast::TruncateFloat | Cast::ConvertFloat) => at(0)?.1,
        Semantics::Float(Float::Maximum | Float::Minimum | Float::MaxNum | Float::MinNum) => {
            at(0)?.1.max(at(1)?.1)
        }
        Semantics::Function(Function::Sqrt) => {
            let (value, error) = at(0)?;
            if value <= error {
                return None;
            }
            error / (value - error).sqrt()
        }
        Semantics::Function(Function::Exp) => {
            let (_, error) = at(0)?;
            if error > 1.0 {
                return None;
            }
            2.0 * result.abs() * error
        }
        _ => return None,
    };
    let error = carried + 2.0 * rounding;
    error.is_finite().then_some(Approximation { value, error })
}

/// A number of a type for an input.
pub(crate) fn number(value: i64, element: Element) -> Scalar {
    Scalar::from_i64(value, element)
}
