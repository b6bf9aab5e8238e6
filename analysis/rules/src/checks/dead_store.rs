//! `dead-store`: a store whose element is stored again in the same block before it can be read.
//!
//! Quick fix: deletes the operation.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, fix, name_of};
use polyhedral::block_memory::BlockMemory;
use polyhedral::dependence::subscripts::subscripts;
use polyhedral::memory::memory;
use syntax::{SyntaxKind, SyntaxNode};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    let memory = BlockMemory::new(ctx.ir, memory(ctx.db, ctx.op), subscripts(ctx.db, ctx.op));
    for (id, op) in ctx.ops() {
        if !ctx.ir.touches(id).iter().any(|it| it.writes && !it.is_atomic()) {
            continue;
        }
        if let Some(second) = memory.overwriting(id) {
            report
                .add(op.pointer, "this value is overwritten before it is read")
                .related(ctx.ir.ops[second].pointer, "the store that overwrites it");
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let statement = ctx.operation().filter(|it| !is_needed(it))?;
    fix("delete the operation", vec![ctx.without(&statement)])
}

/// Whether a region has nothing else, of an operation that may ask for a block that is not empty.
fn is_needed(statement: &SyntaxNode) -> bool {
    let Some(block) = statement.parent().filter(|it| it.kind() == SyntaxKind::BLOCK) else { return false };
    // There may be many, and each may be asked for.
    let is_alone = block.children().filter(|it| it.kind() == SyntaxKind::OPERATION).take(2).count() == 1;
    let around = block.ancestors().find(|it| it.kind() == SyntaxKind::OPERATION);
    let name = around.map(|it| name_of(&it)).unwrap_or_default();
    is_alone
        && !matches!(
            &*name,
            "affine.for" | "affine.parallel" | "affine.if" | "scf.for" | "module" | "builtin.module"
        )
}

#[cfg(test)]
mod tests {
    use fixture::check;

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
