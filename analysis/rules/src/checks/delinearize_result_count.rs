//! `delinearize-result-count`: another number of result types than the basis gives.
//!
//! Quick fix: as many types, and names, as the basis has elements.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, result_names, results, trimmed};
use ir::{Form, OpKind};
use std::fmt;
use syntax::SyntaxKind;

/// Results that a basis does not give.
#[derive(Debug, PartialEq)]
pub struct Results {
    pub elements: usize,
    pub results: usize,
}

impl fmt::Display for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elements, results } = *self;
        let noun = if elements == 1 { "element gives" } else { "elements give" };
        write!(f, "{elements} basis {noun} {elements} or {} results, not {results}", elements + 1)
    }
}

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let OpKind::Delinearize { basis } = &op.kind else { continue };
        let Some(results) = ctx.result_count(id) else { continue };
        let named = op.named_results(ctx.ir);
        let count = basis.elements.len();
        // Names that do not fit the types are another mistake.
        if results == count || results == count + 1 || named != 0 && named != results {
            continue;
        }
        let types = ctx.piece(id, SyntaxKind::TYPE_GROUP).filter(|_| op.form == Form::Custom);
        let place = types.map_or(op.name_pointer, |it| ctx.pointer(id, it));
        let finding = report.add(place, Results { elements: count, results });
        if let Some(basis) = basis.pointer {
            finding.related(basis, "the basis");
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let count = ctx.facts::<Results>()?.elements;
    let op = ctx.operation()?;
    let child = |kind| op.children().find(|it| it.kind() == kind);
    let types = vec!["index"; count].join(", ");
    let types = match child(SyntaxKind::FUNCTION_TYPE) {
        Some(ty) => edit(results(&ty)?, if count == 1 { " index".to_owned() } else { format!(" ({types})") }),
        None => edit(trimmed(&child(SyntaxKind::TYPE_GROUP)?), types),
    };
    let mut edits = vec![types];
    edits.extend(result_names::resize(&op, count)?);
    let noun = if count == 1 { "result" } else { "results" };
    fix(format!("give it {count} {noun}"), edits)
}
