//! `parallel-write-conflict`: iterations of a parallel loop that write one element.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::OpId;
use ir::affine::AffineExpr;
use polyhedral::dependence::concern::{Concern, dependences_concerning};
use polyhedral::dependence::{Dependences, LoopDim, Variable, results_relation};
use polyhedral::loops::parallelism::is_carried_by;
use polyhedral::report::DependenceKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    if !ctx.ops().any(|it| ctx.ir.is_parallel_loop(it.0)) {
        return;
    }
    let found = dependences_concerning(ctx.db, ctx.op, Concern::Parallel);
    for (index, access) in found.accesses.iter().enumerate() {
        let Some(dim) = lost_dim(ctx, found, index) else { continue };
        let name = ctx.name(dim.induction_variable);
        report
            .add(ctx.ir.ops[access.op].pointer, format!("all iterations over {name} write this element"))
            .related(
                ctx.definition(dim.induction_variable),
                "the index that the subscripts do not depend on",
            );
    }
}

/// The dimension of the innermost band around a store on which the element that it writes does not depend, though iterations
/// over it meet.
pub(super) fn lost_dim<'a>(
    ctx: &RuleContext<'_>,
    found: &'a Dependences,
    index: usize,
) -> Option<&'a LoopDim> {
    let access = found.accesses.get(index)?;
    let band = ctx
        .ir
        .ancestors(access.op)
        .find(|it| !ctx.ir.is_counted_loop(*it) || ctx.ir.is_parallel_loop(*it))?;
    let meets = found.between(index, index).iter().any(|it| {
        it.kind == DependenceKind::Waw && it.unknown.is_none() && is_carried_by(ctx.ir, found, it, band)
    });
    let is_judged = meets && !ctx.ir.ops[access.op].broken;
    if is_judged { free_dim(ctx, access.op, &access.loops, band) } else { None }
}

/// A dimension of the band that runs more than once and does not occur in the subscripts.
fn free_dim<'a>(ctx: &RuleContext<'_>, store: OpId, loops: &'a [LoopDim], band: OpId) -> Option<&'a LoopDim> {
    let touches = ctx.ir.touches(store);
    let subscripts = touches.first()?.elements.subscripts()?;
    let header = ctx.ir.counted_loop(band).filter(|it| it.is_parallel)?;
    let relation = results_relation(ctx.ir, store, &[subscripts]).ok()?;
    let forms = || relation.pieces.iter().flat_map(|it| &it.subscripts).flat_map(|it| &it.terms);
    if forms().any(|it| matches!(it.0, Variable::Local(_))) {
        return None;
    }
    let is_single = |dim: usize| {
        let constant = |bound: &ir::AppliedMap| match &*bound.map.as_ref()?.results {
            [AffineExpr::Dim(_)] => {
                ctx.ir.operand_values(band, &bound.operands).next()?.and_then(|it| ctx.ir.constant(it))
            }
            [single] => single.as_constant(),
            _ => None,
        };
        let Some(bounds) = header.dims.get(dim) else { return false };
        let step = bounds.step.constant().unwrap_or(1);
        let bounds = constant(bounds.lower).zip(constant(bounds.upper));
        bounds.and_then(|(lower, upper)| upper.checked_sub(lower)).is_some_and(|span| span <= step)
    };
    let mut dims = loops.iter().enumerate().filter(|(_, it)| it.op == band && !is_single(it.dim));
    dims.find(|(index, _)| !forms().any(|it| it.0 == Variable::Loop(*index))).map(|it| it.1)
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn the_lost_index() {
        check(
            r#"
func.func @f(%line: memref<8xf32>, %v: f32) {
  affine.parallel (%i, %j) = (0, 0) to (8, 8) {
                     //^^ related: the index that the subscripts do not depend on
    affine.store %v, %line[%i] : memref<8xf32>
  //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning parallel-write-conflict: all iterations over %j write this element
    affine.if affine_set<(d0) : (d0 == 0)>(%j) {
      affine.store %v, %line[%i] : memref<8xf32>
    }
  }
  return
}"#,
        );
    }
}
