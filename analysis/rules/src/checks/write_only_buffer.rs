//! `write-only-buffer`: an allocation that is stored to and freed, but never read.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::Transfer;
use ir::{Ir, OpId, OpKind, ValueId};
use rustc_hash::FxHashMap;

/// The largest number of stores that are shown.
const MAX_RELATED: usize = 4;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    let mut buffers: Vec<(OpId, ValueId)> = Vec::new();
    for (id, op) in ctx.ops() {
        if op.is_allocation()
            && let [buffer] = op.results.as_slice()
            && !ctx.is_ambiguous(*buffer)
        {
            buffers.push((id, *buffer));
        }
    }
    if buffers.is_empty() {
        return;
    }
    let mut uses: FxHashMap<ValueId, Vec<(OpId, usize)>> =
        buffers.iter().map(|it| (it.1, Vec::new())).collect();
    for (id, op) in ctx.ir.ops.iter() {
        for (index, operand) in op.operands.iter().enumerate() {
            if let Some(uses) = operand.value.and_then(|it| uses.get_mut(&it)) {
                uses.push((id, index));
            }
        }
    }
    for (id, buffer) in buffers {
        let users = uses.get(&buffer).map(Vec::as_slice).unwrap_or_default();
        let is_named = |name: &str| ctx.broken_names.contains(name);
        let only_written = users.iter().all(|(user, operand)| is_write(ctx.ir, *user, *operand));
        if !only_written || is_named(&ctx.ir.values[buffer].name) {
            continue;
        }
        let stores: Vec<OpId> =
            users.iter().map(|it| it.0).filter(|it| !ctx.ir.ops[*it].is_deallocation()).collect();
        let name = ctx.name(buffer);
        let message = match stores.as_slice() {
            [] => format!("{name} is never used"),
            _ => format!("{name} is written but never read"),
        };
        let place = ctx.ir.values[buffer].pointer.unwrap_or(ctx.ir.ops[id].name_pointer);
        let finding = report.add(place, message);
        for store in stores.into_iter().take(MAX_RELATED) {
            finding.related(ctx.ir.ops[store].pointer, "written here");
        }
    }
}

/// Whether an operand is the destination of a store, or is freed.
fn is_write(ir: &Ir, op: OpId, operand: usize) -> bool {
    let data = &ir.ops[op];
    if data.broken {
        return false;
    }
    match &data.kind {
        OpKind::Access(access) => access.op.writes() && access.memref == operand,
        _ => {
            let is_destination = |it: Transfer| it.stored.is_some() && it.memory == operand;
            data.is_deallocation() || data.transfer().is_some_and(is_destination)
        }
    }
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn stored_freed_and_unused() {
        check(
            r#"
func.func @f(%v: f32, %table: memref<2xmemref<8xf32>>) {
  %a = memref.alloc() : memref<8xf32>
//^^ warning write-only-buffer: %a is written but never read
  affine.store %v, %a[0] : memref<8xf32>
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ related: written here
  memref.dealloc %a : memref<8xf32>
  %b = memref.alloca() : memref<8xf32>
//^^ warning write-only-buffer: %b is never used
  %c = memref.alloc() : memref<8xf32>
  affine.store %c, %table[0] : memref<2xmemref<8xf32>>
  return
}"#,
        );
    }

    #[test]
    fn vectors_are_written() {
        check(
            r#"
func.func @f(%v: vector<4xf32>, %i: index) {
  %buf = memref.alloc() : memref<8xf32>
//^^^^ warning write-only-buffer: %buf is written but never read
  vector.transfer_write %v, %buf[%i] : vector<4xf32>, memref<8xf32>
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ related: written here
  return
}"#,
        );
    }
}
