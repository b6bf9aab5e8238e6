//! `race`: two iterations of a parallel loop that touch one element, one of them writing.

use super::parallel_write_conflict::lost_dim;
use super::subscript_out_of_bounds::when;
use crate::context::RuleContext;
use crate::finding::Report;
use ir::ValueId;
use polyhedral::dependence::concern::{Concern, dependences_concerning};
use polyhedral::dependence::inserted_slices::insertions;
use polyhedral::dependence::race::{Run, races};
use polyhedral::report::AccessKind;
use presburger::Integer;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    if !ctx.ops().any(|it| ctx.ir.is_parallel_loop(it.0)) {
        return;
    }
    inserted_slices(ctx, report);
    let found = dependences_concerning(ctx.db, ctx.op, Concern::Parallel);
    let mut told: Vec<(usize, usize)> = Vec::new();
    for race in races(ctx.db, ctx.op) {
        let (first, second) = (&race.first, &race.second);
        let accesses = (&found.accesses[first.access], &found.accesses[second.access]);
        let Some(memref) = accesses.0.memref.filter(|it| !ctx.is_ambiguous(*it)) else { continue };
        // That a store meets itself along a dimension is said there; and of each two accesses once for all bands.
        let ends = (first.access, second.access);
        let is_lost = first.access == second.access && lost_dim(ctx, found, first.access).is_some();
        if is_lost || told.contains(&ends) {
            continue;
        }
        told.push(ends);
        let does = |kind: AccessKind| if kind == AccessKind::Write { "writes" } else { "reads" };
        let at = |run: &Run| iteration(ctx, &run.iteration);
        let element: Vec<String> = race.element.iter().map(Integer::to_string).collect();
        let element = format!("{}[{}]", ctx.name(memref), element.join(", "));
        let message = format!(
            "iteration {} {} {element}, which {} {} in parallel{}",
            at(first),
            does(accesses.0.kind),
            format_args!("iteration {}", at(second)),
            does(accesses.1.kind),
            when(ctx, &race.symbols),
        );
        let finding = report.add(ctx.ir.ops[accesses.0.op].pointer, message);
        if first.access != second.access {
            finding.related(
                ctx.ir.ops[accesses.1.op].pointer,
                format!("the access of iteration {}", at(second)),
            );
        }
        finding.related(ctx.ir.ops[race.band].name_pointer, "its iterations may run at the same time");
    }
}

/// Iterations of `scf.forall` that insert into the same element of a tensor.
fn inserted_slices(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    let found = insertions(ctx.db, ctx.op);
    for race in &found.races {
        let (first, second) = (&race.first, &race.second);
        let ops = (found.ops[first.access], found.ops[second.access]);
        let destination = ctx.ir.ops[ops.0].operands.get(1).map(|it| it.name.clone()).unwrap_or_default();
        let element: Vec<String> = race.element.iter().map(Integer::to_string).collect();
        let message = format!(
            "iteration {} inserts {destination}[{}], which iteration {} inserts in parallel{}",
            iteration(ctx, &first.iteration),
            element.join(", "),
            iteration(ctx, &second.iteration),
            when(ctx, &race.symbols),
        );
        let finding = report.add(ctx.ir.ops[ops.0].pointer, message);
        if ops.0 != ops.1 {
            let other = format!("the insertion of iteration {}", iteration(ctx, &second.iteration));
            finding.related(ctx.ir.ops[ops.1].pointer, other);
        }
        finding.related(ctx.ir.ops[race.band].name_pointer, "its iterations may run at the same time");
    }
}

