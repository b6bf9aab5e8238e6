//! `identity-map`: a map that changes nothing.

use super::Report;
use crate::affine::AffineExpr;
use crate::ir::{MapOrigin, OpKind};
use crate::rule_context::RuleContext;

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops() {
        match &op.kind {
            OpKind::Apply(it) => {
                let result = it.map.as_ref().and_then(|it| Some(it.results.first()?.folded()));
                if matches!(result, Some(AffineExpr::Dim(_) | AffineExpr::Symbol(_))) {
                    report.add(op.pointer, "this map changes nothing");
                }
            }
            OpKind::For(it) => {
                for bound in [&it.lower, &it.upper].into_iter().filter(|it| it.origin == MapOrigin::Attribute)
                {
                    let Some(map) = bound.map.as_ref().map(|it| it.folded()) else { continue };
                    let plain = match (map.dims, map.symbols, &*map.results) {
                        (0, 1, [AffineExpr::Symbol(0)]) => "the value alone says the same",
                        (0, 0, [AffineExpr::Constant(_)]) => "the number alone says the same",
                        _ => continue,
                    };
                    report.add(bound.pointer, format!("this map changes nothing: {plain}"));
                }
            }
            _ => {}
        }
    }
}
