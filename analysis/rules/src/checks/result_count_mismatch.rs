//! `result-count-mismatch`: names for another number of results than the operation has.
//!
//! Quick fix: names as many results as there are.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, tokens, trimmed};
use crate::map_operands::counted;
use ir::OpKind;
use smol_str::SmolStr;
use std::fmt;
use syntax::SyntaxKind;

/// Names for another number of results.
#[derive(Debug, PartialEq)]
pub struct ResultNames {
    pub op: SmolStr,
    pub results: usize,
    pub named: usize,
}

impl fmt::Display for ResultNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { op, results, named } = self;
        let verb = if *named == 1 { "is" } else { "are" };
        write!(f, "{op} has {}, {named} {verb} named here", counted(*results, "result"))
    }
}

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let Some(results) = ctx.piece(id, SyntaxKind::OP_RESULTS) else { continue };
        let (Some(count), named) = (ctx.result_count(id), op.named_results(ctx.ir)) else { continue };
        // A map with several results is the mistake, not the names.
        let is_map =
            matches!(&op.kind, OpKind::Apply(it) if it.map.as_ref().is_some_and(|it| it.results.len() != 1));
        if !is_map && count != named && count > 0 && named > 0 {
            let facts = ResultNames { op: op.name.clone(), results: count, named };
            report.add(ctx.pointer(id, results), facts);
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let ResultNames { results: count, named, .. } = *ctx.facts()?;
    let list = ctx.around(SyntaxKind::OP_RESULTS)?;
    let names: Vec<_> = list.children().filter(|it| it.kind() == SyntaxKind::OP_RESULT).collect();
    let last = names.last()?;
    let group_of = |node: &syntax::SyntaxNode| {
        tokens(node)
            .find(|it| it.kind() == SyntaxKind::INTEGER)
            .and_then(|it| it.text().parse::<usize>().ok())
    };
    let name = tokens(last).next()?;
    let others = named.saturating_sub(group_of(last).unwrap_or(1));
    if let Some(rest) = count.checked_sub(others).filter(|it| *it > 0) {
        let text = if rest == 1 { name.text().to_owned() } else { format!("{}:{rest}", name.text()) };
        return fix(format!("write {text}"), vec![edit(trimmed(last), text)]);
    }
    let kept = count.checked_sub(1).and_then(|it| names.get(it));
    let kept = kept.filter(|_| names.iter().all(|it| group_of(it).is_none()))?;
    let range = syntax::TextRange::new(trimmed(kept).end(), trimmed(last).end());
    fix("delete the names that are too many", vec![edit(range, "")])
}
