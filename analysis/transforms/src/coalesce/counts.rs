//! How many iterations each loop of a band has, as one number or one symbol.
//!
//! Of several symbols all but one have to be sizes, which are not negative: the product of two negative ones would be
//! positive, though none of the loops runs.

use crate::for_loop::{for_loop, step, variable_name};
use crate::loop_bounds::{LoopBounds, plus, times};
use crate::magnitude;
use crate::reason::Reason;
use crate::rewrite::{Leaves, Side};
use ir::affine::AffineExpr;
use ir::affine::symbols::{Symbols, Validity};
use ir::{Ir, OpId, ValueId};
use polyhedral::loops::trip_count::constant_trip_count;

/// A loop of the band.
pub(super) struct Counted {
    pub(super) op: OpId,
    pub(super) count: Count,
    /// The variable in terms of the iteration's number, which replaces it in the leaves; `None` if it is that
    /// number.
    pub(super) value: Option<(Leaves, AffineExpr)>,
}

#[derive(Clone, Copy)]
pub(super) enum Count {
    /// Positive.
    Constant(i64),
    Symbol(ValueId),
}

/// Iterations of the loop that they become.
const MOST_ITERATIONS: i64 = 1 << 60;

pub(super) fn counted(ir: &Ir, band: &[OpId]) -> Result<Vec<Counted>, Reason> {
    let (mut product, mut is_unknown) = (1_i64, false);
    let mut found: Vec<Counted> = Vec::new();
    for op in band {
        let refused = |text: &str| {
            let text = format!("{} {text}", variable_name(ir, *op));
            Err(Reason::new(text).related(ir.ops[*op].name_pointer, "this loop"))
        };
        magnitude::refusal(ir, *op).map_or(Ok(()), Err)?;
        let Some(header) = for_loop(ir, *op) else { return refused("is no affine.for") };
        if !header.inits.is_empty() {
            return refused("carries values from one iteration to the next");
        }
        let mut leaves = Leaves::default();
        let Some(bounds) = LoopBounds::of(ir, *op, &mut leaves) else {
            return refused("has bounds that are not known");
        };
        for around in &found {
            let variable = variable_name(ir, around.op);
            if bounds.mention(&leaves.dim(&variable)) {
                return refused(&format!("has bounds that depend on {variable}"));
            }
        }
        let lower = bounds.single(ir, *op, Side::Lower);
        let is_plain = lower == Some(AffineExpr::Constant(0)) && step(ir, *op) == 1;
        let count = match constant_trip_count(ir, *op, header).map(i64::try_from) {
            Some(Ok(0)) => return refused("runs no iteration"),
            Some(Ok(count)) => {
                product = match product.checked_mul(count).filter(|it| *it <= MOST_ITERATIONS) {
                    Some(product) => product,
                    None => return refused("makes them more iterations than can be counted"),
                };
                Count::Constant(count)
            }
            _ => {
                let value = upper_symbol(ir, *op).filter(|_| is_plain);
                let Some(value) = value else {
                    return refused("does not run from 0 to a number or a symbol; normalize it first");
                };
                let is_size =
                    |it| ir.defining_op(it).is_some_and(|it| ir.ops[it].has_trait("ShapedDimOpInterface"));
                if is_unknown && !is_size(value) {
                    return refused("and another loop may both run to a negative number");
                }
                is_unknown |= !is_size(value);
                Count::Symbol(value)
            }
        };
        let value = match (is_plain, lower) {
            (true, _) => None,
            (false, Some(lower)) => {
                let number = leaves.dim(&variable_name(ir, *op));
                let value = plus(&lower, &times(&number, step(ir, *op)));
                Some((leaves, value))
            }
            (false, None) => return refused("starts at the greatest of several bounds"),
        };
        found.push(Counted { op: *op, count, value });
    }
    Ok(found)
}

/// The value that is the upper bound, if it is one and a symbol at the loop.
fn upper_symbol(ir: &Ir, op: OpId) -> Option<ValueId> {
    let upper = &for_loop(ir, op)?.upper;
    let [AffineExpr::Dim(_) | AffineExpr::Symbol(_)] = &upper.map.as_ref()?.results[..] else { return None };
    let mut operands = ir.operand_values(op, &upper.operands);
    let value = operands.next().flatten().filter(|_| operands.next().is_none())?;
    let symbols = Symbols::new(ir);
    (symbols.symbol(value, symbols.scope(op)) == Validity::Valid).then_some(value)
}
