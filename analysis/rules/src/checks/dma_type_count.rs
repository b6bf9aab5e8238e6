//! `dma-type-count`: a DMA with too few or too many types.
//!
//! Quick fix: writes the types of the three memrefs.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, tokens, trimmed};
use ir::{Form, OpKind, Pointer};
use syntax::{SyntaxKind, SyntaxToken, TextRange};
use transforms::rewrite::next_token;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.form == Form::Custom) {
        let OpKind::DmaStart(_) = &op.kind else { continue };
        let types = ctx.written_types(id);
        if types.len() != 3 {
            let place = |it| ctx.pointer(id, it);
            let range = types.iter().map(|it| place(it).range).reduce(TextRange::cover);
            let place = range.map_or(op.name_pointer, |range| Pointer { range, ..op.pointer });
            report.add(
                place,
                format!("three types are written, for source, destination and tag; here are {}", types.len()),
            );
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let op = ctx.operation()?;
    let is_memref = |it: &SyntaxToken| {
        it.kind() == SyntaxKind::PERCENT_ID
            && it.parent_ancestors().nth(1).is_some_and(|it| it.kind() == SyntaxKind::OPERATION)
            && next_token(it).is_some_and(|it| it.kind() == SyntaxKind::L_BRACKET)
    };
    let names: Vec<String> = tokens(&op).filter(is_memref).map(|it| it.text().to_owned()).collect();
    let written = op.children().find(|it| it.kind() == SyntaxKind::TYPE_GROUP);
    let (3, Some(written)) = (names.len(), written.filter(|it| trimmed(it) == ctx.range)) else {
        return None;
    };
    let types: Option<Vec<String>> = names.iter().map(|it| ctx.value_type(it)).collect();
    let types = types?;
    fix("write the types of the three memrefs", vec![edit(trimmed(&written), types.join(", "))])
}
