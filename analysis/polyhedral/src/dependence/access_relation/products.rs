//! Subscripts that a program linearizes by itself, `%i * %n + %j`: as digits, each with what it counts.
//!
//! Products are polynomials over symbols with at most one other variable per term. A subscript `m · y + c + r` with
//! `0 <= r < m` is the same element as another of this form exactly if both `y` and both `r` are the same (Maslov,
//! *Delinearization: an efficient way to break multiloop dependence equations*, PLDI 1992, §4).

mod monomial;
#[cfg(test)]
mod tests;

use self::monomial::{Monomial, Polynomial};
use super::{AccessRelation, Build, LeftOut, Linear, Stop, relation_in, unknown};
use crate::dependence::linear::Variable;
use crate::dependence::system::System;
use ir::touches::Touch;
use ir::{AppliedMap, Ir, OpId, ValueId};
use presburger::{Budget, Integer};
use smallvec::SmallVec;
use std::cell::RefCell;

/// More terms than this are not multiplied.
const MAX_TERMS: usize = 16;

/// Products of more variables are not looked at.
const MAX_DEGREE: usize = 5;

/// What it may cost to find out that a digit is one.
const STEPS_PER_PROOF: u64 = 50_000;

/// An access relation whose subscripts are digits of those of the access.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Delinearized {
    pub(crate) relation: AccessRelation,
    /// What the digits of each subscript count, the innermost first: subscripts are comparable where it is the same.
    pub(crate) bases: Vec<Vec<Digit>>,
}

/// What a digit counts: from the base on, fewer than the size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Digit {
    size: Size,
    base: Linear,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Size {
    Constant(Integer),
    Symbol(ValueId),
}

/// Local variables of a piece that are products.
#[derive(Debug, Clone, Default)]
pub(super) struct Products {
    known: Vec<(Variable, Monomial)>,
    /// Whether loops in steps of a symbol, or that begin at a product, are numbered by their iterations.
    numbers_iterations: bool,
}

/// The relation of an access whose subscripts or loops are over products; `None` where they cannot be taken apart.
pub(crate) fn delinearized(ir: &Ir, op: OpId, touch: &Touch<'_>) -> Option<Delinearized> {
    let subscripts = touch.elements.subscripts()?;
    let bases: RefCell<Option<Vec<Vec<Digit>>>> = RefCell::default();
    let relation = relation_in(
        ir,
        op,
        None,
        |it| it.with_products(true),
        |build| {
            let mut results = build.map_results(op, subscripts, 0)?;
            build.add_lanes(op, touch, &mut results)?;
            let (mut digits, mut counted) = (Vec::new(), Vec::new());
            for subscript in &results {
                let (own, base) = build.digits(subscript)?;
                digits.extend(own);
                counted.push(base);
            }
            build.leave_products_out();
            match &mut *bases.borrow_mut() {
                Some(known) if *known != counted => unknown("its pieces are linearized in different ways"),
                Some(_) => Ok(digits),
                unset => {
                    *unset = Some(counted);
                    Ok(digits)
                }
            }
        },
    );
    Some(Delinearized { relation: relation.ok()?, bases: bases.into_inner()? })
}

/// The results of a map but for products that stay the same in a loop: how they change from one iteration to the next, where
/// that is not a product itself.
pub fn results_along(ir: &Ir, op: OpId, map: &AppliedMap, loop_: OpId) -> Result<AccessRelation, String> {
    relation_in(
        ir,
        op,
        None,
        |it| it.with_products(false),
        |build| {
            let mut results = build.map_results(op, map, 0)?;
            let is_along = |it: &Variable| matches!(it, Variable::Loop(index) if build.loops.get(*index).is_some_and(|it| it.op == loop_));
            for result in &mut results {
                let factors: Vec<_> = result.terms.iter().map(|it| build.factors(it.0)).collect();
                if factors.iter().flatten().any(is_along) {
                    return unknown("a product changes from one iteration to the next");
                }
                let mut factors = factors.iter();
                result.terms.retain(|_| factors.next().is_none_or(|it| it.is_empty()));
            }
            build.leave_products_out();
            Ok(results)
        },
    )
}

impl<'a> Build<'a> {
    pub(super) fn with_products(mut self, numbers_iterations: bool) -> Self {
        self.known.products = Some(Products { numbers_iterations, ..Products::default() });
        self
    }

