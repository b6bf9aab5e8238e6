//! `unused-pure-result`: a value that nothing uses.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::{Form, Op, ValueId};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops().filter(|(_, op)| op.form != Form::Opaque && is_pure(op)) {
        let is_unused =
            |it: &ValueId| !ctx.is_used(*it) && !ctx.broken_names.contains(&*ctx.ir.values[*it].name);
        if op.results.is_empty() || !op.results.iter().all(is_unused) {
            continue;
        }
        let first = op.results.first().map(|it| (ctx.definition(*it), &ctx.ir.values[*it].name));
        if let Some((place, name)) = first {
            let name = if name.is_empty() { "the result" } else { name };
            report.add(place, format!("{name} is never used"));
        }
    }
}

/// Whether an operation has no effect but its results: those that may trap are not among them.
fn is_pure(op: &Op) -> bool {
    op.is_pure() || op.has_trait("ShapedDimOpInterface")
}
