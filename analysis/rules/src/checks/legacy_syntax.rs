//! `legacy-syntax`: an operation under a name that MLIR took once and has given up.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::FixContext;
use crate::legacy::{Spelling, legacy};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.legacy_ops() {
        let Some(it) = legacy(ctx, id).filter(|it| it.spelling == Spelling::Renamed) else { continue };
        report.add(op.name_pointer, format!("{} is an old name: today it is {}", it.written, it.name));
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    ctx.modernized()
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn renamed_and_restructured() {
        check(
            r#"
func.func @f(%m: memref<?x8xf32>, %x: f32, %n: index) {
  %c = memref_cast %m : memref<?x8xf32> to memref<4x8xf32>
     //^^^^^^^^^^^ error legacy-syntax: memref_cast is an old name: today it is memref.cast
  %v = splat %x : vector<4xf32>
     //^^^^^ error legacy-syntax: splat is an old name: today it is vector.broadcast
  loop.for %i = %n to %n step %n {
//^^^^^^^^ error legacy-syntax
    affine.store %x, %c[0, %j] : memref<4x8xf32>
                         //^^ error undefined-value
  }
  affine.for %i = 0 to 8 {
    affine.terminator
  //^^^^^^^^^^^^^^^^^ error legacy-syntax
  }
  return
}"#,
        );
    }

    #[test]
    fn results_have_their_types() {
        check(
            r#"
func.func @f(%m: memref<?x8xf32>, %x: f32) -> f64 {
  %v = splat %x : vector<4xf32>
     //^^^^^ error legacy-syntax
  %s = math.absf %v : f32
               //^^ error value-type-mismatch
  %d = arith.constant 1.0 : f64
  return %d : f64
}"#,
        );
    }
}
