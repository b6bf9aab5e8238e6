//! `region-count-mismatch`: another number of regions or blocks than the operation has.
//!
//! Quick fix: the second region of an `affine.if` in generic form.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, fix, insertion, name_of, results, trimmed};
use crate::map_operands::counted;
use crate::yields::is_affine_region_op;
use ir::Form;
use syntax::SyntaxKind;
use transforms::rewrite::indentation;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.form == Form::Generic) {
        if !is_affine_region_op(op) {
            continue;
        }
        let needed = op.definition.as_ref().map_or(0, |it| it.regions.len());
        let has_body = op.regions.first().is_some_and(|it| !ctx.ir.regions[*it].blocks.is_empty());
        let message = if op.regions.len() != needed {
            format!("{} has {}, {needed} {} asked", op.name, counted(op.regions.len(), "region"), are(needed))
        } else if !has_body {
            format!("the first region of {} needs a block", op.name)
        } else {
            continue;
        };
        let list = ctx.piece(id, SyntaxKind::REGION_LIST);
        report.add(list.map_or(op.name_pointer, |it| ctx.pointer(id, it)), message);
    }
}

fn are(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let op = ctx.operation().filter(|it| name_of(it) == "affine.if")?;
    let child = |kind| op.children().find(|it| it.kind() == kind);
    let (list, ty) = (child(SyntaxKind::REGION_LIST)?, child(SyntaxKind::FUNCTION_TYPE)?);
    let regions: Vec<_> = list.children().filter(|it| it.kind() == SyntaxKind::REGION).collect();
    let gives_nothing = results(&ty).is_some_and(|it| ctx.text_of(it).trim() == "()");
    let ([then], true) = (&*regions, gives_nothing) else { return None };
    let blanks = indentation(ctx.whole, trimmed(&op).start().into());
    fix("add an empty else region", vec![insertion(trimmed(then).end(), format!(", {{\n{blanks}}}"))])
}
