//! `for-bound-operand-count`: a map in a bound with other operands than it has inputs.

use crate::context::RuleContext;
use crate::finding::Report;
use crate::map_operands::{Called, check_operand_count};
use ir::{Form, OpKind};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        // The oracle does not look at this in generic form.
        let (OpKind::For(it), Form::Custom) = (&op.kind, op.form) else { continue };
        for called in [&it.lower, &it.upper].into_iter().filter_map(Called::map) {
            check_operand_count(ctx, report, id, "map", &called);
        }
    }
}
