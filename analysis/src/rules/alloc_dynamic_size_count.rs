//! `alloc-dynamic-size-count`: another number of sizes than the type has unknown dimensions.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::ir::Form;
use crate::map_operands::counted;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "alloc-dynamic-size-count",
    severity: Severity::Error,
    page: page!("alloc-dynamic-size-count"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report);
    for (id, op) in ctx.ops() {
        if !matches!(&*op.name, "memref.alloc" | "memref.alloca") || op.form != Form::Custom {
            continue;
        }
        let bound = || {
            let binding = op.definition.as_ref()?.bind(ctx.located(id)?);
            Some(binding.operand("dynamicSizes")?.uses.len())
        };
        let (Some(given), [made]) = (bound(), &*op.results) else { continue };
        let Some(memref) = ctx.ir.values[*made].ty.as_memref() else { continue };
        let asked = memref.dims.iter().filter(|it| it.is_none()).count();
        if asked != given {
            let message = format!("the type has {}, {given} given", counted(asked, "unknown size"));
            report.add(op.name_pointer, message);
        }
    }
}
