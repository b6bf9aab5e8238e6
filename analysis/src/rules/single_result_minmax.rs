//! `single-result-minmax`: a minimum or maximum of one value.

use super::Report;
use crate::ir::OpKind;
use crate::rule_context::RuleContext;

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops() {
        let (applied, what) = match &op.kind {
            OpKind::Min(it) => (it, "minimum"),
            OpKind::Max(it) => (it, "maximum"),
            _ => continue,
        };
        let Some(map) = applied.map.as_ref().map(|it| it.folded()) else { continue };
        let Some((first, others)) = map.results.split_first() else { continue };
        if others.iter().all(|it| it == first) {
            report.add(op.name_pointer, format!("a {what} of one value; affine.apply says the same"));
        }
    }
}
