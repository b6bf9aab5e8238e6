//! Folding of operations on terms. Everything here is exact for the operands' types, with every rounding, every
//! NaN and every wrap; zeros keep their sign.

use interpreter::{Element, Scalar};
use syntax::ods::Semantics;
use syntax::ods::semantics::{Float, Integer};

use super::{Node, Term, Terms};

impl Terms {
    /// A term with other operands.
    pub(crate) fn rebuilt(&mut self, node: Node, operands: Vec<Term>) -> Option<Term> {
        if self.is_full() {
            return None;
        }
        let node = match (node, &operands[..]) {
            (Node::Apply { signature, result: 0, lane: 0, .. }, _) if !self.is_opaque(signature) => {
                let folded = self.folded(signature, operands);
                return Some(self.term_or_unwritten(folded));
            }
            (Node::Apply { signature, result, lane, .. }, _) => {
                Node::Apply { signature, result, lane, operands: operands.into() }
            }
            (Node::Reduce { signature, .. }, _) => {
                let mut operands = operands;
                operands.sort_unstable();
                Node::Reduce { signature, operands: operands.into() }
            }
            (Node::Select(_), &[condition, then, otherwise]) => match self.constant(condition) {
                Some(Scalar::Integer(0)) => return Some(otherwise),
                Some(Scalar::Integer(_)) => return Some(then),
                _ if then == otherwise => return Some(then),
                _ => Node::Select([condition, then, otherwise]),
            },
            (Node::Guarded { region, .. }, &[here, elsewhere]) if here != elsewhere => {
                Node::Guarded { region, here, elsewhere }
            }
            (Node::Guarded { .. }, &[here, _]) => return Some(here),
            (other, _) => other,
        };
        Some(self.intern(node))
    }

    /// Whether it works on all lanes at once.
    fn is_opaque(&self, signature: u32) -> bool {
        !self.signatures[signature as usize].operation.is_lane_by_lane()
    }

    /// The operation applied, where that is not a constant and no operand.
    pub(super) fn folded(&mut self, signature: u32, mut operands: Vec<Term>) -> Scalar {
        let known = std::rc::Rc::clone(&self.signatures[signature as usize]);
        // Functions that round by the host's library are not constants.
        if !known.name.starts_with("math.") {
            let constants = operands.iter().map(|it| self.constant(*it)).collect::<Option<Vec<Scalar>>>();
            if let Some(constants) = constants
                && let Some(Ok((value, _))) = known.operation.compute(&constants)
                && value != Scalar::Poison
            {
                return value;
            }
        }
        if known.semantics.is_some_and(Semantics::commutes) {
            operands.sort_unstable();
        }
        if let (Some(semantics), &[left, right]) = (known.semantics, &operands[..]) {
            let width = known.element.map(Element::width);
            if let Some(operand) = self.neutral((semantics, width), left, right) {
                return self.scalar(operand);
            }
            if let Some(value) = self.absorbed(semantics, left, right) {
                return value;
            }
        }
        let node = Node::Apply { signature, result: 0, lane: 0, operands: operands.into() };
        Scalar::Term(self.intern(node))
    }

    /// The operand that is the result, of numbers of so many bits.
    fn neutral(&self, (semantics, width): (Semantics, Option<u32>), left: Term, right: Term) -> Option<Term> {
        let is = |term: Term, number: i64| match self.constant(term) {
            Some(Scalar::Integer(value)) => value == number,
            _ => false,
        };
        let is_float = |term: Term, number: f64| match self.constant(term) {
            Some(Scalar::F32(value)) => f64::from(value).to_bits() == number.to_bits(),
            Some(Scalar::F64(value)) => value.to_bits() == number.to_bits(),
            _ => false,
        };
        let either = |holds: &dyn Fn(Term) -> bool| {
            if holds(right) { Some(left) } else { holds(left).then_some(right) }
        };
        let second = |holds: bool| holds.then_some(left);
        let least = width.and_then(|it| i64::MIN.checked_shr(64_u32.checked_sub(it)?));
        let is_extreme = |number: Option<i64>| match left == right {
            true => Some(left),
            false => number.and_then(|number| either(&|it| is(it, number))),
        };
        match semantics {
            Semantics::Integer(operation) => match operation {
                Integer::Add | Integer::Or | Integer::Xor => either(&|it| is(it, 0)),
                Integer::Mul => either(&|it| is(it, 1)),
                Integer::And => either(&|it| is(it, -1)),
                Integer::Sub
                | Integer::ShiftLeft
                | Integer::ShiftRightSigned
                | Integer::ShiftRightUnsigned => second(is(right, 0)),
                Integer::MaxSigned => is_extreme(least),
                Integer::MinSigned => is_extreme(least.map(|it| !it)),
                Integer::MaxUnsigned => is_extreme(Some(0)),
                Integer::MinUnsigned => is_extreme(Some(-1)),
                Integer::DivSigned
                | Integer::DivUnsigned
                | Integer::FloorDivSigned
                | Integer::CeilDivSigned
                | Integer::CeilDivUnsigned => second(is(right, 1)),
                Integer::RemSigned | Integer::RemUnsigned => None,
            },
            Semantics::Float(operation) => match operation {
                // x + -0 is x for zeros of both signs, x + 0 is not.
                Float::Add => either(&|it| is_float(it, -0.0)),
                Float::Sub => second(is_float(right, 0.0)),
                Float::Mul => either(&|it| is_float(it, 1.0)),
                Float::Div => second(is_float(right, 1.0)),
                Float::Rem => None,
                Float::Maximum | Float::Minimum | Float::MaxNum | Float::MinNum if left == right => {
                    Some(left)
                }
                Float::Maximum => either(&|it| is_float(it, f64::NEG_INFINITY)),
                Float::Minimum => either(&|it| is_float(it, f64::INFINITY)),
                // An infinity takes the place of what is not a number.
                Float::MaxNum | Float::MinNum => None,
            },
            _ => None,
        }
    }

    /// The constant that integers give whatever one of them is.
    fn absorbed(&self, semantics: Semantics, left: Term, right: Term) -> Option<Scalar> {
        let Semantics::Integer(operation) = semantics else { return None };
        let zero = Scalar::Integer(0);
        let is_zero = |it: Term| self.constant(it) == Some(zero);
        match operation {
            Integer::Mul | Integer::And if is_zero(left) || is_zero(right) => Some(zero),
            Integer::Sub | Integer::Xor if left == right => Some(zero),
            _ => None,
        }
    }

    /// The element type of what a signature gives.
    pub(crate) fn element(&self, signature: u32) -> Option<Element> {
        self.signatures[signature as usize].element
    }
}
