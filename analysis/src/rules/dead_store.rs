//! `dead-store`: a store whose element is stored again in the same block before it can be read.

use super::Report;
use crate::block_memory::BlockMemory;
use crate::ir::OpKind;
use crate::memory::memory;
use crate::rule_context::RuleContext;

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    let memory = BlockMemory::new(ctx.ir, memory(ctx.db, ctx.op));
    for (id, op) in ctx.ops() {
        let OpKind::Access(access) = &op.kind else { continue };
        if !access.op.writes() {
            continue;
        }
        if let Some(second) = memory.overwriting(id) {
            report
                .add(op.pointer, "this value is overwritten before it is read")
                .related(ctx.ir.ops[second].pointer, "the store that overwrites it");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;

    #[test]
    fn other_memory_may_be_read_in_between() {
        check(
            r#"
func.func @f(%buf: memref<8xf32>, %other: memref<8xf32>, %a: f32) {
  %own = memref.alloc() : memref<8xf32>
  affine.for %i = 0 to 8 {
    affine.store %a, %own[%i] : memref<8xf32>
  //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning dead-store: this value is overwritten before it is read
    affine.store %a, %buf[%i] : memref<8xf32>
    %x = affine.load %other[%i] : memref<8xf32>
    affine.store %x, %own[%i] : memref<8xf32>
    affine.store %x, %buf[%i] : memref<8xf32>
  }
  %y = affine.load %own[0] : memref<8xf32>
  affine.store %y, %buf[0] : memref<8xf32>
  memref.dealloc %own : memref<8xf32>
  return
}"#,
        );
    }

    #[test]
    fn lanes_are_not_elements() {
        check(
            r#"
func.func @f(%buf: memref<8xf32>, %a: f32, %v: vector<4xf32>) {
  affine.vector_store %v, %buf[0] : memref<8xf32>, vector<4xf32>
  affine.store %a, %buf[0] : memref<8xf32>
  affine.vector_store %v, %buf[4] : memref<8xf32>, vector<4xf32>
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning dead-store
  affine.vector_store %v, %buf[4] : memref<8xf32>, vector<4xf32>
  return
}"#,
        );
    }
}
