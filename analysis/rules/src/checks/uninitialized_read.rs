//! `uninitialized-read`: a read of memory that the function makes, of an element that nothing has written.

use super::race::iteration;
use super::subscript_out_of_bounds::when;
use crate::context::RuleContext;
use crate::finding::Report;
use polyhedral::dependence::uninitialized::uninitialized_reads;
use presburger::Integer;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    if !ctx.ops().any(|it| it.1.is_allocation()) {
        return;
    }
    for read in uninitialized_reads(ctx.db, ctx.op) {
        let (memref, op) = (read.memref, &ctx.ir.ops[read.op]);
        if ctx.is_ambiguous(memref) || op.broken {
            continue;
        }
        let element: Vec<String> = read.element.iter().map(Integer::to_string).collect();
        let element = format!("{}[{}]", ctx.name(memref), element.join(", "));
        let when = when(ctx, &read.symbols);
        let message = match &*read.iteration {
            [] => format!("nothing has written {element} before it is read{when}"),
            values => format!(
                "iteration {} reads {element}, which nothing has written{when}",
                iteration(ctx, values)
            ),
        };
        report.add(op.pointer, message).related(
            ctx.definition(memref),
            format!("{} is allocated here, with any content", ctx.name(memref)),
        );
    }
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn the_first_element_that_is_missing() {
        check(
            r#"
func.func @f(%v: f32, %n: index) {
  %a = memref.alloc() : memref<10xf32>
//^^ related: %a is allocated here, with any content
  affine.for %i = 1 to 9 {
    affine.store %v, %a[%i] : memref<10xf32>
  }
  affine.for %i = 1 to 10 {
    %x = affine.load %a[%i] : memref<10xf32>
  //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning uninitialized-read: iteration (%i = 9) reads %a[9], which nothing has written
  }
  return
}"#,
        );
    }

    #[test]
    fn only_symbols_that_matter_are_named() {
        check(
            r#"
func.func @f(%n: index, %m: index) {
  %a = memref.alloc() : memref<10xf32>
//^^ related: %a is allocated here, with any content
  %other = memref.alloc() : memref<10xf32>
//^^^^^^ related: %other is allocated here, with any content
  %x = affine.load %other[symbol(%m)] : memref<10xf32>
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning uninitialized-read: nothing has written %other[0] before it is read when %m is 0
  affine.for %i = 0 to %n {
    %y = affine.load %a[%i] : memref<10xf32>
  //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning uninitialized-read: iteration (%i = 0) reads %a[0], which nothing has written when %n is 1
  }
  return
}"#,
        );
    }

    #[test]
    fn nothing_is_said_of_what_may_be_written() {
        check(
            r#"
func.func private @fill(memref<10xf32>)
func.func @f(%v: f32, %n: index, %m: index, %c: i1) {
  %a = memref.alloc() : memref<10xf32>
  func.call @fill(%a) : (memref<10xf32>) -> ()
  %x = affine.load %a[0] : memref<10xf32>
  %b = memref.alloc() : memref<10xf32>
  scf.if %c {
    affine.store %v, %b[0] : memref<10xf32>
  }
  %y = affine.load %b[0] : memref<10xf32>
  // The caller may see to it that enough is written.
  %d = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %m {
    affine.store %v, %d[%i] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %z = affine.load %d[%i] : memref<?xf32>
  }
  return
}"#,
        );
    }

    #[test]
    fn the_first_iteration_is_named() {
        check(
            "
func.func @f(%x: f32, %o: memref<4xf32>) {
  %m = memref.alloc() : memref<4xf32>
//^^ related: %m is allocated here, with any content
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 4 {
      %v = affine.load %m[%j] : memref<4xf32>
    //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning uninitialized-read: iteration (%i = 0, %j = 0) reads %m[0], which nothing has written
      affine.store %v, %o[%j] : memref<4xf32>
    }
    affine.store %x, %m[0] : memref<4xf32>
  }
  return
}",
        );
    }

    #[test]
    fn another_iteration_may_have_written() {
        check(
            "
func.func @f(%x: memref<16xf32>, %o: memref<16xf32>) {
  %s = memref.alloca() : memref<16xf32>
  affine.parallel (%t) = (0) to (16) {
    %v = affine.load %x[%t] : memref<16xf32>
    affine.store %v, %s[%t] : memref<16xf32>
    gpu.barrier
    %w = affine.load %s[15 - %t] : memref<16xf32>
    affine.store %w, %o[%t] : memref<16xf32>
  }
  return
}",
        );
    }
}
