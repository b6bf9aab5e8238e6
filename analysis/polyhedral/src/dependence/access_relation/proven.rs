//! What the constraints of a piece prove of a form: quickly, and not always all there is.

use super::Build;
use crate::dependence::linear::{Linear, Variable};
use crate::dependence::ranges::{Range, Ranges};
use ir::types::{Signedness, Type};
use ir::{Ir, ValueId};
use presburger::Integer;
use syntax::ods::Semantics;
use syntax::ods::semantics::Cast;

impl Build<'_> {
    pub(super) fn is_nonnegative(&self, form: &Linear) -> bool {
        match form.as_constant() {
            Some(constant) => !constant.is_negative(),
            None => self.range(form).least.is_some_and(|it| it >= 0),
        }
    }

    /// Whether a form is a number of so many bits, read as signed.
    pub(super) fn fits(&self, form: &Linear, width: u32) -> bool {
        let Some(power) = width.checked_sub(1).and_then(|it| 1_i64.checked_shl(it)) else {
            return width > 64;
        };
        let greatest = power.wrapping_sub(1);
        let range = match form.as_constant().map(Integer::to_i64) {
            Some(constant) => Range { least: constant, greatest: constant },
            None => self.range(form),
        };
        range.least.is_some_and(|it| it >= -greatest - 1) && range.greatest.is_some_and(|it| it <= greatest)
    }

    fn range(&self, form: &Linear) -> Range {
        let mut inequalities = self.known.piece.inequalities.clone();
        let rows = self.known.piece.equalities.iter().chain(&inequalities).chain([form]);
        let mut symbols: Vec<ValueId> =
            rows.flat_map(|it| &it.terms).filter_map(|it| it.0.as_symbol()).collect();
        symbols.sort_unstable();
        symbols.dedup();
        inequalities.extend(symbols.into_iter().flat_map(|it| of_symbol(self.ir, it)));
        let Some(ranges) = Ranges::of(&self.known.piece.equalities, &inequalities) else {
            // There is no such iteration.
            return Range { least: Some(0), greatest: Some(0) };
        };
        let range = ranges.of_form(form);
        // A remainder is within rows of its own, of which the ranges of its variables know nothing.
        let least = |form: &Linear| {
            let same = inequalities.iter().filter(|it| it.terms == form.terms);
            same.filter_map(|it| (&form.constant - &it.constant).to_i64()).max()
        };
        let greatest = least(&form.times(&Integer::from(-1))).and_then(i64::checked_neg);
        Range {
            least: range.least.max(least(form)),
            greatest: range.greatest.into_iter().chain(greatest).min(),
        }
    }
}

/// What the type of a symbol, or the operation that gives it, says of its value: forms that are not negative.
fn of_symbol(ir: &Ir, symbol: ValueId) -> Vec<Linear> {
    let form = Linear::variable(Variable::Symbol(symbol));
    let definition = ir.defining_op(symbol).map(|it| &ir.ops[it]);
    let cast = definition.filter(|it| it.semantics() == Some(Semantics::Cast(Cast::IndexSigned)));
    let source = cast.and_then(|it| it.operands.first()?.value).unwrap_or(symbol);
    for value in [symbol, source] {
        if let Type::Integer { width, signedness: Signedness::Signless } = ir.values[value].ty
            && (1..64).contains(&width)
        {
            let greatest = (1_i64 << (width - 1)) - 1;
            return vec![form.clone().plus_constant(greatest + 1), Linear::constant(greatest).minus(&form)];
        }
    }
    let is_size = definition.is_some_and(|it| it.has_trait("ShapedDimOpInterface"));
    is_size.then_some(form).into_iter().collect()
}
