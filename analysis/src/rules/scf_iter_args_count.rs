//! `scf-iter-args-count`: a loop with another number of types than carried values.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::ir::Form;
use crate::map_operands::counted;
use crate::rule_context::RuleContext;
use syntax::SyntaxKind;
use syntax::ast;

pub(super) static RULE: Rule = Rule {
    code: "scf-iter-args-count",
    severity: Severity::Error,
    page: page!("scf-iter-args-count"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.is("scf.for") && op.form == Form::Custom) {
        let list = ctx.piece(id, SyntaxKind::ITER_ARGS);
        let carried = list.as_ref().map_or(0, |it| ast::children::<ast::IterArg>(it).count());
        let types = ctx.result_type_list(id).unwrap_or_default().len();
        if carried != types {
            let message = format!("{}, {}", counted(carried, "carried value"), counted(types, "type"));
            let place = ctx.result_types(id).unwrap_or(op.name_pointer);
            let finding = report.add(place, message);
            if let Some(list) = list {
                finding.related(ctx.pointer(id, &list), "the carried values");
            }
        }
    }
}
