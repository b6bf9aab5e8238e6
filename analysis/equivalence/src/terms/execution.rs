//! How the machine computes with terms.

use interpreter::{Cause, Domain, Element, Operation, Operator, Scalar};
use std::rc::Rc;
use syntax::ods::semantics::{Cast, Integer};
use syntax::ods::{Name, Registry, Semantics};

use super::{Key, Node, Signature, Term, Terms, Trap, unsupported};
use crate::path::Form;

const OVERFLOW: &str = "index arithmetic that overflows";

impl Terms {
    pub(super) fn signature(&mut self, op: &Operation) -> Result<u32, Cause> {
        if let Some(known) = op.number().and_then(|it| self.by_number.get(&it)) {
            return known.map_or_else(|| unsupported(unread(op)), Ok);
        }
        let known = op.digest().map(|attributes| {
            let (inputs, results) = op.elements();
            // Operations with the same semantics are the same, by whatever name.
            let semantics = op.semantics().filter(|_| op.is_lane_by_lane());
            let name = semantics.and_then(Registry::computing).unwrap_or_else(|| Name::new(op.name()));
            let key = Key { name, attributes: attributes.clone(), inputs, results };
            let next = u32::try_from(self.signatures.len()).unwrap_or(u32::MAX);
            let signatures = &mut self.signatures;
            *self.by_key.entry(key).or_insert_with(|| {
                signatures.push(Rc::new(Signature {
                    name,
                    semantics: op.semantics(),
                    element: op.result_element(),
                    operand_element: op.operand_element(),
                    is_plain: attributes.is_empty(),
                    attributes,
                    operation: op.without_regions(),
                }));
                next
            })
        });
        if let Some(number) = op.number() {
            self.by_number.insert(number, known);
        }
        known.map_or_else(|| unsupported(unread(op)), Ok)
    }

    fn operands(&mut self, inputs: &[Scalar]) -> Result<Vec<Term>, Cause> {
        if self.is_full() {
            return Err(Cause::Endless);
        }
        self.spend(inputs.len())?;
        let terms = inputs.iter().map(|it| self.term(*it)).collect::<Option<Vec<_>>>();
        terms.map_or_else(|| unsupported("poison among the operands"), Ok)
    }

