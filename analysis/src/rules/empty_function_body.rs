//! `empty-function-body`: a function body without any operation.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::ir::Form;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "empty-function-body",
    severity: Severity::Error,
    page: page!("empty-function-body"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops().filter(|(_, op)| op.is("func.func") && op.form == Form::Custom) {
        let [region] = op.regions[..] else { continue };
        let region = &ctx.ir.regions[region];
        let [block] = region.blocks[..] else { continue };
        let block = &ctx.ir.blocks[block];
        if let (true, None, Some(place)) = (block.ops.is_empty(), &block.label, region.pointer) {
            let finding = report.add(place, "a function body ends with return");
            finding.fix("insert return", vec![(place, "{\n  return\n}".to_owned())]);
        }
    }
}