/// `(%i = 0, %j = 1)`
pub(super) fn iteration(ctx: &RuleContext<'_>, values: &[(ValueId, Integer)]) -> String {
    let values: Vec<_> =
        values.iter().map(|(name, value)| format!("{} = {value}", ctx.name(*name))).collect();
    format!("({})", values.join(", "))
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn neighbours() {
        check(
            r#"
func.func @f(%a: memref<?xf32>, %b: memref<8x8xf32>, %n: index) {
  affine.parallel (%i) = (0) to (%n) {
//^^^^^^^^^^^^^^^ related: its iterations may run at the same time
    %x = affine.load %a[%i + 2] : memref<?xf32>
  //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning race: iteration (%i = 0) reads %a[2], which iteration (%i = 2) writes in parallel when %n is 3
    affine.store %x, %a[%i] : memref<?xf32>
  //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ related: the access of iteration (%i = 2)
  }
  return
}"#,
        );
    }

    #[test]
    fn slices_that_overlap() {
        check(
            r#"
func.func @f(%a: tensor<64x8xf32>, %s: tensor<8x8xf32>, %t: tensor<1x?xf32>, %n: index) -> tensor<64x8xf32> {
  %r = scf.forall (%i) in (8) shared_outs(%o = %a) -> (tensor<64x8xf32>) {
     //^^^^^^^^^^ related: its iterations may run at the same time
    %p = affine.apply affine_map<(d0) -> (d0 * 7)>(%i)
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%p, 0] [8, 8] [1, 1] : tensor<8x8xf32> into tensor<64x8xf32>
    //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning race: iteration (%i = 0) inserts %o[7, 0], which iteration (%i = 1) inserts in parallel
    }
  }
  // Each its own rows, every other row, or columns that may be none.
  %q = scf.forall (%i) in (8) shared_outs(%o = %r) -> (tensor<64x8xf32>) {
    %p = affine.apply affine_map<(d0) -> (d0 * 8)>(%i)
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%p, 0] [8, 8] [1, 1] : tensor<8x8xf32> into tensor<64x8xf32>
    }
  }
  %u = scf.forall (%i) in (2) shared_outs(%o = %q) -> (tensor<64x8xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i, 0] [8, 8] [2, 1] : tensor<8x8xf32> into tensor<64x8xf32>
      tensor.parallel_insert_slice %t into %o[40, 0] [1, %n] [1, 1] : tensor<1x?xf32> into tensor<64x8xf32>
    }
  }
  return %u : tensor<64x8xf32>
}"#,
        );
    }

    #[test]
    fn inner_loops_and_diagonals() {
        check(
            r#"
func.func @f(%a: memref<32xf32>, %v: f32) {
  affine.parallel (%i, %j) = (0, 0) to (8, 8) {
//^^^^^^^^^^^^^^^ related: its iterations may run at the same time
    affine.store %v, %a[%i + %j] : memref<32xf32>
  //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning race: iteration (%i = 0, %j = 1) writes %a[1], which iteration (%i = 1, %j = 0) writes in parallel
  }
  return
}"#,
        );
    }

    #[test]
    fn nothing_is_said_of_what_may_be() {
        check(
            r#"
func.func @f(%a: memref<64xf32>, %b: memref<64xf32>, %n: index, %c: i1, %v: f32) {
  %view = memref.cast %a : memref<64xf32> to memref<?xf32>
  affine.parallel (%i) = (0) to (8) {
    // May be another memref.
    affine.store %v, %view[%i] : memref<?xf32>
    %x = affine.load %a[%i + 1] : memref<64xf32>
    // May not run.
    scf.if %c {
      affine.store %v, %b[0] : memref<64xf32>
    }
    // Each has its own.
    %own = memref.alloca() : memref<4xf32>
    affine.store %x, %own[0] : memref<4xf32>
    %y = affine.load %own[0] : memref<4xf32>
  }
  // With some offsets only.
  affine.parallel (%i) = (0) to (8) {
    %x = affine.load %b[%i + symbol(%n)] : memref<64xf32>
    affine.store %x, %b[%i] : memref<64xf32>
  }
  // One iteration.
  affine.parallel (%i) = (0) to (1) {
    affine.store %v, %b[0] : memref<64xf32>
  }
  // One of them writes.
  affine.parallel (%i) = (0) to (8) {
    affine.if affine_set<(d0) : (d0 - 3 == 0)>(%i) {
      affine.store %v, %b[0] : memref<64xf32>
    }
  }
  %s = affine.parallel (%i) = (0) to (8) reduce ("addf") -> (f32) {
    %x = affine.load %b[0] : memref<64xf32>
    affine.yield %x : f32
  }
  return
}"#,
        );
    }

    #[test]
    fn iterations_that_wait_for_each_other() {
        for wait in
            ["gpu.barrier", "\"polygeist.barrier\"(%t) : (index) -> ()", "func.call @wait() : () -> ()"]
        {
            check(&format!(
                "
func.func private @wait()
func.func @f(%x: memref<16xf32>, %o: memref<16xf32>) {{
  %s = memref.alloca() : memref<16xf32>
  affine.parallel (%t) = (0) to (16) {{
    %v = affine.load %x[%t] : memref<16xf32>
    affine.store %v, %s[%t] : memref<16xf32>
    {wait}
    %w = affine.load %s[15 - %t] : memref<16xf32>
    affine.store %w, %o[%t] : memref<16xf32>
  }}
  return
}}"
            ));
        }
    }
}
