//! Simpler expressions for the results of a map, equal wherever its operation runs.
//!
//! All questions are exact: each is one about the access relation of the operation, with the expressions as subscripts.

use ir::affine::{AffineExpr, AffineMap, BinaryOp, Constraint, ConstraintKind, IntegerSet};
use ir::{AppliedMap, AppliedSet, Ir, MapOrigin, OpId};
use polyhedral::dependence::{Linear, System, results_relation};
use polyhedral::value_expression::{Sum, difference, simplified};
use presburger::{Budget, Integer};

use crate::rewrite::Side;

/// The inputs of a map, or of a set, that is applied in an operation.
pub(super) struct Inputs<'a> {
    ir: &'a Ir,
    op: OpId,
    /// Without results.
    over: AppliedMap,
    dims: usize,
    symbols: usize,
    budget: &'a Budget<'a>,
}

/// The known outcome of a condition.
pub(super) enum Holds {
    Always,
    Never,
    /// Where these do.
    Where(Vec<Constraint>),
}

impl<'a> Inputs<'a> {
    pub(super) fn of_map(ir: &'a Ir, op: OpId, applied: &AppliedMap, budget: &'a Budget<'a>) -> Option<Self> {
        let map = applied.map.as_ref()?;
        Some(Self { ir, op, over: applied.clone(), dims: map.dims, symbols: map.symbols, budget })
    }

    pub(super) fn of_set(ir: &'a Ir, op: OpId, applied: &AppliedSet, budget: &'a Budget<'a>) -> Option<Self> {
        let IntegerSet { dims, symbols, .. } = *applied.set.as_ref()?;
        let AppliedSet { operands, dim_operands, pointer, .. } = applied.clone();
        let over = AppliedMap { map: None, operands, dim_operands, origin: MapOrigin::Attribute, pointer };
        Some(Self { ir, op, over, dims, symbols, budget })
    }

    /// In each piece of where the operation runs, the expressions as forms.
    fn forms(&self, expressions: &[&AffineExpr]) -> Option<Vec<(System, Vec<Linear>)>> {
        let results = expressions.iter().map(|it| (*it).clone()).collect();
        let map = Some(AffineMap { dims: self.dims, symbols: self.symbols, results });
        let applied = AppliedMap { map, ..self.over.clone() };
        let relation = results_relation(self.ir, self.op, &[&applied]).ok()?;
        let pieces =
            relation.pieces.iter().map(|it| System::of(it, relation.loops.len())).collect::<Vec<_>>();
        // Of code that never runs anything could be said.
        (!pieces.is_empty()).then_some(pieces)
    }

    /// The least and the greatest value of an expression.
    fn extent(&self, expression: &AffineExpr) -> Option<(Integer, Integer)> {
        let mut found: Option<(Integer, Integer)> = None;
        for (system, forms) in self.forms(&[expression])? {
            let (least, greatest) = system.extent(forms.first()?, self.budget).ok()?;
            let (least, greatest) = (least.value()?.clone(), greatest.value()?.clone());
            found = Some(match found {
                None => (least, greatest),
                Some((a, b)) => (a.min(least), b.max(greatest)),
            });
        }
        found
    }

    /// An equal expression that is not larger, and has no simpler one itself; see [`size`].
    pub(super) fn simpler(&self, expression: &AffineExpr) -> AffineExpr {
        Simplifier { extent: &|it| self.extent(it) }.simpler(expression)
    }

    /// The results whose minimum (`Side::Upper`) or maximum counts, without those that never decide.
    pub(super) fn deciding(&self, results: &[AffineExpr], side: Side) -> Vec<AffineExpr> {
        let mut kept = results.to_vec();
        for index in (0..results.len()).rev() {
            if kept.len() > 1 && self.never_decides(&kept, index, side) == Some(true) {
                kept.remove(index);
            }
        }
        kept
    }

