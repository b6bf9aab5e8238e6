//! `yield-count-mismatch`: an affine.yield with another number of values than its parent has results.

use crate::context::RuleContext;
use crate::finding::Report;
use crate::map_operands::counted;
use crate::yields::{result_place, yields};
use ir::Pointer;
use syntax::TextRange;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for found in yields(ctx) {
        let count = found.op.operands.len();
        if count == found.results.len() {
            continue;
        }
        let range = found.op.operands.iter().map(|it| it.pointer.range).reduce(TextRange::cover);
        let place = range.map_or(found.op.name_pointer, |range| Pointer { range, ..found.op.name_pointer });
        let parent = &ctx.ir.ops[found.parent].name;
        let results = counted(found.results.len(), "result");
        let values = if count == 1 { "1 value is".to_owned() } else { format!("{count} values are") };
        let (related, _) = result_place(ctx, found.parent, usize::MAX);
        report
            .add(place, format!("{parent} has {results}, {values} yielded"))
            .related(related, format!("the results of {parent}"));
    }
}
