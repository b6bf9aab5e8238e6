//! `delinearize-result-count`: another number of result types than the basis gives.

use super::Report;
use crate::ir::{Form, OpKind};
use crate::rule_context::RuleContext;
use std::fmt;

/// Results that a basis does not give.
#[derive(Debug, PartialEq)]
pub(crate) struct Results {
    pub(crate) elements: usize,
    pub(crate) results: usize,
}

impl fmt::Display for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elements, results } = *self;
        let noun = if elements == 1 { "element gives" } else { "elements give" };
        write!(f, "{elements} basis {noun} {elements} or {} results, not {results}", elements + 1)
    }
}

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let OpKind::Delinearize { basis } = &op.kind else { continue };
        let Some(results) = ctx.result_count(id) else { continue };
        let named = op.named_results(ctx.ir);
        let count = basis.elements.len();
        // Names that do not fit the types are another mistake.
        if results == count || results == count + 1 || named != 0 && named != results {
            continue;
        }
        let types = ctx.piece(id, syntax::SyntaxKind::TYPE_GROUP).filter(|_| op.form == Form::Custom);
        let place = types.map_or(op.name_pointer, |it| ctx.pointer(id, it));
        let finding = report.add(place, Results { elements: count, results });
        if let Some(basis) = basis.pointer {
            finding.related(basis, "the basis");
        }
    }
}
