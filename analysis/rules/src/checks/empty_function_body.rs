//! `empty-function-body`: a function body without any operation.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::FixContext;
use crate::handed_on::returned_at_end;
use ir::Form;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops().filter(|(_, op)| op.is("func.func") && op.form == Form::Custom) {
        let [region] = op.regions[..] else { continue };
        let region = &ctx.ir.regions[region];
        let [block] = region.blocks[..] else { continue };
        let block = &ctx.ir.blocks[block];
        if let (true, None, Some(place)) = (block.ops.is_empty(), &block.label, region.pointer) {
            report.add(place, "a function body ends with return");
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let values = returned(ctx)?;
    ctx.replace(format!("insert return{values}"), format!("{{\n  return{values}\n}}"))
}

/// The values and types after `return`.
fn returned(ctx: &FixContext<'_>) -> Option<String> {
    let records = ctx.records()?;
    let (rules, id) = (RuleContext::new(ctx.db, records.isolated, records.ir), ctx.op()?);
    let types = rules.results_of_function(id)?.2;
    let block = *records.ir.regions[*records.ir.ops[id].regions.first()?].blocks.first()?;
    returned_at_end(&rules, block, &types)
}