    /// Index arithmetic, where both operands are affine.
    fn index(&mut self, op: &Operation, inputs: &[Scalar]) -> Result<Option<Scalar>, Cause> {
        let is_wide = |it: Option<Element>| matches!(it, Some(Element::Index | Element::Integer(64)));
        // Narrow forms are symbols themselves, which fit: arithmetic on them makes no forms.
        let Some(semantics) = op.semantics() else { return Ok(None) };
        let keeps = matches!(
            semantics,
            Semantics::Cast(Cast::IndexSigned | Cast::ExtendSigned)
                | Semantics::CompareIntegers
                | Semantics::Integer(Integer::MaxSigned | Integer::MinSigned)
        );
        let is_form = is_wide(op.operand_element()) || keeps;
        if !is_form || inputs.iter().any(|it| self.form(*it).is_none()) {
            return Ok(None);
        }
        match semantics {
            Semantics::Integer(operation) => self.index_arithmetic(operation, inputs[0], inputs[1]),
            Semantics::Cast(Cast::IndexSigned | Cast::ExtendSigned) if is_wide(op.result_element()) => {
                Ok(Some(inputs[0]))
            }
            Semantics::CompareIntegers => match op.predicate() {
                Some(predicate @ 0..=5) => {
                    let [left, right] = [inputs[0], inputs[1]];
                    let holds = match predicate {
                        0 | 1 => {
                            let differs = self.less(left, right)? || self.less(right, left)?;
                            differs == (predicate == 1)
                        }
                        2 => self.less(left, right)?,
                        3 => !self.less(right, left)?,
                        4 => self.less(right, left)?,
                        _ => !self.less(left, right)?,
                    };
                    Ok(Some(Scalar::Integer(-i64::from(holds))))
                }
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    fn index_arithmetic(
        &mut self,
        operation: Integer,
        left: Scalar,
        right: Scalar,
    ) -> Result<Option<Scalar>, Cause> {
        let operator = match operation {
            Integer::Add => Operator::Add,
            Integer::Sub => Operator::Subtract,
            Integer::Mul => Operator::Multiply,
            Integer::FloorDivSigned if matches!(right, Scalar::Integer(_)) => Operator::FloorDiv,
            Integer::CeilDivSigned if matches!(right, Scalar::Integer(_)) => Operator::CeilDiv,
            Integer::MaxSigned => return Ok(Some(if self.less(left, right)? { right } else { left })),
            Integer::MinSigned => return Ok(Some(if self.less(left, right)? { left } else { right })),
            Integer::DivSigned | Integer::RemSigned if matches!(right, Scalar::Integer(1..)) => {
                // Rounded towards 0.
                let is_negative = self.less(left, Scalar::Integer(0))?;
                let operator = if is_negative { Operator::CeilDiv } else { Operator::FloorDiv };
                let quotient = self.affine(operator, left, right)?;
                if operation == Integer::DivSigned {
                    return Ok(Some(quotient));
                }
                let product = self.affine(Operator::Multiply, quotient, right)?;
                return self.affine(Operator::Subtract, left, product).map(Some);
            }
            _ => return Ok(None),
        };
        self.affine(operator, left, right).map(Some)
    }

    fn less(&mut self, left: Scalar, right: Scalar) -> Result<bool, Cause> {
        match self.affine(Operator::Subtract, left, right)? {
            Scalar::Integer(value) => Ok(value < 0),
            Scalar::Term(term) => self.is_negative(term),
            _ => unsupported("a comparison of floats"),
        }
    }
}

fn unread(op: &Operation) -> String {
    format!("the attributes of `{}`", op.name())
}

impl Domain for Terms {
    fn apply(&mut self, op: &Operation, inputs: &[Scalar]) -> Result<Scalar, Cause> {
        if let Some(value) = self.index(op, inputs)? {
            return Ok(value);
        }
        let signature = self.signature(op)?;
        let operands = self.operands(inputs)?;
        if matches!(op.semantics(), Some(Semantics::Integer(it)) if it.traps()) {
            let is_safe = matches!(inputs.get(1), Some(Scalar::Integer(it)) if !matches!(it, 0 | -1));
            if !is_safe {
                let operands = operands.clone().into();
                let guards = self.guards.as_slice().into();
                let region = self.regions.as_mut().map(|it| it.present());
                self.traps.insert(Trap { signature, operands, guards, region });
            }
        }
        Ok(self.folded(signature, operands))
    }

    fn opaque(
        &mut self,
        op: &Operation,
        inputs: &[Scalar],
        result: usize,
        lane: usize,
    ) -> Result<Scalar, Cause> {
        let signature = self.signature(op)?;
        let operands = self.operands(inputs)?.into();
        let number = |it| u32::try_from(it).unwrap_or(u32::MAX);
        let node = Node::Apply { signature, result: number(result), lane: number(lane), operands };
        Ok(Scalar::Term(self.intern(node)))
    }

    fn effect(&mut self, op: &Operation, inputs: &[Scalar]) -> Result<Scalar, Cause> {
        let unwritten = self.intern(Node::Unwritten);
        let is_poison = |it: &Scalar| matches!(it, Scalar::Poison);
        let known = |it: &Scalar| if is_poison(it) { Scalar::Term(unwritten) } else { *it };
        let inputs: Vec<Scalar> = inputs.iter().map(known).collect();
        self.opaque(op, &inputs, usize::MAX, 0)
    }

    fn reduce(&mut self, op: &Operation, values: &[Scalar]) -> Result<Scalar, Cause> {
        let signature = self.signature(op)?;
        let mut operands = self.operands(values)?;
        operands.sort_unstable();
        match operands[..] {
            [single] => Ok(self.scalar(single)),
            // Two numbers are added in one order only.
            [_, _] => Ok(self.folded(signature, operands)),
            _ => Ok(Scalar::Term(self.intern(Node::Reduce { signature, operands: operands.into() }))),
        }
    }

    fn select(
        &mut self,
        _: &Operation,
        condition: Scalar,
        then: Scalar,
        otherwise: Scalar,
    ) -> Result<Scalar, Cause> {
        let operands = self.operands(&[condition, then, otherwise])?;
        let &[condition, then, otherwise] = operands.as_slice() else { return Err(Cause::Endless) };
        if then == otherwise {
            return Ok(self.scalar(then));
        }
        Ok(Scalar::Term(self.intern(Node::Select([condition, then, otherwise]))))
    }

    fn pin(&mut self, term: Term) -> Result<i64, Cause> {
        match self.node(term).clone() {
            Node::Affine(form) => match &self.regions {
                Some(regions) => match regions.only_value(&form) {
                    Some(value) => Ok(value),
                    None => unsupported("a subscript that the sizes choose"),
                },
                None => self.path.pin(&form).map_or_else(|| unsupported(OVERFLOW), Ok),
            },
            _ => unsupported("a subscript or bound that depends on what memory holds"),
        }
    }

    fn is_negative(&mut self, term: Term) -> Result<bool, Cause> {
        match self.node(term).clone() {
            Node::Affine(form) => match self.spend_form(form.len()).map(|()| self.is_form_negative(&form))? {
                Some(is_negative) => Ok(is_negative),
                None if self.regions.is_some() => unsupported("a decision that the sizes make"),
                None => unsupported(OVERFLOW),
            },
            _ => unsupported("a subscript or bound that depends on what memory holds"),
        }
    }

    fn is_decidable(&self, term: Term) -> bool {
        matches!(self.node(term), Node::Affine(_))
    }

    fn affine(&mut self, operator: Operator, left: Scalar, right: Scalar) -> Result<Scalar, Cause> {
        let (Some(first), Some(second)) = (self.form(left), self.form(right)) else {
            return unsupported("a subscript or bound that depends on what memory holds");
        };
        if self.is_full() {
            return Err(Cause::Endless);
        }
        self.spend_form(first.len())?;
        let result = match operator {
            Operator::Add => combined(&first, &second, 1),
            Operator::Subtract => combined(&first, &second, -1),
            Operator::Multiply => match (left, right) {
                (_, Scalar::Integer(factor)) => scaled(&first, factor),
                (Scalar::Integer(factor), _) => scaled(&second, factor),
                // One of the factors is a number from here on.
                (_, Scalar::Term(term)) => scaled(&first, self.pin(term)?),
                _ => None,
            },
            Operator::Mod | Operator::FloorDiv | Operator::CeilDiv => {
                let divisor = match right {
                    Scalar::Integer(divisor) => divisor,
                    Scalar::Term(term) => self.pin(term)?,
                    _ => 0,
                };
                if divisor < 1 {
                    return Err(Cause::Undefined("division by a number that is not positive".to_owned()));
                }
                self.divided(operator, &first, divisor)
            }
        };
        match result {
            Some(form) => Ok(self.of_form(form)),
            None => unsupported(OVERFLOW),
        }
    }

    fn enter(&mut self, condition: Scalar, holds: bool) {
        if let Some(term) = self.term(condition) {
            self.guards.push((term, holds));
        }
    }

    fn leave(&mut self) {
        self.guards.pop();
    }

    fn has_regions(&self) -> bool {
        self.regions.is_some()
    }

    fn narrow(&mut self, negative: &[Scalar]) -> Result<bool, Cause> {
        self.narrow_regions(negative)
    }

    fn widen(&mut self) {
        self.widen_regions();
    }

    fn range(&self, term: Term) -> (Option<i64>, Option<i64>) {
        match (self.node(term), &self.regions) {
            (Node::Affine(form), Some(regions)) => {
                let range = regions.range(form);
                (range.low, range.high)
            }
            _ => (None, None),
        }
    }

    fn here(&mut self, value: Scalar) -> Scalar {
        self.shown_here(value)
    }

    fn guarded(&mut self, here: Scalar, elsewhere: Scalar) -> Result<Scalar, Cause> {
        self.guarded_by_region(here, elsewhere)
    }

    fn exclude(&mut self) -> bool {
        self.exclude_region()
    }

    fn is_everywhere(&self) -> bool {
        self.is_region_whole()
    }

    fn is_nowhere(&self) -> bool {
        self.is_region_empty()
    }
}

impl Terms {
    fn is_form_negative(&mut self, form: &[i64]) -> Option<bool> {
        match &self.regions {
            Some(regions) => regions.is_negative(form),
            None => self.path.is_negative(form),
        }
    }

    /// A quotient or remainder, whose part that is not affine is a symbol of its own.
    fn divided_for_all(
        &mut self,
        operator: Operator,
        whole: Form,
        rest: &[i64],
        divisor: i64,
    ) -> Option<Form> {
        let regions = self.regions.as_mut()?;
        let mut dividend: Form = rest.into();
        if operator == Operator::CeilDiv {
            let last = dividend.last_mut()?;
            *last = last.checked_add(divisor.checked_sub(1)?)?;
        }
        let range = regions.range(&dividend).floor_divided(divisor);
        let quotient = match (range.low, range.high) {
            (Some(low), Some(high)) if low == high => {
                let mut form: Form = vec![0; rest.len()].into();
                *form.last_mut()? = low;
                form
            }
            _ => regions.quotient(&dividend, divisor)?,
        };
        match operator {
            Operator::Mod => combined(rest, &scaled(&quotient, divisor)?, -1),
            _ => combined(&whole, &quotient, 1),
        }
    }

    /// A quotient or remainder, whose part that is not affine is pinned.
    fn divided(&mut self, operator: Operator, form: &[i64], divisor: i64) -> Option<Form> {
        // Multiples of the divisor leave the division. Factors keep their signs, which say more about the quotient.
        let (constant, factors) = form.split_last()?;
        let whole = factors.iter().map(|it| it / divisor).chain([constant.div_euclid(divisor)]);
        let rest = factors.iter().map(|it| it % divisor).chain([constant.rem_euclid(divisor)]);
        let (whole, rest): (Form, Form) = (whole.collect(), rest.collect());
        let is_constant = rest.split_last()?.1.iter().all(|it| *it == 0);
        if !is_constant && self.regions.is_some() {
            return self.divided_for_all(operator, whole, &rest, divisor);
        }
        let value = if is_constant { *rest.last()? } else { self.path.value(&rest)? };
        let quotient = match operator {
            Operator::CeilDiv => value.checked_neg()?.div_euclid(divisor).checked_neg()?,
            _ => value.div_euclid(divisor),
        };
        if !is_constant {
            // quotient = floor(rest / divisor): 0 <= rest - divisor * quotient < divisor, or the like for ceil.
            let mut low = rest.clone();
            let product = quotient.checked_mul(divisor)?;
            let last = low.last_mut()?;
            *last = last.checked_sub(product)?;
            if operator == Operator::CeilDiv {
                *last = last.checked_add(divisor.checked_sub(1)?)?;
            }
            let mut high = low.clone();
            let last = high.last_mut()?;
            *last = last.checked_sub(divisor)?;
            self.path.is_negative(&low)?;
            self.path.is_negative(&high)?;
        }
        let mut result = if operator == Operator::Mod { rest } else { whole };
        let last = result.last_mut()?;
        *last = match operator {
            Operator::Mod => last.checked_sub(quotient.checked_mul(divisor)?)?,
            _ => last.checked_add(quotient)?,
        };
        Some(result)
    }
}

fn combined(first: &[i64], second: &[i64], sign: i64) -> Option<Form> {
    let sum = |(left, right): (&i64, &i64)| left.checked_add(right.checked_mul(sign)?);
    first.iter().zip(second).map(sum).collect()
}

fn scaled(form: &[i64], factor: i64) -> Option<Form> {
    form.iter().map(|it| it.checked_mul(factor)).collect()
}
