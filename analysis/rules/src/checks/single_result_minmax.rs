//! `single-result-minmax`: a minimum or maximum of one value.
//!
//! Quick fix: writes `affine.apply`, with one result.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, trimmed};
use ir::affine::symbols::{Symbols, Validity};
use ir::{Form, OpKind};
use syntax::{SyntaxKind, TextRange};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops() {
        let (applied, what) = match &op.kind {
            OpKind::Min(it) => (it, "minimum"),
            OpKind::Max(it) => (it, "maximum"),
            _ => continue,
        };
        let Some(map) = applied.map.as_ref().map(|it| it.folded()) else { continue };
        let Some((first, others)) = map.results.split_first() else { continue };
        if others.iter().all(|it| it == first) {
            report.add(op.name_pointer, format!("a {what} of one value; affine.apply says the same"));
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let records = ctx.records()?;
    let statement = ctx.operation()?;
    let op = ctx.op()?;
    let ir = records.ir;
    let (OpKind::Min(applied) | OpKind::Max(applied)) = &ir.ops[op].kind else { return None };
    let map = applied.map.as_ref()?;
    // Only of affine.apply are operands asked to be dimensions and symbols.
    let symbols = Symbols::new(ir);
    let scope = symbols.scope(op);
    let is_valid = |(index, value): (usize, Option<_>)| {
        value.is_some_and(|it| match index < map.dims {
            true => symbols.dim(it, scope) == Validity::Valid,
            false => symbols.symbol(it, scope) == Validity::Valid,
        })
    };
    if ir.ops[op].form != Form::Custom
        || map.dims != applied.dim_operands
        || !ir.operand_values(op, &applied.operands).enumerate().all(is_valid)
    {
        return None;
    }
    let mut edits = vec![edit(ctx.range, "affine.apply")];
    if map.results.len() > 1 {
        let results = statement.descendants().find(|it| it.kind() == SyntaxKind::AFFINE_RESULTS)?;
        let results: Vec<_> =
            results.children().filter(|it| it.kind().is_affine_expression()).map(|it| trimmed(&it)).collect();
        let (first, last) = (results.first()?, results.last()?);
        edits.push(edit(TextRange::new(first.end(), last.end()), ""));
    }
    fix("change to affine.apply", edits)
}
