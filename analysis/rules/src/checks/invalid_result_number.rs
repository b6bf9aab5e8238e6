//! `invalid-result-number`: a result number that a value does not have.

use crate::context::RuleContext;
use crate::context::Undefined;
use crate::finding::Report;
use crate::map_operands::counted;
use syntax::SyntaxKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for found in ctx.undefined_names() {
        let Undefined::Number { place, value, name } = found else { continue };
        let group = ctx.ir.values[*value].group;
        let message = format!("{name} has {}, numbered from 0", counted(group as usize, "result"));
        report.add(*place, message).related(ctx.definition(*value), format!("{name} is defined here"));
    }
    for (id, _) in ctx.ops() {
        let Some(results) = ctx.piece(id, SyntaxKind::OP_RESULTS) else { continue };
        for result in results.children() {
            let count = result.token(SyntaxKind::INTEGER);
            if count.is_some_and(|it| it.text().bytes().all(|it| it == b'0')) {
                report.add(ctx.pointer(id, result), "a group of results has at least one");
            }
        }
    }
}