    /// The variables whose product a local variable is, the symbols last; empty of one that is none.
    pub(super) fn factors(&self, local: Variable) -> SmallVec<[Variable; 3]> {
        let products = self.known.products.iter().flat_map(|it| &it.known);
        let monomial = products.into_iter().find(|it| it.0 == local).map(|it| &it.1);
        let variables = monomial.into_iter().flat_map(|it| {
            it.other.into_iter().chain(it.symbols.iter().map(|symbol| Variable::Symbol(*symbol)))
        });
        variables.collect()
    }

    /// The product of two forms, as a form over local variables.
    pub(super) fn product(&mut self, left: &Linear, right: &Linear) -> Result<Linear, Stop> {
        let Some(products) = &self.known.products else {
            return unknown("a product of two variables is not affine");
        };
        let (left, right) = (products.polynomial(left), products.polynomial(right));
        if left.len() * right.len() > MAX_TERMS {
            return unknown("a product has too many terms");
        }
        let mut sum = Linear::constant(0);
        for (a, times) in &left {
            for (b, factor) in &right {
                let Some(monomial) = a.times(b).filter(|it| it.degree() <= MAX_DEGREE) else {
                    return unknown("a product of two variables is not affine");
                };
                sum = sum.plus(&self.monomial(monomial).times(&(times * factor)));
            }
        }
        Ok(sum)
    }

    /// Another divisor than a positive one is undefined.
    pub(super) fn divides(&mut self, divisor: &Linear) {
        if self.known.products.is_some() {
            self.known.piece.inequalities.push(divisor.clone().plus_constant(-1));
        }
    }

    fn monomial(&mut self, monomial: Monomial) -> Linear {
        match (monomial.symbols.as_slice(), monomial.other) {
            ([], None) => return Linear::constant(1),
            ([], Some(variable)) => return Linear::variable(variable),
            ([symbol], None) => return Linear::variable(Variable::Symbol(*symbol)),
            _ => {}
        }
        let products = self.known.products.get_or_insert_default();
        if let Some((local, _)) = products.known.iter().find(|it| it.1 == monomial) {
            return Linear::variable(*local);
        }
        let local = Variable::Local(self.known.piece.locals);
        products.known.push((local, monomial));
        self.local()
    }

    fn is_over_products(&self, form: &Linear) -> bool {
        let products = self.known.products.as_ref();
        products.is_some_and(|it| it.known.iter().any(|(local, _)| form.mentions(*local)))
    }

    /// The variable of a loop that counts its iterations from `start`, each of which adds so much; `None` where the loop
    /// is one of those whose variable is counted by itself.
    pub(super) fn counted_variable(
        &mut self,
        (op, dim): (OpId, usize),
        lower: &[Linear],
        step: &Linear,
    ) -> Result<Option<Linear>, Stop> {
        let [start] = lower else { return Ok(None) };
        let numbers_iterations = self.known.products.as_ref().is_some_and(|it| it.numbers_iterations);
        if !numbers_iterations || step.as_constant().is_some() && !self.is_over_products(start) {
            return Ok(None);
        }
        let number = self.loop_variable(op, dim)?;
        let passed = match step.as_constant() {
            Some(step) => number.times(step),
            None => self.product(&number, step)?,
        };
        let variable = start.plus(&passed);
        self.known.iterations.insert((op, dim), number.clone());
        self.known.piece.inequalities.push(number);
        self.known.variables.insert((op, dim), variable.clone());
        self.leave_out_bound("it starts at a product of two variables");
        Ok(Some(variable))
    }

    /// The digits of a subscript, the innermost first, and what they count.
    fn digits(&mut self, subscript: &Linear) -> Result<(Vec<Linear>, Vec<Digit>), Stop> {
        let (mut digits, mut counted) = (Vec::new(), Vec::new());
        let mut rest = subscript.clone();
        while self.is_over_products(&rest) {
            let Some((quotient, remainder, digit)) = self.digit(&rest) else {
                return unknown("a product of two variables is not affine");
            };
            digits.push(remainder);
            counted.push(digit);
            rest = quotient;
        }
        digits.push(rest);
        Ok((digits, counted))
    }

