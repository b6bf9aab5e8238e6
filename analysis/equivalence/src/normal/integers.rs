//! Polynomials over integers modulo a power of two.

use interpreter::{Element, Scalar};
use std::collections::{BTreeMap, BinaryHeap};
use syntax::ods::semantics::Integer;

use super::{Form, Normal, Number, Shape, TERMS_OF_A_STEP};
use crate::terms::{Node, Signature, Term, Terms};

/// The longest polynomial that a product is expanded to.
const MOST_MONOMIALS: usize = 64;

/// Whether an operation is one of the ring.
pub(super) fn is_linear(known: &Signature) -> bool {
    let is_integer = matches!(known.element, Some(Element::Integer(_) | Element::Index));
    is_integer
        && known.is_plain
        && matches!(known.integer(), Some(Integer::Add | Integer::Sub | Integer::Mul))
}

fn wrap(value: i64, width: u32) -> i64 {
    let unused = 64 - width.clamp(1, 64);
    value << unused >> unused
}

/// Factors with their powers, sorted.
type Monomial = Vec<(Number, u32)>;
type Polynomial = BTreeMap<Monomial, i64>;

impl Normal {
    /// The linear combination of terms that are not sums themselves. Coefficients flow from a term to its operands, which
    /// are older: a sum that is shared is looked at once.
    pub(super) fn linear_leaves(&mut self, terms: &Terms, root: Term) -> Option<Shape> {
        let Node::Apply { signature, .. } = terms.node(root) else { return None };
        let width = terms.element(*signature).map_or(64, Element::width);
        let mut coefficients: rustc_hash::FxHashMap<Term, i64> = [(root, 1)].into_iter().collect();
        let mut pending = BinaryHeap::from([root]);
        let mut leaves = Vec::new();
        let mut constant = 0_i64;
        while let Some(term) = pending.pop() {
            let Some(factor) = coefficients.remove(&term) else { continue };
            self.spend(1)?;
            let factor = wrap(factor, width);
            if factor == 0 {
                continue;
            }
            let mut give = |term: Term, factor: i64| {
                let own = coefficients.entry(term).or_insert(0);
                *own = own.wrapping_add(factor);
                pending.push(term);
            };
            match terms.node(term) {
                Node::Constant { .. } => {
                    let Some(Scalar::Integer(value)) = terms.constant(term) else { return None };
                    constant = constant.wrapping_add(value.wrapping_mul(factor));
                }
                Node::Apply { signature, operands, .. } => {
                    let known = &terms.signatures[*signature as usize];
                    let is_same = is_linear(known) && known.element.map(Element::width) == Some(width);
                    match (known.integer(), &operands[..]) {
                        (Some(Integer::Add), [left, right]) if is_same => {
                            give(*left, factor);
                            give(*right, factor);
                        }
                        (Some(Integer::Sub), [left, right]) if is_same => {
                            give(*left, factor);
                            give(*right, factor.wrapping_neg());
                        }
                        (Some(Integer::Mul), [left, right]) if is_same => {
                            match (terms.constant(*left), terms.constant(*right)) {
                                (_, Some(Scalar::Integer(value))) => give(*left, factor.wrapping_mul(value)),
                                (Some(Scalar::Integer(value)), _) => give(*right, factor.wrapping_mul(value)),
                                // A product is a leaf of what is around it.
                                _ if term != root => leaves.push((term, factor)),
                                _ => return Some(Shape::Operands(operands.to_vec())),
                            }
                        }
                        _ => leaves.push((term, factor)),
                    }
                }
                _ => leaves.push((term, factor)),
            }
        }
        leaves.sort_unstable();
        Some(Shape::Linear { width, constant: wrap(constant, width), leaves })
    }

