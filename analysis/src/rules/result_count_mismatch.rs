//! `result-count-mismatch`: names for another number of results than the operation has.

use super::Report;
use crate::ir::OpKind;
use crate::map_operands::counted;
use crate::rule_context::RuleContext;
use std::fmt;
use syntax::SyntaxKind;

/// Names for another number of results.
#[derive(Debug, PartialEq)]
pub(crate) struct Names {
    pub(crate) op: Box<str>,
    pub(crate) results: usize,
    pub(crate) named: usize,
}

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { op, results, named } = self;
        let verb = if *named == 1 { "is" } else { "are" };
        write!(f, "{op} has {}, {named} {verb} named here", counted(*results, "result"))
    }
}

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let Some(results) = ctx.piece(id, SyntaxKind::OP_RESULTS) else { continue };
        let (Some(count), named) = (ctx.result_count(id), op.named_results(ctx.ir)) else { continue };
        // A map with several results is the mistake, not the names.
        let is_map =
            matches!(&op.kind, OpKind::Apply(it) if it.map.as_ref().is_some_and(|it| it.results.len() != 1));
        if !is_map && count != named && count > 0 && named > 0 {
            let facts = Names { op: op.name.clone(), results: count, named };
            report.add(ctx.pointer(id, results), facts);
        }
    }
}