    /// What is left of a form without its innermost digit, and the digit.
    fn digit(&mut self, form: &Linear) -> Option<(Linear, Linear, Digit)> {
        let polynomial = self.known.products.as_ref()?.polynomial(form);
        let products = || polynomial.iter().filter(|it| it.0.is_product());
        let common = products().map(|it| &it.1).fold(Integer::ZERO, |gcd, it| gcd.gcd(it));
        let mut sizes: Vec<Size> = Vec::new();
        if !common.is_one() {
            sizes.push(Size::Constant(common));
        }
        for symbol in products().flat_map(|it| &it.0.symbols) {
            let size = Size::Symbol(*symbol);
            if !sizes.contains(&size) {
                sizes.push(size);
            }
        }
        sizes.into_iter().find_map(|size| self.digit_of(&polynomial, size))
    }

    fn digit_of(&mut self, polynomial: &Polynomial, size: Size) -> Option<(Linear, Linear, Digit)> {
        let (mut quotient, mut remainder) = (Linear::constant(0), Linear::constant(0));
        for (monomial, factor) in polynomial {
            match size.divides(monomial, factor) {
                Some((monomial, factor)) => quotient = quotient.plus(&self.monomial(monomial).times(&factor)),
                None if monomial.is_product() => return None,
                None => remainder = remainder.plus(&self.monomial(monomial.clone()).times(factor)),
            }
        }
        let form = match &size {
            Size::Constant(size) => Linear::constant(size.clone()),
            Size::Symbol(symbol) => Linear::variable(Variable::Symbol(*symbol)),
        };
        let is_digit = |it: &Linear| self.is_proven(it) && self.is_proven(&form.minus(it).plus_constant(-1));
        // What all iterations have in common is where the digits begin.
        let mut symbols = remainder.clone();
        symbols.terms.retain(|it| it.0.as_symbol().is_some());
        let constant = std::mem::take(&mut symbols.constant);
        let both = symbols.plus(&Linear::constant(constant));
        let base = [symbols, both].into_iter().find(|it| is_digit(&remainder.minus(it)))?;
        Some((quotient, remainder.minus(&base), Digit { size, base }))
    }

    /// Whether a form is not negative in any iteration, as far as that is soon found out.
    fn is_proven(&self, form: &Linear) -> bool {
        let is_never_negative = || {
            let (system, _) = System::of(&self.known.piece, self.loops.len());
            let negative = form.times(&Integer::from(-1)).plus_constant(-1);
            system.with(negative).is_integer_empty(&Budget::new(STEPS_PER_PROOF)) == Ok(true)
        };
        self.is_nonnegative(form) || is_never_negative()
    }

    /// Constraints over products are none that can be solved.
    fn leave_products_out(&mut self) {
        let Some(products) = self.known.products.take() else { return };
        let is_over = |it: &Linear| products.known.iter().any(|(local, _)| it.mentions(*local));
        let LeftOut { bounds, .. } = &mut self.known.left_out;
        for rows in [&mut self.known.piece.equalities, &mut self.known.piece.inequalities] {
            let before = rows.len();
            rows.retain(|it| !is_over(it));
            if rows.len() < before {
                bounds.get_or_insert_with(|| "a product of two variables is not affine".into());
            }
        }
    }
}

impl Products {
    fn polynomial(&self, form: &Linear) -> Polynomial {
        let one = Monomial { symbols: SmallVec::new(), other: None };
        let of = |variable: Variable| match variable {
            Variable::Symbol(symbol) => Monomial { symbols: SmallVec::from_elem(symbol, 1), other: None },
            _ => match self.known.iter().find(|it| it.0 == variable) {
                Some((_, monomial)) => monomial.clone(),
                None => Monomial { other: Some(variable), ..one.clone() },
            },
        };
        let mut terms: Polynomial = form.terms.iter().map(|it| (of(it.0), it.1.clone())).collect();
        if !form.constant.is_zero() {
            terms.push((one.clone(), form.constant.clone()));
        }
        terms
    }
}

impl Size {
    /// The quotient of a term, if there is no remainder.
    fn divides(&self, monomial: &Monomial, factor: &Integer) -> Option<(Monomial, Integer)> {
        match self {
            Size::Constant(size) => {
                let quotient = factor.floor_div(size);
                (&quotient * size == *factor).then(|| (monomial.clone(), quotient))
            }
            Size::Symbol(symbol) => {
                let index = monomial.symbols.iter().position(|it| it == symbol)?;
                let mut monomial = monomial.clone();
                monomial.symbols.remove(index);
                Some((monomial, factor.clone()))
            }
        }
    }
}
