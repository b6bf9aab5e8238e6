//! What an index value is in terms of the loops around it and of symbols: through `affine.apply`, minima and maxima,
//! digits of linearized indices, and index arithmetic that is affine.

use super::{Build, Choice, Stop, Unknown, repeats, unknown};
use crate::dependence::linear::{Linear, Variable};
use ir::affine::BinaryOp;
use ir::types::{Signedness, Type};
use ir::{Basis, BasisElement, Ir, Op, OpId, OpKind, ValueId};
use presburger::Integer;
use rustc_hash::FxHashSet;

/// Chains of operations that compute a subscript are followed this far.
const MAX_VALUE_DEPTH: usize = 64;

/// A value that so many others decide about is taken to change.
const MAX_VALUES: usize = 256;

impl Build<'_> {
    /// What an index value is in terms of loops and symbols.
    pub(super) fn value(&mut self, value: ValueId, depth: usize) -> Result<Linear, Stop> {
        if let Some(known) = self.known.values.get(&value) {
            return Ok(known.clone());
        }
        if depth > MAX_VALUE_DEPTH {
            return unknown("a subscript is computed by too many operations");
        }
        let form = self.value_uncached(value, depth + 1).map_err(|stop| match stop {
            Stop::Unknown(it) => Stop::Unknown(Unknown { value: it.value.or(Some(value)), ..it }),
            choose => choose,
        })?;
        self.known.values.insert(value, form.clone());
        Ok(form)
    }

    fn value_uncached(&mut self, value: ValueId, depth: usize) -> Result<Linear, Stop> {
        let ir = self.ir;
        if let Some((op, dim)) = ir.counted_loop_of_variable(value) {
            return self.loop_variable(op, dim);
        }
        if self.is_leaf.is_some_and(|it| it(value)) {
            return Ok(Linear::variable(Variable::Symbol(value)));
        }
        if let Some(form) = self.carried(value, depth)? {
            return Ok(form);
        }
        let mut known = None;
        if let Some(op) = ir.defining_op(value) {
            match &ir.ops[op].kind {
                OpKind::ConstantInteger(constant) => {
                    return Ok(Linear::constant(
                        self.width(value).map_or(*constant, |it| signed(*constant, it)),
                    ));
                }
                OpKind::Apply(applied) => {
                    return match <[Linear; 1]>::try_from(self.map_results(op, applied, depth)?) {
                        Ok([result]) => Ok(result),
                        Err(_) => unknown("`affine.apply` without exactly one result"),
                    };
                }
                OpKind::Max(applied) => {
                    let forms = self.map_results(op, applied, depth)?;
                    return self.greatest(Choice::MinMax(op), &forms);
                }
                OpKind::Min(applied) => {
                    let forms: Vec<_> = self
                        .map_results(op, applied, depth)?
                        .iter()
                        .map(|it| it.times(&Integer::from(-1)))
                        .collect();
                    return Ok(self.greatest(Choice::MinMax(op), &forms)?.times(&Integer::from(-1)));
                }
                OpKind::Linearize { indices, basis, .. } => {
                    return self.linearized(op, *indices, basis, depth);
                }
                OpKind::Delinearize { basis } => return self.delinearized(op, value, basis, depth),
                _ => match self.arithmetic(op, depth) {
                    Ok(Some(form)) => return Ok(form),
                    Ok(None) => {}
                    Err(Stop::Unknown(why)) => known = Some(why),
                    Err(stop) => return Err(stop),
                },
            }
        }
        if is_fixed(ir, value) {
            return Ok(Linear::variable(Variable::Symbol(value)));
        }
        let name = &ir.values[value].name;
        match known {
            Some(why) => Err(Stop::Unknown(why)),
            None => unknown(format!("`{name}` is not affine in the loops around it")),
        }
    }

    /// An operand that is a number.
    pub(super) fn operand(&mut self, op: OpId, index: usize, depth: usize) -> Option<Result<Linear, Stop>> {
        let value = self.ir.ops[op].operands.get(index)?.value?;
        let is_number = match self.ir.values[value].ty {
            Type::Index | Type::Unknown => true,
            Type::Integer { width, signedness: Signedness::Signless } => width > 1,
            _ => false,
        };
        is_number.then(|| self.value(value, depth))
    }

    /// The bits of a number that is no index.
    pub(super) fn width(&self, value: ValueId) -> Option<u32> {
        match self.ir.values[value].ty {
            Type::Integer { width, .. } => Some(width),
            _ => None,
        }
    }

    fn basis(&mut self, op: OpId, basis: &Basis, depth: usize) -> Result<Vec<Linear>, Stop> {
        basis
            .elements
            .iter()
            .map(|it| match it {
                BasisElement::Constant(size) => Ok(Linear::constant(*size)),
                BasisElement::Operand(index) => match self.operand(op, *index, depth) {
                    Some(form) => form,
                    None => unknown("a basis is not known"),
                },
            })
            .collect()
    }

    /// The sum of digits times the product of the sizes after them.
    fn linearized(&mut self, op: OpId, indices: usize, basis: &Basis, depth: usize) -> Result<Linear, Stop> {
        let sizes = self.basis(op, basis, depth)?;
        let mut stride = Linear::constant(1);
        let mut sum = Linear::constant(0);
        for index in (0..indices).rev() {
            let Some(digit) = self.operand(op, index, depth) else { return unknown("an index is not known") };
            sum = sum.plus(&self.binary(BinaryOp::Mul, &digit?, &stride)?);
            let following = index + sizes.len();
            if let Some(size) = following.checked_sub(indices).and_then(|it| sizes.get(it)) {
                stride = self.binary(BinaryOp::Mul, &stride, size)?;
            }
        }
        Ok(sum)
    }

    /// One digit: the index divided by the product of the sizes after it, modulo its own size but for the first.
    fn delinearized(
        &mut self,
        op: OpId,
        value: ValueId,
        basis: &Basis,
        depth: usize,
    ) -> Result<Linear, Stop> {
        let sizes = self.basis(op, basis, depth)?;
        let results = &self.ir.ops[op].results;
        let Some(position) = results.iter().position(|it| *it == value) else {
            return unknown("a result is not known");
        };
        let Some(first_size) = sizes.len().checked_sub(results.len().saturating_sub(1)) else {
            return unknown("a basis is not known");
        };
        let mut stride = Linear::constant(1);
        for size in sizes.iter().skip(first_size + position) {
            stride = self.binary(BinaryOp::Mul, &stride, size)?;
        }
        let Some(index) = self.operand(op, 0, depth) else { return unknown("an index is not known") };
        let quotient = self.binary(BinaryOp::FloorDiv, &index?, &stride)?;
        match position.checked_sub(1).and_then(|it| sizes.get(first_size + it)) {
            Some(size) => self.binary(BinaryOp::Mod, &quotient, size),
            None => Ok(quotient),
        }
    }
}

