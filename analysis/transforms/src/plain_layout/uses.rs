//! Which uses of a memref do not see how it is laid out.

use crate::reason::Reason;
use ir::affine::symbols::{Symbols, Validity};
use ir::touches::Elements;
use ir::{AccessOp, Form, Ir, OpId, OpKind, ValueId, value_name};

/// All operations that mention a memref, except the one that makes it; refused with the first that needs its layout.
pub(super) fn users(ir: &Ir, memref: ValueId) -> Result<Vec<OpId>, Reason> {
    let mentions = |it: &OpId| ir.ops[*it].operands.iter().any(|it| it.value == Some(memref));
    let users: Vec<OpId> = ir.walk().into_iter().filter(mentions).collect();
    for op in &users {
        if !ir.ops[*op].is_deallocation() && !is_access(ir, *op, memref) {
            let data = &ir.ops[*op];
            let text =
                Reason::new(format!("`{} {}`", data.name, value_name(ir, memref))).line(data.name_pointer);
            let text = text.text(" takes the memref as it is laid out");
            return Err(text.related(data.name_pointer, "this operation"));
        }
    }
    Ok(users)
}

/// Whether it is a load, store or prefetch of one element whose subscripts can be written in an affine map.
fn is_access(ir: &Ir, op: OpId, memref: ValueId) -> bool {
    let data = &ir.ops[op];
    let is_operand = |index: usize| data.operands.get(index).is_some_and(|it| it.value == Some(memref));
    let count = data.operands.iter().filter(|it| it.value == Some(memref)).count();
    if data.form != Form::Custom || data.broken || count != 1 {
        return false;
    }
    if let OpKind::Access(access) = &data.kind {
        let is_single = matches!(access.op, AccessOp::Load | AccessOp::Store | AccessOp::Prefetch);
        return is_single && is_operand(access.memref) && access.subscripts.map.is_some();
    }
    let symbols = Symbols::new(ir);
    let scope = symbols.scope(op);
    let is_index = |it: ValueId| symbols.dim(it, scope) == Validity::Valid;
    is_plain_access(ir, op)
        && ir.touches(op).iter().any(|touch| {
            let Elements::At(map) = &touch.elements else { return false };
            let indices = data.operands.get(map.operands.clone()).unwrap_or_default();
            is_operand(touch.memref) && indices.iter().all(|it| it.value.is_some_and(is_index))
        })
}

/// Whether it is an access whose subscripts are operands, which the affine dialect has under the same name.
pub(super) fn is_plain_access(ir: &Ir, op: OpId) -> bool {
    let data = &ir.ops[op];
    matches!((data.dialect(), data.name_in_dialect()), ("memref", "load" | "store"))
}