    fn never_decides(&self, results: &[AffineExpr], index: usize, side: Side) -> Option<bool> {
        let all: Vec<&AffineExpr> = results.iter().collect();
        for (mut system, forms) in self.forms(&all)? {
            let own = forms.get(index)?;
            for other in forms.iter().enumerate().filter(|it| it.0 != index).map(|it| it.1) {
                let beyond = if side == Side::Upper { other.minus(own) } else { own.minus(other) };
                system.inequalities.push(beyond.plus_constant(-1));
            }
            if !system.is_integer_empty(self.budget).ok()? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// A conjunction without the constraints that others, or where the operation is, imply.
    pub(super) fn condition(&self, constraints: &[Constraint]) -> Option<Holds> {
        let mut kept = constraints.to_vec();
        for index in (0..constraints.len()).rev() {
            if self.is_implied(&kept, index)? {
                kept.remove(index);
            }
        }
        if kept.is_empty() {
            return Some(Holds::Always);
        }
        if self.never_holds(&kept)? {
            return Some(Holds::Never);
        }
        for constraint in &mut kept {
            constraint.expression = self.simpler(&constraint.expression);
        }
        Some(Holds::Where(kept))
    }

    fn is_implied(&self, constraints: &[Constraint], index: usize) -> Option<bool> {
        let all: Vec<&AffineExpr> = constraints.iter().map(|it| &it.expression).collect();
        for (mut system, forms) in self.forms(&all)? {
            let others = constraints.iter().zip(&forms).enumerate().filter(|it| it.0 != index);
            others.for_each(|(_, (constraint, form))| require(&mut system, constraint.kind, form));
            let form = forms.get(index)?;
            let below = Linear::constant(-1).minus(form);
            let above = form.clone().plus_constant(-1);
            let is_equality = constraints.get(index)?.kind == ConstraintKind::Equality;
            let fails = [Some(below), is_equality.then_some(above)];
            for fails in fails.into_iter().flatten() {
                if !system.with(fails).is_integer_empty(self.budget).ok()? {
                    return Some(false);
                }
            }
        }
        Some(true)
    }

    fn never_holds(&self, constraints: &[Constraint]) -> Option<bool> {
        let all: Vec<&AffineExpr> = constraints.iter().map(|it| &it.expression).collect();
        for (mut system, forms) in self.forms(&all)? {
            constraints.iter().zip(&forms).for_each(|(it, form)| require(&mut system, it.kind, form));
            if !system.is_integer_empty(self.budget).ok()? {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// An expression that is equal whatever its inputs are, and not larger.
pub(super) fn simpler_anywhere(expression: &AffineExpr) -> AffineExpr {
    let extent = |it: &AffineExpr| it.as_constant().map(|it| (Integer::from(it), Integer::from(it)));
    Simplifier { extent: &extent }.simpler(expression)
}

/// Simplifies expressions by what is known of their values.
struct Simplifier<'e> {
    /// The least and the greatest value of an expression, if they are known.
    extent: &'e dyn Fn(&AffineExpr) -> Option<(Integer, Integer)>,
}

impl Simplifier<'_> {
    /// The number that an expression always is.
    fn constant(&self, expression: &AffineExpr) -> Option<i64> {
        let (least, greatest) = (self.extent)(expression)?;
        least.to_i64().filter(|_| least == greatest)
    }

    /// An equal expression that is not larger, and has no simpler one itself; see [`size`].
    fn simpler(&self, expression: &AffineExpr) -> AffineExpr {
        // As it is written: what a product is of would be smaller, and grow then.
        let mut smallest = simplified(expression);
        loop {
            let found = simplified(&self.node(&smallest));
            let found = match has_operation(&found) {
                true => self.constant(&found).map_or(found, AffineExpr::Constant),
                false => found,
            };
            if size(&found) >= size(&smallest) {
                return smallest;
            }
            smallest = found;
        }
    }

    fn node(&self, expression: &AffineExpr) -> AffineExpr {
        let AffineExpr::Binary(op, operand, right) = expression else { return expression.clone() };
        let (left, right) = (self.node(operand), self.node(right));
        match (op, right.as_constant()) {
            (BinaryOp::FloorDiv | BinaryOp::CeilDiv | BinaryOp::Mod, Some(divisor)) if divisor > 0 => {
                self.smallest_division(*op, [&left, operand], divisor)
            }
            _ => remainders_found(simplified(&AffineExpr::binary(*op, left, right))),
        }
    }

    /// The smallest form of `dividend op divisor` for equal dividends. Remainders in a dividend may be in the way of a
    /// common divisor, or may not matter for another remainder.
    fn smallest_division(&self, op: BinaryOp, dividends: [&AffineExpr; 2], divisor: i64) -> AffineExpr {
        let [dividend, other] = dividends;
        let mut found = self.division(op, dividend, divisor);
        let mut try_one = |dividend: &AffineExpr| {
            let other = remainders_found(self.division(op, dividend, divisor));
            if size(&other) < size(&found) {
                found = other;
            }
        };
        if other != dividend {
            try_one(other);
        }
        if let Some(plain) = without_remainders(dividend, (op == BinaryOp::Mod).then_some(divisor)) {
            try_one(&plain);
        }
        found
    }

    /// `dividend op divisor`. Multiples of the divisor come out; the quotient of the rest may be one number.
    fn division(&self, op: BinaryOp, dividend: &AffineExpr, divisor: i64) -> AffineExpr {
        let by = AffineExpr::Constant(divisor);
        let plain = || simplified(&AffineExpr::binary(op, dividend.clone(), by.clone()));
        let Some((multiple, rest)) = split(dividend, divisor) else { return plain() };
        let constant = Integer::from(divisor);
        let quotient = (self.extent)(&rest).and_then(|(least, greatest)| {
            let up = |it: &Integer| match op {
                BinaryOp::CeilDiv => it + &Integer::from(divisor - 1),
                _ => it.clone(),
            };
            let quotient = up(&least).floor_div(&constant);
            quotient.to_i64().filter(|_| up(&greatest).floor_div(&constant) == quotient)
        });
        let add = |a: AffineExpr, b: AffineExpr| simplified(&AffineExpr::binary(BinaryOp::Add, a, b));
        match (op, quotient) {
            (BinaryOp::Mod, Some(quotient)) => match quotient.checked_mul(divisor) {
                Some(whole) => add(rest, AffineExpr::Constant(whole).negated()),
                None => plain(),
            },
            (_, Some(quotient)) => add(multiple, AffineExpr::Constant(quotient)),
            (BinaryOp::Mod, None) => nested(op, &rest, divisor),
            (_, None) => {
                let apart = add(multiple, nested(op, &rest, divisor));
                let together = nested(op, dividend, divisor);
                if size(&apart) < size(&together) { apart } else { together }
            }
        }
    }
}

fn require(system: &mut System, kind: ConstraintKind, form: &Linear) {
    match kind {
        ConstraintKind::Equality => system.equalities.push(form.clone()),
        ConstraintKind::Inequality => system.inequalities.push(form.clone()),
    }
}

/// The measure by which expressions are compared; see [`text_size`].
pub(super) fn size(expression: &AffineExpr) -> usize {
    text_size(&expression.to_string())
}

/// The size of an expression as it is written: each number counts 1, a variable, a sum, a difference or a product 2, and
/// a quotient or a remainder 5.
pub(super) fn text_size(text: &str) -> usize {
    let mut size = 0_usize;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_part = |it: char| match first {
            '%' => it.is_ascii_alphanumeric() || "%$._-#".contains(it),
            _ => it.is_ascii_alphanumeric() || "$._".contains(it),
        };
        let is_word = first.is_ascii_alphanumeric() || "%$_".contains(first);
        let length = match () {
            () if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            () if is_word => rest.find(|it| !is_part(it)).unwrap_or(rest.len()),
            () => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        size = size.saturating_add(match token {
            "+" | "-" | "*" => 2,
            "floordiv" | "ceildiv" | "mod" => 5,
            "symbol" => 0,
            _ if first.is_ascii_digit() => 1,
            _ if is_word => 2,
            _ => 0,
        });
        rest = after;
    }
    size
}

fn has_operation(expression: &AffineExpr) -> bool {
    matches!(expression, AffineExpr::Binary(..))
}

/// The sum of the terms that are multiples of a divisor, divided by it, and the other terms. The constant of these is from
/// 0 up to the divisor, exclusive.
fn split(expression: &AffineExpr, divisor: i64) -> Option<(AffineExpr, AffineExpr)> {
    let Sum { terms, constant } = Sum::of(expression)?;
    let product = |(term, factor): (AffineExpr, i64)| {
        AffineExpr::binary(BinaryOp::Mul, term, AffineExpr::Constant(factor))
    };
    let sum = |a, b| AffineExpr::binary(BinaryOp::Add, a, b);
    let (multiples, others): (Vec<_>, Vec<_>) = terms.into_iter().partition(|it| it.1 % divisor == 0);
    let multiples = multiples.into_iter().map(|(term, factor)| product((term, factor / divisor)));
    let multiple = multiples.fold(AffineExpr::Constant(constant.div_euclid(divisor)), sum);
    let rest = others.into_iter().map(product).fold(AffineExpr::Constant(constant.rem_euclid(divisor)), sum);
    Some((simplified(&multiple), simplified(&rest)))
}

/// `dividend op divisor`, where the dividend may be such an operation itself, or have a common divisor.
fn nested(op: BinaryOp, dividend: &AffineExpr, divisor: i64) -> AffineExpr {
    let by = AffineExpr::Constant(divisor);
    if let AffineExpr::Binary(inner, operand, of) = dividend
        && let Some(inner_divisor) = of.as_constant().filter(|it| *it > 0)
    {
        match (inner, op) {
            (BinaryOp::FloorDiv, BinaryOp::FloorDiv) | (BinaryOp::CeilDiv, BinaryOp::CeilDiv) => {
                if let Some(both) = inner_divisor.checked_mul(divisor) {
                    return simplified(&AffineExpr::binary(
                        op,
                        (**operand).clone(),
                        AffineExpr::Constant(both),
                    ));
                }
            }
            (BinaryOp::Mod, BinaryOp::Mod) if inner_divisor % divisor == 0 => {
                return simplified(&AffineExpr::binary(op, (**operand).clone(), by));
            }
            _ => {}
        }
    }
    if let Some(Sum { terms, constant }) = Sum::of(dividend) {
        let common = terms.iter().fold(divisor, |common, it| gcd(common, it.1));
        // The constant may have another remainder: rounding down, as up, it makes no difference.
        let rounded = match op {
            BinaryOp::FloorDiv | BinaryOp::Mod => constant.div_euclid(common),
            _ => constant.checked_neg().map_or(i64::MAX, |it| -it.div_euclid(common)),
        };
        if common > 1 && rounded != i64::MAX {
            let terms = terms.into_iter().map(|(term, factor)| {
                AffineExpr::binary(BinaryOp::Mul, term, AffineExpr::Constant(factor / common))
            });
            let dividend =
                terms.fold(AffineExpr::Constant(rounded), |a, b| AffineExpr::binary(BinaryOp::Add, a, b));
            let by = AffineExpr::Constant(divisor / common);
            let found = simplified(&AffineExpr::binary(op, simplified(&dividend), by));
            if op != BinaryOp::Mod {
                return found;
            }
            let scaled = AffineExpr::binary(BinaryOp::Mul, found, AffineExpr::Constant(common));
            let rest = AffineExpr::Constant(constant.rem_euclid(common));
            return simplified(&AffineExpr::binary(BinaryOp::Add, scaled, rest));
        }
    }
    simplified(&AffineExpr::binary(op, dividend.clone(), by))
}

/// A sum with `x - (x floordiv c) * c` for its terms `x mod c`, or with `x` where only the remainder by a divisor of
/// their multiples counts; `None` if there are no such terms, or a number does not fit.
fn without_remainders(expression: &AffineExpr, remainder_by: Option<i64>) -> Option<AffineExpr> {
    let Sum { terms, constant } = Sum::of(expression)?;
    let times = |term: AffineExpr, by| AffineExpr::binary(BinaryOp::Mul, term, AffineExpr::Constant(by));
    let sum = |a, b| AffineExpr::binary(BinaryOp::Add, a, b);
    let mut found = AffineExpr::Constant(constant);
    let mut is_other = false;
    for (term, factor) in terms {
        let plain = match &term {
            AffineExpr::Binary(BinaryOp::Mod, dividend, by) => {
                by.as_constant().filter(|it| *it > 0).map(|by| {
                    let whole = factor.checked_mul(by)?;
                    let quotient = AffineExpr::binary(
                        BinaryOp::FloorDiv,
                        (**dividend).clone(),
                        AffineExpr::Constant(by),
                    );
                    let dividends = times((**dividend).clone(), factor);
                    match remainder_by {
                        Some(divisor) if whole % divisor == 0 => Some(dividends),
                        _ => Some(sum(dividends, times(quotient, whole.checked_neg()?))),
                    }
                })
            }
            _ => None,
        };
        match plain {
            Some(plain) => {
                is_other = true;
                found = sum(found, plain?);
            }
            None => found = sum(found, times(term, factor)),
        }
    }
    is_other.then(|| simplified(&found))
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(1).max(1)
}

/// `x - (x floordiv c) * c` as `x mod c`.
fn remainders_found(expression: AffineExpr) -> AffineExpr {
    let Some(sum) = Sum::of(&expression) else { return expression };
    for (term, factor) in &sum.terms {
        let AffineExpr::Binary(BinaryOp::FloorDiv, dividend, divisor) = term else { continue };
        let Some(divisor) = divisor.as_constant().filter(|it| *it > 0) else { continue };
        let Some(times) = factor.checked_neg().filter(|it| it % divisor == 0).map(|it| it / divisor) else {
            continue;
        };
        let number = AffineExpr::Constant;
        let scaled = |it: AffineExpr, by: i64| AffineExpr::binary(BinaryOp::Mul, it, number(by));
        // The rest is as much, less as many dividends, and as many remainders.
        let quotient = scaled(scaled(term.clone(), divisor), times);
        let dividends = scaled((**dividend).clone(), times);
        let others = AffineExpr::binary(BinaryOp::Add, expression.clone(), quotient);
        let remainder =
            scaled(AffineExpr::binary(BinaryOp::Mod, (**dividend).clone(), number(divisor)), times);
        let found =
            simplified(&AffineExpr::binary(BinaryOp::Add, difference(&others, &dividends), remainder));
        if size(&found) < size(&expression) {
            return found;
        }
    }
    expression
}

#[cfg(test)]
mod tests {
    use super::{nested, remainders_found, split, text_size, without_remainders};
    use ir::affine::{AffineExpr, BinaryOp};
    use proptest::prelude::*;

    fn expression() -> impl Strategy<Value = AffineExpr> {
        let leaf =
            prop_oneof![(0..2_usize).prop_map(AffineExpr::Dim), (-20..20_i64).prop_map(AffineExpr::Constant)];
        leaf.prop_recursive(4, 24, 2, |inner| {
            let divisions = vec![BinaryOp::FloorDiv, BinaryOp::CeilDiv, BinaryOp::Mod];
            let constant = |it: i64| AffineExpr::Constant(it);
            prop_oneof![
                (inner.clone(), inner.clone()).prop_map(|(a, b)| AffineExpr::binary(BinaryOp::Add, a, b)),
                (inner.clone(), -6..6_i64).prop_map(move |(a, b)| AffineExpr::binary(
                    BinaryOp::Mul,
                    a,
                    constant(b)
                )),
                (inner, proptest::sample::select(divisions), 1..9_i64)
                    .prop_map(move |(a, op, b)| AffineExpr::binary(op, a, constant(b))),
            ]
        })
    }

    proptest! {
        #[test]
        fn equal_at_all_points(expression in expression(), divisor in 1..9_i64) {
            for a in -13..13 {
                for b in [-9, -1, 0, 1, 4, 17] {
                    let at = |it: &AffineExpr| it.evaluate(&[a, b], &[]).unwrap();
                    prop_assert_eq!(at(&remainders_found(expression.clone())), at(&expression));
                    if let Some(plain) = without_remainders(&expression, None) {
                        prop_assert_eq!(at(&plain), at(&expression));
                    }
                    if let Some(plain) = without_remainders(&expression, Some(divisor)) {
                        prop_assert_eq!(at(&plain).rem_euclid(divisor), at(&expression).rem_euclid(divisor));
                    }
                    let (multiple, rest) = split(&expression, divisor).unwrap();
                    prop_assert_eq!(at(&multiple) * divisor + at(&rest), at(&expression));
                    for op in [BinaryOp::FloorDiv, BinaryOp::CeilDiv, BinaryOp::Mod] {
                        let plain = AffineExpr::binary(op, expression.clone(), AffineExpr::Constant(divisor));
                        prop_assert_eq!(at(&nested(op, &expression, divisor)), at(&plain), "{}", plain);
                    }
                }
            }
        }
    }

    #[test]
    fn sizes_are_of_the_text() {
        for (text, size) in [
            ("0", 1),
            ("-d0", 4),
            ("d0 - d1", 6),
            ("d0 * 2 + s0", 9),
            ("(d0 + 10) floordiv 4", 11),
            ("%i#1 + symbol(%a-b) mod 2", 12),
            ("d0 // of 2 + 3\n + 1", 5),
        ] {
            assert_eq!(text_size(text), size, "{text}");
        }
    }
}
