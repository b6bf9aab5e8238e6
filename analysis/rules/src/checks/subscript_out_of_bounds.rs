//! `subscript-out-of-bounds`: a subscript that leaves its dimension in some iteration that runs.

mod view;

use crate::context::RuleContext;
use crate::finding::Report;
use ir::{Access, Op, OpId, OpKind, Pointer, ValueId};
use polyhedral::loops::out_of_bounds::{OutOfBounds, out_of_bounds};
use presburger::Integer;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let touches = ctx.ir.touches(id);
        let [touch] = &touches[..] else { continue };
        for found in findings(ctx, id, touch.memref).iter().filter(|it| it.is_start) {
            let place = match &op.kind {
                OpKind::Access(access) => subscript(ctx, access, found.dim),
                _ => match op.operands.get(touch.memref + 1 + found.dim) {
                    Some(index) => index.pointer,
                    None => continue,
                },
            };
            let text = ctx.text(place);
            let value = &found.start;
            let is_itself = matches!(found.witness.as_slice(), [(only, _)] if ctx.name(*only) == text);
            let when = if is_itself { String::new() } else { when(ctx, &found.witness) };
            let what = if text == value.to_string() || text.is_empty() || text.contains('\n') {
                format!("{value} is no index here{when}")
            } else {
                format!("{text} is {value}{when}")
            };
            let message = format!("{what}, but dimension {} has {}", found.dim, indices(found.size));
            let finding = report.add(place, message);
            related(ctx, op, touch.memref, found, finding);
        }
    }
    view::check(ctx, report);
}

/// The subscripts of an access that leave the memref; none if its type is not certain.
pub(super) fn findings<'db>(ctx: &RuleContext<'db>, id: OpId, memref: usize) -> &'db [OutOfBounds] {
    let Some(found) = out_of_bounds(ctx.db, ctx.op).get(&id) else { return &[] };
    let Some((written, _)) = ctx.accessed_memref(id, memref) else { return &[] };
    let Some(memref) = ctx.ir.ops[id].operands.get(memref) else { return &[] };
    let operands = &ctx.ir.ops[id].operands;
    let is_ambiguous = operands.iter().any(|it| it.value.is_some_and(|it| ctx.is_ambiguous(it)));
    if is_ambiguous || ctx.has_other_type(memref, &written) { &[] } else { found }
}

/// The memref, and the loops and symbols of the witness.
pub(super) fn related(
    ctx: &RuleContext<'_>,
    op: &Op,
    memref: usize,
    found: &OutOfBounds,
    finding: &mut crate::finding::Finding,
) {
    if let Some(memref) = op.operands.get(memref).and_then(|it| it.value) {
        finding.related(ctx.definition(memref), format!("{} has {}", ctx.name(memref), indices(found.size)));
    }
    for (value, witness) in &found.witness {
        finding.related(ctx.definition(*value), format!("{} takes the value {witness}", ctx.name(*value)));
    }
}

/// The text of one subscript; the whole list or map where they are not written one by one.
pub(super) fn subscript(ctx: &RuleContext<'_>, access: &Access, dim: usize) -> Pointer {
    let pointer = access.subscripts.pointer;
    ctx.subscript(&access.subscripts, dim).unwrap_or(pointer)
}

/// ` when %i is 8 and %n is 9`
pub(super) fn when(ctx: &RuleContext<'_>, witness: &[(ValueId, Integer)]) -> String {
    let values: Vec<_> = witness.iter().map(|(value, at)| format!("{} is {at}", ctx.name(*value))).collect();
    if values.is_empty() { String::new() } else { format!(" when {}", values.join(" and ")) }
}

fn indices(size: Option<u64>) -> String {
    match size.map(|it| it.checked_sub(1)) {
        None => "no negative indices".to_owned(),
        Some(None) => "no elements".to_owned(),
        Some(Some(0)) => "the index 0 only".to_owned(),
        Some(Some(last)) => format!("the indices 0 to {last}"),
    }
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn last_iteration() {
        check(
            r#"
func.func @f(%buf: memref<8xf32>, %v: f32) {
           //^^^^ related: %buf has the indices 0 to 7
  affine.for %i = 0 to 8 {
           //^^ related: %i takes the value 7
    affine.store %v, %buf[%i + 1] : memref<8xf32>
                        //^^^^^^ warning subscript-out-of-bounds: %i + 1 is 8 when %i is 7, but dimension 0 has the indices 0 to 7
  }
  return
}"#,
        );
    }

    #[test]
    fn constants() {
        check(
            r#"
func.func @f(%buf: memref<8x1xf32>, %v: f32) {
  affine.store %v, %buf[8, 0] : memref<8x1xf32>
                      //^ warning subscript-out-of-bounds: 8 is no index here, but dimension 0 has the indices 0 to 7
  %c = arith.constant -1 : index
  %z = arith.constant 0 : index
  %x = memref.load %buf[%z, %c] : memref<8x1xf32>
                          //^^ warning subscript-out-of-bounds: %c is -1, but dimension 1 has the index 0 only
  return
}"#,
        );
    }

    #[test]
    fn for_all_values_of_a_symbol() {
        check(
            r#"
func.func @f(%buf: memref<8xf32>, %v: f32, %n: index, %m: index) {
  affine.for %i = 0 to %n {
    affine.store %v, %buf[%i] : memref<8xf32>
    affine.store %v, %buf[%n] : memref<8xf32>
    affine.store %v, %buf[symbol(%m) + 100] : memref<8xf32>
    affine.store %v, %buf[%i + 8] : memref<8xf32>
                        //^^^^^^ warning subscript-out-of-bounds: %i + 8 is 8 when %i is 0, but dimension 0 has the indices 0 to 7
    affine.for %j = 0 to 8 {
      affine.store %v, %buf[%j + symbol(%m)] : memref<8xf32>
    }
    affine.for %j = 0 to 9 {
      affine.store %v, %buf[%j + symbol(%m)] : memref<8xf32>
                          //^^^^^^^^^^^^^^^ warning subscript-out-of-bounds
      affine.store %v, %buf[%j] : memref<8xf32>
                          //^^ warning subscript-out-of-bounds: %j is 8, but dimension 0 has the indices 0 to 7
    }
  }
  return
}"#,
        );
    }

    #[test]
    fn what_is_not_known_to_run_is_not_reported() {
        check(
            r#"
func.func @f(%buf: memref<8xf32>, %v: f32, %c: i1, %n: index) {
  affine.for %i = 0 to 9 {
    scf.if %c {
      affine.store %v, %buf[%i] : memref<8xf32>
    }
    affine.if affine_set<(d0)[s0] : (s0 - 8 - d0 >= 0)>(%i)[%n] {
      affine.store %v, %buf[%i] : memref<8xf32>
    }
    affine.if affine_set<(d0) : (d0 - 8 == 0)>(%i) {
    } else {
      affine.store %v, %buf[%i] : memref<8xf32>
    }
    affine.for %j = 9 to 9 {
      affine.store %v, %buf[%j] : memref<8xf32>
    }
    affine.store %v, %buf[%i floordiv 2 + %i mod 2] : memref<8xf32>
  }
  affine.for %k = 0 to 9 step 4 {
    affine.store %v, %buf[%k + 1] : memref<8xf32>
                        //^^^^^^ warning subscript-out-of-bounds: %k + 1 is 9 when %k is 8, but dimension 0 has the indices 0 to 7
    affine.store %v, %buf[%k - %k floordiv 2] : memref<8xf32>
  }
  return
}"#,
        );
    }
}
