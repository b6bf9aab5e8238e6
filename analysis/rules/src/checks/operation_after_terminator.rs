//! `operation-after-terminator`: an operation that follows a terminator in its block.

use crate::context::RuleContext;
use crate::finding::Report;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, block) in ctx.ir.blocks.iter() {
        let found = block.ops.windows(2).find(|it| match it {
            [first, _] => ctx.ir.ops[*first].is_terminator(),
            _ => false,
        });
        if let Some([first, second]) = found
            && !ctx.ir.ops[*first].broken
            && !ctx.ir.ops[*second].broken
        {
            let (first, second) = (&ctx.ir.ops[*first], &ctx.ir.ops[*second]);
            report
                .add(second.name_pointer, format!("nothing can follow {} in a block", first.name))
                .related(first.name_pointer, "the terminator");
        }
    }
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn terminators_of_all_dialects() {
        check(
            r#"
func.func @f(%n: index, %z: f32, %c: i32) {
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %z : f32
    tensor.yield %z : f32
  //^^^^^^^^^^^^ error operation-after-terminator: nothing can follow tensor.yield in a block
  } : tensor<?xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
      threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.terminator
    %1 = arith.addi %bx, %tx : index
       //^^^^^^^^^^ error operation-after-terminator: nothing can follow gpu.terminator in a block
  }
  cf.switch %c : i32, [
    default: ^a
  ]
  func.call @g() : () -> ()
//^^^^^^^^^ error operation-after-terminator: nothing can follow cf.switch in a block
  return
  ^a:
  return
}
func.func private @g()"#,
        );
    }
}
