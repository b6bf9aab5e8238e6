//! `double-dealloc`: memory that is freed a second time.

use crate::context::RuleContext;
use crate::finding::Report;
use polyhedral::lifetime::{is_dealloc, late_uses};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for it in late_uses(ctx.ir) {
        let op = it.effect.op;
        if !is_dealloc(ctx.ir, op) || ctx.is_ambiguous(it.effect.memref) {
            continue;
        }
        report
            .add(ctx.ir.ops[op].pointer, format!("{} is freed a second time", ctx.name(it.effect.memref)))
            .related(ctx.ir.ops[it.dealloc].pointer, "freed here first");
    }
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn by_another_name() {
        check(
            r#"
func.func @f(%m: memref<8xf32>, %o: memref<8xf32>, %c: i1) {
  %w = memref.cast %m : memref<8xf32> to memref<?xf32>
  memref.dealloc %m : memref<8xf32>
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ related: freed here first
  memref.dealloc %o : memref<8xf32>
  memref.dealloc %w : memref<?xf32>
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning double-dealloc: %w is freed a second time
  scf.if %c {
    memref.dealloc %o : memref<8xf32>
  }
  return
}"#,
        );
    }
}