/// Whether a value is the same in all iterations of all loops around its definition.
pub(crate) fn is_fixed(ir: &Ir, value: ValueId) -> bool {
    // Each value once: operands may come together again.
    let mut seen = FxHashSet::default();
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        if !seen.insert(value) {
            continue;
        }
        let Some(op) = ir.defining_op(value) else {
            // An argument of a function's first block; later blocks may be entered again with other arguments.
            let owner = ir.entry_argument_of(value);
            if owner.is_some_and(|(owner, _)| ir.parent_op(owner).is_none() && !repeats(ir, owner)) {
                continue;
            }
            return false;
        };
        if ir.ancestors(op).all(|it| !repeats(ir, it)) {
            continue;
        }
        let data = &ir.ops[op];
        let operands = data.operands.iter().map(|it| it.value);
        match operands.collect::<Option<Vec<_>>>().filter(|_| is_function(data) && data.regions.is_empty()) {
            Some(operands) if seen.len() <= MAX_VALUES => pending.extend(operands),
            _ => return false,
        }
    }
    true
}

/// Whether the results of an operation depend on its operands alone: not on what loops of other dialects count.
fn is_function(op: &Op) -> bool {
    op.has_no_memory_effect() && op.is_of_complete_dialect
}

/// A constant of so many bits, read as signed.
fn signed(constant: i64, width: u32) -> i64 {
    match 64_u32.checked_sub(width) {
        Some(unused) if unused < 64 => constant.wrapping_shl(unused) >> unused,
        _ => constant,
    }
}

/// The size that `memref.dim` of a static dimension gives.
pub(super) fn static_size(ir: &Ir, op: OpId) -> Option<i64> {
    let operand = |index: usize| ir.ops[op].operands.get(index)?.value;
    let shape = ir.values[operand(0)?].ty.as_memref()?;
    let OpKind::ConstantInteger(dimension) = ir.ops[ir.defining_op(operand(1)?)?].kind else { return None };
    let size = (*shape.dims.get(usize::try_from(dimension).ok()?)?)?;
    i64::try_from(size).ok()
}
