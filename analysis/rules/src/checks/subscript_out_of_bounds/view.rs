//! Views that end after the bytes they are of.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::OpId;
use ir::types::Type;

/// Reports `memref.view`s that are certainly, by constants, too large.
pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|it| (it.1.dialect(), it.1.name_in_dialect()) == ("memref", "view")) {
        let Some((needed, size)) = bytes(ctx, id).filter(|(needed, size)| needed > size) else { continue };
        let message = format!("this view ends at byte {needed}, and there are {size}");
        let finding = report.add(op.name_pointer, message);
        if let Some(source) = op.operands.first().and_then(|it| it.value) {
            finding.related(ctx.definition(source), format!("{} has {size} bytes", ctx.name(source)));
        }
    }
}

/// The least number of bytes that a view needs, and the number that there are.
fn bytes(ctx: &RuleContext<'_>, id: OpId) -> Option<(u64, u64)> {
    let op = &ctx.ir.ops[id];
    let [source, shift, sizes @ ..] = &op.operands[..] else { return None };
    let constant = |it: &ir::Operand| u64::try_from(ctx.ir.constant(it.value?)?).ok();
    let source = ctx.ir.values[source.value?].ty.as_memref()?;
    let size = source.dims.first().copied().flatten().filter(|_| source.dims.len() == 1)?;
    let result = ctx.ir.values[*op.results.first()?].ty.as_memref()?;
    let mut sizes = sizes.iter();
    let dims = result.dims.iter().map(|dim| dim.or_else(|| sizes.next().and_then(constant)));
    let elements = dims.collect::<Option<Vec<u64>>>()?.into_iter().try_fold(1_u64, u64::checked_mul)?;
    let width = match &result.element {
        element @ (Type::Integer { .. } | Type::Float(_)) => element.size_in_bytes()?,
        _ => return None,
    };
    let needed = elements.checked_mul(width)?.checked_add(constant(shift).unwrap_or_default())?;
    Some((needed, size))
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn past_the_bytes() {
        check(
            r#"
func.func @f(%m: memref<64xi8>, %d: memref<?xi8>, %i: index) {
  %c8 = arith.constant 8 : index
  %c15 = arith.constant 15 : index
  %0 = memref.view %m[%c8][] : memref<64xi8> to memref<16xf32>
     //^^^^^^^^^^^ warning subscript-out-of-bounds: this view ends at byte 72, and there are 64
  %1 = memref.view %m[%c8][] : memref<64xi8> to memref<14xf32>
  %2 = memref.view %m[%i][] : memref<64xi8> to memref<17xi32>
     //^^^^^^^^^^^ warning subscript-out-of-bounds: this view ends at byte 68, and there are 64
  %3 = memref.view %m[%c8][%c15] : memref<64xi8> to memref<?xf32>
     //^^^^^^^^^^^ warning subscript-out-of-bounds: this view ends at byte 68, and there are 64
  %4 = memref.view %m[%c8][%i] : memref<64xi8> to memref<?xf32>
  %5 = memref.view %d[%c8][] : memref<?xi8> to memref<99xf32>
  %6 = memref.view %m[%c8][] : memref<64xi8> to memref<8xindex>
  func.call @g(%0, %1, %2, %3, %4, %5, %6) : (memref<16xf32>, memref<14xf32>, memref<17xi32>, memref<?xf32>, memref<?xf32>, memref<99xf32>, memref<8xindex>) -> ()
  return
}
func.func private @g(memref<16xf32>, memref<14xf32>, memref<17xi32>, memref<?xf32>, memref<?xf32>, memref<99xf32>, memref<8xindex>)"#,
        );
    }
}
