//! Laws of floats: exact ones, and with reassociation those of sums and products.

use interpreter::{Element, Scalar};
use std::collections::BinaryHeap;
use syntax::ods::Semantics;
use syntax::ods::semantics::{Float, Integer};

use super::{Form, Mode, Normal, Number, Shape, integers};
use crate::terms::{Node, Signature, Term, Terms};

/// Whether an operation belongs to sums or products of floats.
pub(super) fn is_associative(known: &Signature) -> bool {
    known.is_plain
        && matches!(
            known.semantics,
            Some(Semantics::Float(Float::Add | Float::Sub | Float::Mul) | Semantics::Negate)
        )
}

fn float(scalar: Option<Scalar>) -> Option<f64> {
    match scalar {
        Some(Scalar::F32(value)) => Some(value.into()),
        Some(Scalar::F64(value)) => Some(value),
        _ => None,
    }
}

impl Normal {
    /// Integers that are constants are polynomials of one kind, whatever their width.
    pub(super) fn constant(&mut self, terms: &Terms, term: Term) -> Number {
        self.intern(match terms.constant(term) {
            Some(Scalar::Integer(value)) => Form::Sum { width: 0, constant: value, parts: Box::default() },
            _ => Form::Leaf(term),
        })
    }

    fn negated(&mut self, number: Number) -> Number {
        match self.forms[number as usize] {
            Form::Negated(inner) => inner,
            _ => self.intern(Form::Negated(number)),
        }
    }

    /// A number without its sign, and the sign.
    fn magnitude(&self, number: Number) -> (Number, bool) {
        match self.forms[number as usize] {
            Form::Negated(inner) => (inner, true),
            _ => (number, false),
        }
    }

    /// Operations with exact laws: the ring of integers, and the signs of floats.
    pub(super) fn exact_law(&mut self, known: &Signature, operands: &[Number]) -> Option<Number> {
        let element = known.element?;
        match (known.semantics?, operands) {
            (Semantics::Integer(Integer::Mul), [left, right]) if integers::is_linear(known) => {
                self.product(*left, *right, element.width())
            }
            (Semantics::Negate, [operand]) => Some(self.negated(*operand)),
            (Semantics::Float(Float::Sub), [left, right]) => {
                let right = self.negated(*right);
                Some(self.plain(Float::Add, element, vec![*left, right]))
            }
            (Semantics::Float(Float::Add), [left, right]) => {
                Some(self.plain(Float::Add, element, vec![*left, *right]))
            }
            (Semantics::Float(operation @ (Float::Mul | Float::Div)), [left, right]) => {
                let ((left, first), (right, second)) = (self.magnitude(*left), self.magnitude(*right));
                let result = self.plain(operation, element, vec![left, right]);
                Some(if first != second { self.negated(result) } else { result })
            }
            _ => None,
        }
    }

    fn plain(&mut self, operation: Float, element: Element, mut operands: Vec<Number>) -> Number {
        if operation != Float::Div {
            operands.sort_unstable();
        }
        let key = self.key(format!("plain {operation:?} {element:?}"));
        self.intern(Form::Apply { key, result: 0, lane: 0, operands: operands.into() })
    }

    /// The summands or factors of nested operations: how often each is there, and how often negated.
    pub(super) fn float_leaves(&mut self, terms: &Terms, root: Term, signature: u32) -> Option<Shape> {
        let known = &terms.signatures[signature as usize];
        if !known.is_plain {
            let (Node::Apply { operands, .. } | Node::Reduce { operands, .. }) = terms.node(root) else {
                return None;
            };
            return Some(Shape::Operands(operands.to_vec()));
        }
        let is_product = known.float() == Some(Float::Mul);
        let mut counts: rustc_hash::FxHashMap<Term, (u64, u64)> = [(root, (1, 0))].into_iter().collect();
        let mut pending = BinaryHeap::from([root]);
        let mut leaves = Vec::new();
        while let Some(term) = pending.pop() {
            let Some((plus, minus)) = counts.remove(&term) else { continue };
            self.spend(1)?;
            let mut give = |term: Term, plus: u64, minus: u64| {
                let own = counts.entry(term).or_insert((0, 0));
                own.0 = own.0.checked_add(plus)?;
                own.1 = own.1.checked_add(minus)?;
                pending.push(term);
                Some(())
            };
            let (own, operands) = match terms.node(term) {
                Node::Apply { signature, operands, .. } | Node::Reduce { signature, operands } => {
                    (&terms.signatures[*signature as usize], operands)
                }
                _ => {
                    leaves.push((term, plus, minus));
                    continue;
                }
            };
            let is_same = own.is_plain && own.element == known.element;
            match (own.semantics, &operands[..]) {
                (Some(Semantics::Float(Float::Mul)), operands) if is_same && is_product => {
                    for operand in operands {
                        give(*operand, plus, minus)?;
                    }
                }
                (Some(Semantics::Negate), [operand]) if is_same && !is_product => {
                    give(*operand, minus, plus)?
                }
                (Some(Semantics::Float(Float::Add)), operands) if is_same && !is_product => {
                    for operand in operands {
                        give(*operand, plus, minus)?;
                    }
                }
                (Some(Semantics::Float(Float::Sub)), [left, right]) if is_same && !is_product => {
                    give(*left, plus, minus)?;
                    give(*right, minus, plus)?;
                }
                // A product of something negated keeps it as a factor.
                _ => leaves.push((term, plus, minus)),
            }
        }
        leaves.sort_unstable();
        Some(Shape::Multiset { signature, leaves })
    }

    pub(super) fn multiset(
        &mut self,
        terms: &Terms,
        signature: u32,
        leaves: &[(Term, u64, u64)],
    ) -> Option<Number> {
        debug_assert_eq!(self.mode, Mode::Reassociated, "the exact laws know no multisets of floats");
        let known = &terms.signatures[signature as usize];
        let is_product = known.float() == Some(Float::Mul);
        let mut parts: Vec<(Number, u64, u64)> = Vec::new();
        let mut is_negative = false;
        for (leaf, plus, minus) in leaves {
            let constant = float(terms.constant(*leaf));
            if constant == Some(if is_product { 1.0 } else { 0.0 }) {
                continue;
            }
            let (number, sign) = self.magnitude(self.done[leaf]);
            if is_product {
                is_negative ^= sign && plus % 2 == 1;
                parts.push((number, *plus, 0));
            } else {
                parts.push(if sign { (number, *minus, *plus) } else { (number, *plus, *minus) });
            }
        }
        parts.sort_unstable();
        let mut merged: Vec<(Number, u64, u64)> = Vec::new();
        for (number, plus, minus) in parts {
            match merged.last_mut() {
                Some(last) if last.0 == number => {
                    last.1 = last.1.checked_add(plus)?;
                    last.2 = last.2.checked_add(minus)?;
                }
                _ => merged.push((number, plus, minus)),
            }
        }
        let name = if is_product { "product" } else { "sum" };
        let number = match merged[..] {
            [(number, 1, 0)] => number,
            [(number, 0, 1)] => self.negated(number),
            _ => {
                let key = self.key(format!("{name} {:?}", known.element));
                self.intern(Form::Multiset { key, parts: merged.into() })
            }
        };
        Some(if is_negative { self.negated(number) } else { number })
    }
}
