//! Loops whose iterations are not counted, and why.

use crate::dependence::iteration_domain;
use ir::loops::counted_while::{CountedWhile, is_while};
use ir::{Ir, OpId};

/// The loops of an isolated op that no analysis counts, in program order, each with the reason.
pub fn uncounted(ir: &Ir) -> Vec<(OpId, String)> {
    let is_loop = |op: OpId| ir.ops[op].has_trait("LoopLikeOpInterface") && !ir.is_counted_loop(op);
    let loops = ir.walk().into_iter().filter(|it| is_loop(*it) && !ir.ops[*it].broken);
    loops.map(|it| (it, reason(ir, it))).collect()
}

/// Why a loop is not counted.
pub fn reason(ir: &Ir, op: OpId) -> String {
    match is_while(ir, op).then(|| CountedWhile::of(ir, op)) {
        Some(Err(reason)) => format!("a condition decides when it ends: {reason}"),
        _ => "what it counts is not known".to_owned(),
    }
}

/// Why nothing is known of a trip count: what a bound or the step of the loop depends on.
pub fn why_trips_are_unknown(ir: &Ir, op: OpId) -> Option<String> {
    let first = *ir.blocks[ir.loop_body(op)?].ops.first()?;
    match iteration_domain(ir, first) {
        Ok(domain) => domain.left_out.bounds.map(|it| it.to_string()),
        Err(reason) => Some(reason),
    }
}

#[cfg(test)]
mod tests {
    use super::{uncounted, why_trips_are_unknown};
    use base::isolated_op::isolated_ops;
    use base::workspace::Workspace;
    use expect_test::expect;
    use ir::ir_of;

    #[test]
    fn each_loop_is_counted_or_named() {
        let mut workspace = Workspace::default();
        let file = workspace.add_file(
            "func.func @f(%n: index, %s: index, %m: memref<9xindex>) {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %s {
    %u = memref.load %m[%i] : memref<9xindex>
    scf.parallel (%j) = (%c0) to (%u) step (%s) {
      scf.while (%k = %c0) : (index) -> index {
        %b = arith.cmpi slt, %k, %u : index
        scf.condition(%b) %k : index
      } do {
      ^bb0(%k: index):
        scf.yield %k : index
      }
      scf.while (%k = %c0) : (index) -> index {
        %b = arith.cmpi sgt, %u, %k : index
        scf.condition(%b) %k : index
      } do {
      ^bb0(%k: index):
        %c3 = arith.constant 3 : index
        %next = arith.addi %k, %c3 : index
        scf.yield %next : index
      }
    }
  }
  return
}",
        );
        let mut found = String::new();
        for op in isolated_ops(&workspace.db, file) {
            let ir = ir_of(&workspace.db, *op);
            let unknown = ir.walk().into_iter().filter(|it| ir.is_counted_loop(*it));
            let unknown = unknown.filter_map(|it| Some((it, why_trips_are_unknown(ir, it)?)));
            for (op, reason) in unknown.chain(uncounted(ir)) {
                found += &format!("{}: {reason}\n", ir.ops[op].name);
            }
        }
        expect![[r#"
            scf.for: the step `%s` is not a constant
            scf.parallel: the step `%s` is not a constant
            scf.while: a condition decides when it ends: the value that it compares does not grow by a step in each iteration
            scf.while: a condition decides when it ends: the step is not a positive constant from outside
        "#]]
        .assert_eq(&found);
    }
}
