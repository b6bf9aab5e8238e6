//! `use-after-dealloc`: memory that is read or written after it was freed.

use crate::context::RuleContext;
use crate::finding::Report;
use polyhedral::lifetime::{is_dealloc, late_uses};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for it in late_uses(ctx.ir) {
        let (effect, data) = (it.effect, &ctx.ir.ops[it.effect.op]);
        if is_dealloc(ctx.ir, effect.op) || ctx.is_ambiguous(effect.memref) {
            continue;
        }
        let verb = if effect.writes { "written" } else { "read" };
        report
            .add(data.pointer, format!("{} is {verb} after its memory was freed", ctx.name(effect.memref)))
            .related(ctx.ir.ops[it.dealloc].pointer, "freed here");
    }
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn through_views_and_in_loops() {
        check(
            r#"
func.func @f(%v: f32, %n: index, %c: i1) {
  %m = memref.alloc() : memref<8xf32>
  %w = memref.cast %m : memref<8xf32> to memref<?xf32>
  affine.store %v, %m[0] : memref<8xf32>
  memref.dealloc %m : memref<8xf32>
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ related: freed here
  affine.for %i = 0 to %n {
    affine.store %v, %w[%i] : memref<?xf32>
  //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning use-after-dealloc: %w is written after its memory was freed
  }
  // May not run, and does not.
  scf.if %c {
    affine.store %v, %w[%n] : memref<?xf32>
  }
  affine.for %i = 4 to 4 {
    affine.store %v, %m[%i] : memref<8xf32>
  }
  return
}"#,
        );
    }
}
