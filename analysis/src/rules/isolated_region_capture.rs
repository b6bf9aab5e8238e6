//! `isolated-region-capture`: a value from outside a function or module.

use super::Report;
use crate::affine::symbols::is_isolated_from_above;
use crate::rule_context::RuleContext;
use crate::undefined_names::Undefined;

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for found in ctx.undefined_names() {
        let Undefined::Outside { place, name } = found else { continue };
        let around = ctx.ir.ops.iter().next().filter(|(_, op)| is_isolated_from_above(&op.name));
        let body = around.map_or("this module", |(_, op)| &*op.name);
        let message = format!("{name} is outside {body}, whose body sees only its own values");
        let finding = report.add(*place, message);
        if let Some((_, op)) = around {
            finding.related(op.name_pointer, "values from outside are passed as arguments");
        }
    }
}
