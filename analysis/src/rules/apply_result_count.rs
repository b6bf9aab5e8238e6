//! `apply-result-count`: a map with no or several results in affine.apply.

use super::Report;
use crate::ir::OpKind;
use crate::rule_context::RuleContext;

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops() {
        let OpKind::Apply(applied) = &op.kind else { continue };
        let Some(map) = &applied.map else { continue };
        if map.results.len() != 1 {
            let message = format!("affine.apply needs a map with one result, this has {}", map.results.len());
            report.add(ctx.map_results(applied), message);
        }
    }
}
