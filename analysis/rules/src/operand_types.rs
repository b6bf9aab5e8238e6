//! The type that an operation's text demands of each of its operands.

use crate::context::RuleContext;
use ir::types::Type;
use ir::{AccessOp, AppliedMap, Form, Op, OpId, OpKind};

/// One type per operand; `Unknown` where the text demands none or another rule looks at it.
pub fn demanded(ctx: &RuleContext<'_>, id: OpId, op: &Op) -> Vec<Type> {
    let count = op.operands.len();
    let mut types = vec![Type::Unknown; count];
    let mut set = |index: usize, ty: Type| {
        if let Some(slot) = types.get_mut(index) {
            *slot = ty;
        }
    };
    if let Some(written) = &op.operand_types {
        if written.len() == count {
            return written.to_vec();
        }
        return types;
    }
    if op.form != Form::Custom {
        return types;
    }
    let all_index = |count: usize| vec![Type::Index; count];
    let written = || ctx.lowered_types(id);
    match &op.kind {
        OpKind::For(it) => {
            let carried = op.results.iter().map(|it| ctx.ir.values[*it].ty.clone()).collect::<Vec<_>>();
            for index in 0..it.inits.start.min(count) {
                set(index, Type::Index);
            }
            let types = ctx.result_type_list(id).unwrap_or(carried);
            if types.len() == it.inits.len() {
                for (index, ty) in it.inits.clone().zip(types) {
                    set(index, ty);
                }
            }
        }
        OpKind::Parallel(_) | OpKind::If(_) | OpKind::Apply(_) | OpKind::Min(_) | OpKind::Max(_) => {
            return all_index(count);
        }
        OpKind::Access(it) => {
            let written = written();
            if let Some(ty) = written.first().filter(|it| it.as_memref().is_some()) {
                set(it.memref, ty.clone());
            }
            if let (AccessOp::VectorStore, Some(stored), Some(ty)) = (it.op, it.stored, written.get(1)) {
                set(stored, ty.clone());
            }
            for index in it.subscripts.operands.clone() {
                set(index, Type::Index);
            }
        }
        OpKind::DmaStart(it) => {
            let written = written();
            let places = [&it.source, &it.destination, &it.tag];
            for ((memref, map), ty) in places.into_iter().zip(written) {
                set(*memref, ty);
                indices(map).for_each(|it| set(it, Type::Index));
            }
            set(it.count, Type::Index);
            if let Some((stride, chunk)) = it.stride_and_chunk {
                set(stride, Type::Index);
                set(chunk, Type::Index);
            }
        }
        OpKind::DmaWait(it) => {
            if let Some(ty) = written().into_iter().next() {
                set(it.tag.0, ty);
            }
            indices(&it.tag.1).for_each(|it| set(it, Type::Index));
            set(it.count, Type::Index);
        }
        _ => match &*op.name {
            "affine.yield" | "func.return" | "scf.yield" => {
                let written = written();
                if written.len() == count {
                    return written;
                }
            }
            "func.call" => {
                if let Some(Type::Function { inputs, .. }) = written().first()
                    && inputs.len() == count
                {
                    return inputs.to_vec();
                }
            }
            _ => {}
        },
    }
    types
}

fn indices(map: &AppliedMap) -> impl Iterator<Item = usize> + use<> {
    map.operands.clone()
}
