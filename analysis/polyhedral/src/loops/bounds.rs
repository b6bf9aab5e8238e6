//! The bounds of `affine.for` as numbers, where they are.

use ir::affine::AffineExpr;
use ir::{AppliedMap, For, Ir, OpId, OpKind, ValueId};

/// The greatest of constant lower bounds, through operands that are constants; inclusive.
pub fn constant_lower(ir: &Ir, op: OpId, loop_: &For) -> Option<i64> {
    constants(ir, op, &loop_.lower)?.into_iter().max()
}

/// The least of constant upper bounds; exclusive.
pub fn constant_upper(ir: &Ir, op: OpId, loop_: &For) -> Option<i64> {
    constants(ir, op, &loop_.upper)?.into_iter().min()
}

/// The value of every result of an applied map, where all of its operands are constants.
fn constants(ir: &Ir, op: OpId, applied: &AppliedMap) -> Option<Vec<i64>> {
    let map = applied.map.as_ref()?;
    let value = |it: Option<ValueId>| match ir.ops[ir.defining_op(it?)?].kind {
        OpKind::ConstantInteger(constant) => Some(constant),
        _ => None,
    };
    let inputs: Vec<Option<i64>> = ir.operand_values(op, &applied.operands).map(value).collect();
    let (dims, symbols) = inputs.split_at_checked(map.dims)?;
    let known = |inputs: &[Option<i64>]| inputs.iter().map(|it| it.unwrap_or_default()).collect::<Vec<_>>();
    let (known_dims, known_symbols) = (known(dims), known(symbols));
    map.results
        .iter()
        .map(|result| {
            let mut all_known = true;
            result.walk(&mut |expr| {
                all_known &= match expr {
                    AffineExpr::Dim(index) => dims.get(*index).is_some_and(Option::is_some),
                    AffineExpr::Symbol(index) => symbols.get(*index).is_some_and(Option::is_some),
                    _ => true,
                }
            });
            if all_known { result.evaluate(&known_dims, &known_symbols) } else { None }
        })
        .collect()
}