    /// The normal form of a linear combination.
    pub(super) fn sum(&mut self, width: u32, constant: i64, leaves: &[(Term, i64)]) -> Option<Number> {
        let mut sum = Polynomial::from([(Monomial::new(), constant)]);
        for (leaf, factor) in leaves {
            let number = self.done[leaf];
            self.spend(self.weight(number) / TERMS_OF_A_STEP)?;
            for (monomial, own) in self.polynomial(number, width) {
                let entry = sum.entry(monomial).or_insert(0);
                *entry = wrap(entry.wrapping_add(own.wrapping_mul(*factor)), width);
            }
        }
        self.of_polynomial(sum, width)
    }

    /// The product of two normal forms.
    pub(super) fn product(&mut self, left: Number, right: Number, width: u32) -> Option<Number> {
        self.spend((self.weight(left) + self.weight(right)) / TERMS_OF_A_STEP)?;
        let [mut first, mut second] = [left, right].map(|it| self.polynomial(it, width));
        if first.len().saturating_mul(second.len()) > MOST_MONOMIALS {
            first = Polynomial::from([(vec![(left, 1)], 1)]);
            second = Polynomial::from([(vec![(right, 1)], 1)]);
        }
        let mut product = Polynomial::new();
        for (monomial, factor) in &first {
            for (other, by) in &second {
                self.spend(1 + (monomial.len() + other.len()) / TERMS_OF_A_STEP)?;
                let mut powers: BTreeMap<Number, u32> = monomial.iter().copied().collect();
                for (number, power) in other {
                    let own = powers.entry(*number).or_insert(0);
                    *own = own.checked_add(*power)?;
                }
                let entry = product.entry(powers.into_iter().collect()).or_insert(0);
                *entry = wrap(i64::wrapping_add(*entry, factor.wrapping_mul(*by)), width);
            }
        }
        self.of_polynomial(product, width)
    }

    /// How many numbers a normal form has as a polynomial.
    fn weight(&self, number: Number) -> usize {
        let factors = |it: Number| match &self.forms[it as usize] {
            Form::Product { parts, .. } => parts.len(),
            _ => 1,
        };
        match &self.forms[number as usize] {
            Form::Sum { parts, .. } => parts.iter().map(|it| factors(it.0)).sum(),
            _ => factors(number),
        }
    }

    /// A normal form as a polynomial over those that are not polynomials.
    fn polynomial(&self, number: Number, width: u32) -> Polynomial {
        match &self.forms[number as usize] {
            Form::Sum { width: 0, constant, .. } => {
                Polynomial::from([(Monomial::new(), wrap(*constant, width))])
            }
            Form::Sum { width: own, constant, parts } if *own == width => {
                let monomials = parts.iter().map(|(part, factor)| (self.monomial(*part, width), *factor));
                monomials.chain([(Monomial::new(), *constant)]).filter(|it| it.1 != 0).collect()
            }
            _ => Polynomial::from([(self.monomial(number, width), 1)]),
        }
    }

    fn monomial(&self, number: Number, width: u32) -> Monomial {
        match &self.forms[number as usize] {
            Form::Product { width: own, parts } if *own == width => parts.to_vec(),
            _ => vec![(number, 1)],
        }
    }

    fn of_polynomial(&mut self, sum: Polynomial, width: u32) -> Option<Number> {
        let mut constant = 0;
        let mut parts = Vec::new();
        for (monomial, factor) in sum {
            if factor == 0 {
                continue;
            }
            match monomial[..] {
                [] => constant = factor,
                [(number, 1)] => parts.push((number, factor)),
                _ => {
                    let number = self.intern(Form::Product { width, parts: monomial.into() });
                    parts.push((number, factor));
                }
            }
        }
        parts.sort_unstable();
        if let ([(number, 1)], 0) = (&parts[..], constant) {
            return Some(*number);
        }
        // Constants are the same in all widths.
        let width = if parts.is_empty() { 0 } else { width };
        Some(self.intern(Form::Sum { width, constant, parts: parts.into() }))
    }
}
