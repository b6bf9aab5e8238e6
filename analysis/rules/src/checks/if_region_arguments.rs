//! `if-region-arguments`: a branch of affine.if with arguments.
//!
//! Quick fix: deletes the arguments, if nothing uses them.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, tokens, trimmed};
use ir::Pointer;
use syntax::{SyntaxKind, TextRange};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops().filter(|it| it.1.is("affine.if")) {
        for region in &op.regions {
            let Some(block) = ctx.ir.regions[*region].blocks.first() else { continue };
            let arguments = &ctx.ir.blocks[*block].arguments;
            let range = arguments.iter().map(|it| ctx.definition(*it).range).reduce(TextRange::cover);
            if let Some(range) = range {
                report.add(Pointer { range, ..op.pointer }, "branches of affine.if take no arguments");
            }
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let (label, op) = (ctx.around(SyntaxKind::BLOCK_LABEL)?, ctx.operation()?);
    let arguments: Vec<_> = tokens(&label).filter(|it| it.kind() == SyntaxKind::PERCENT_ID).collect();
    let uses = |name: &str| tokens(&op).filter(|it| it.text() == name).count();
    if arguments.is_empty() || arguments.iter().any(|it| uses(it.text()) > 1) {
        return None;
    }
    let range = trimmed(&label);
    let lines = ctx.lines(range);
    let alone = ctx.text_of(lines).trim() == ctx.text_of(range).trim();
    fix("delete the arguments", vec![if alone { edit(lines, "") } else { ctx.deletion(range) }])
}
