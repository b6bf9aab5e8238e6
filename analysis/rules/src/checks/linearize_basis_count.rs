//! `linearize-basis-count`: a basis that does not fit the number of indices.

use crate::context::RuleContext;
use crate::finding::Report;
use crate::map_operands::counted;
use ir::OpKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops() {
        let OpKind::Linearize { indices, basis, .. } = &op.kind else { continue };
        let count = basis.elements.len();
        if count != *indices && count + 1 != *indices {
            let message = format!(
                "{} need {indices} or {} basis elements, not {count}",
                counted(*indices, "indice").replace("1 indice", "1 index"),
                indices.saturating_sub(1)
            );
            report.add(basis.pointer.unwrap_or(op.name_pointer), message);
        }
    }
}
