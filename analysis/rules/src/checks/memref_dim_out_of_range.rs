//! `memref-dim-out-of-range`: the size of a dimension that the memref or tensor does not have.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::OpKind;
use ir::types::Type;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops().filter(|(_, op)| op.is("memref.dim") || op.is("tensor.dim")) {
        let [source, index] = &*op.operands else { continue };
        let rank = match source.value.map(|it| &ctx.ir.values[it].ty) {
            Some(Type::MemRef(it)) => it.dims.len(),
            Some(Type::Tensor { dims: Some(dims), .. }) => dims.len(),
            _ => continue,
        };
        let Some(definition) = index.value.and_then(|it| ctx.ir.defining_op(it)) else { continue };
        let definition = &ctx.ir.ops[definition];
        let OpKind::ConstantInteger(number) = definition.kind else { continue };
        let is_inside = usize::try_from(number).is_ok_and(|it| it < rank);
        let Some(last) = rank.checked_sub(1).filter(|_| !is_inside) else { continue };
        report
            .add(index.pointer, format!("the dimensions are numbered 0 to {last}, this is {number}"))
            .related(definition.name_pointer, "the constant");
    }
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn counted_from_one() {
        check(
            r#"
func.func @size(%m: tensor<8x?xf32>) -> index {
  %c2 = arith.constant 2 : index
      //^^^^^^^^^^^^^^ related: the constant
  %d = tensor.dim %m, %c2 : tensor<8x?xf32>
                    //^^^ warning memref-dim-out-of-range: the dimensions are numbered 0 to 1, this is 2
  return %d : index
}"#,
        );
    }
}
