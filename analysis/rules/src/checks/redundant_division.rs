//! `redundant-division`: a quotient or a remainder that the loops, conditions and sizes around make needless.

use crate::context::RuleContext;
use crate::finding::Report;
use base::database::stop_if_cancelled;
use base::source_file::SettingsInput;
use ir::affine::{AffineExpr, AffineMap, BinaryOp};
use ir::{AppliedMap, OpId, OpKind};
use polyhedral::value_expression::{Composer, simplified};
use presburger::Budget;
use transforms::simplify::{Simpler, simpler_forms};

/// The budget for the questions about one function, which are asked again after each keystroke in it: some 30 ms.
const STEPS: u64 = 250_000;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    if !SettingsInput::get(ctx.db).settings(ctx.db).hints {
        return;
    }
    let stop = stop_if_cancelled(ctx.db);
    let budget = Budget::new(STEPS).with_stop(&stop);
    let divides = |it: &&AppliedMap| divisions(it.map.as_ref()) > 0;
    let ops = ctx.ops().filter(|(_, op)| !op.broken && maps(&op.kind).iter().any(divides));
    let ops: Vec<OpId> = ops.map(|it| it.0).collect();
    for (id, simpler) in simpler_forms(ctx.db, ctx.op, &ops, &budget) {
        let op = &ctx.ir.ops[id];
        let simpler = match simpler {
            Simpler::Map(map) => vec![Some(map)],
            Simpler::Bounds { lower, upper } => vec![lower, upper],
            _ => continue,
        };
        for (applied, map) in maps(&op.kind).into_iter().zip(simpler) {
            let saved = |it: &AffineMap| divisions(applied.map.as_ref()).saturating_sub(divisions(Some(it)));
            let Some(map) = map.filter(|it| saved(it) > 0) else { continue };
            let what = if saved(&map) == 1 { "a quotient or remainder" } else { "quotients or remainders" };
            let Some(text) = text(ctx, id, applied, map) else { continue };
            report.add(applied.pointer, format!("the same as `{text}` here, without {what}"));
        }
    }
}

/// The maps of an operation that may have a simpler form.
fn maps(kind: &OpKind) -> Vec<&AppliedMap> {
    match kind {
        OpKind::Access(access) => vec![&access.subscripts],
        OpKind::Apply(applied) | OpKind::Min(applied) | OpKind::Max(applied) => vec![applied],
        OpKind::For(header) => vec![&header.lower, &header.upper],
        _ => Vec::new(),
    }
}

/// How many quotients and remainders a map computes.
fn divisions(map: Option<&AffineMap>) -> usize {
    let mut count = 0;
    for result in map.iter().flat_map(|it| &it.results) {
        result.walk(&mut |it| {
            let divides =
                matches!(it, AffineExpr::Binary(BinaryOp::FloorDiv | BinaryOp::CeilDiv | BinaryOp::Mod, ..));
            count += usize::from(divides);
        });
    }
    count
}

fn text(ctx: &RuleContext<'_>, op: OpId, applied: &AppliedMap, map: AffineMap) -> Option<String> {
    let mut composer = Composer::direct(ctx.ir);
    let results = composer.results(op, &AppliedMap { map: Some(map), ..applied.clone() })?;
    let results: Vec<String> = results.iter().map(|it| composer.text(&simplified(it))).collect();
    let results = results.join(", ");
    Some(if matches!(ctx.ir.ops[op].kind, OpKind::Access(_)) { format!("[{results}]") } else { results })
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
