//! `redundant-division`: a quotient or a remainder that the loops, conditions and sizes around make needless.

use crate::context::RuleContext;
use crate::finding::Report;
use base::database::stop_if_cancelled;
use base::source_file::SettingsInput;
use presburger::Budget;
use transforms::simplify::NeedlessDivisions;

/// The budget for the questions about one function, which are asked again after each keystroke in it: some 30 ms.
const STEPS: u64 = 250_000;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    if !SettingsInput::get(ctx.db).settings(ctx.db).hints {
        return;
    }
    let stop = stop_if_cancelled(ctx.db);
    let budget = Budget::new(STEPS).with_stop(&stop);
    for it in NeedlessDivisions::of(ctx.db, ctx.op, |_| true, &budget).maps() {
        let what = if it.saved == 1 { "a quotient or remainder" } else { "quotients or remainders" };
        report.add(it.applied.pointer, format!("the same as `{}` here, without {what}", it.text));
    }
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn in_their_range() {
        check(
            r#"
func.func @f(%x: memref<8x64xf32>, %n: index) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 floordiv 8 + 4)>(%i) {
                      // ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ hint redundant-division: the same as `4` here, without a quotient or remainder
      %v = affine.load %x[(%i * 8 + %j) floordiv 8, (%i * 8 + %j) mod 8] : memref<8x64xf32>
                       //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ hint redundant-division: the same as `[%i, %j]` here, without quotients or remainders
      affine.store %v, %x[%i, %j + 8] : memref<8x64xf32>
    }
  }
  return
}
"#,
        );
    }

    #[test]
    fn that_is_needed() {
        check(
            r#"
func.func @f(%x: memref<8x64xf32>, %n: index) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to %n {
      %v = affine.load %x[%i, %j mod 64] : memref<8x64xf32>
      affine.store %v, %x[%i floordiv 2, %j mod 64] : memref<8x64xf32>
    }
  }
  return
}
"#,
        );
    }
}
