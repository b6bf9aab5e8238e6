//! `yield-type-list`: a yield whose types are not as many as its values.
//!
//! Quick fix: writes the types of the values.

use crate::checks::for_iter_args_count::fix::result_types;
use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, insertion, tokens, trimmed};
use crate::map_operands::counted;
use ir::{Form, Pointer};
use syntax::{SyntaxKind, SyntaxNode, TextRange};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    let yields = ctx.ops().filter(|(_, op)| {
        op.form == Form::Custom && matches!(&*op.name, "affine.yield" | "scf.yield" | "func.return")
    });
    for (id, op) in yields {
        let types = ctx.written_types(id);
        let values = op.operands.len();
        if types.len() == values {
            continue;
        }
        let range = types.iter().map(|it| ctx.pointer(id, it).range).reduce(TextRange::cover);
        let values_range = op.operands.iter().map(|it| it.pointer.range).reduce(TextRange::cover);
        let range = range.or(values_range).unwrap_or(op.name_pointer.range);
        let message = format!("{}, {}", counted(values, "value"), counted(types.len(), "type"));
        report.add(Pointer { range, ..op.pointer }, message);
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let is_group = |it: &SyntaxNode| it.kind() == SyntaxKind::OPERAND_GROUP;
    let group = ctx
        .around(SyntaxKind::OPERAND_GROUP)
        .or_else(|| ctx.token_before()?.parent_ancestors().find(is_group))
        .or_else(|| ctx.operation()?.children().find(is_group))?;
    let values = group.children().filter(|it| it.kind() == SyntaxKind::VALUE_USE && tokens(it).count() == 1);
    let types = values.map(|it| ctx.value_type(it.text().to_string().trim())).collect::<Option<Vec<_>>>()?;
    // Where the loop gives another number of results, values are missing too.
    let parent = group.ancestors().filter(|it| it.kind() == SyntaxKind::OPERATION).nth(1);
    let results = parent.and_then(|it| it.children().find(|it| it.kind() == SyntaxKind::RESULT_TYPES));
    let is_other = results.is_some_and(|it| result_types(&it).len() != types.len());
    if types.len() != group.children().count() || is_other {
        return None;
    }
    let types = types.join(", ");
    let written = group.parent()?.children().find(|it| it.kind() == SyntaxKind::TYPE_GROUP);
    match written.filter(|it| tokens(it).next().is_some()) {
        Some(written) => fix(format!("write : {types}"), vec![edit(trimmed(&written), types)]),
        None => {
            fix(format!("insert : {types}"), vec![insertion(trimmed(&group).end(), format!(" : {types}"))])
        }
    }
}
