//! `unqualified-operation`: an operation without its dialect where the dialect is not the default.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::default_dialect::{default_dialect, full_name};
use crate::ir::Form;
use crate::rule_context::RuleContext;
use crate::source_file::has_syntax_errors;

pub(super) static RULE: Rule = Rule { code: "unqualified-operation", severity: Severity::Error, page: page!("unqualified-operation"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    after_stray_brace(ctx, report);
    for (id, op) in ctx.ops().filter(|it| it.1.form != Form::Generic) {
        let written = ctx.text(op.name_pointer);
        let (Some(full), Some(dialect)) = (full_name(&written), default_dialect(ctx, id)) else { continue };
        if written == "func" || dialect == "func" && matches!(&*written, "call" | "call_indirect" | "return") {
            continue;
        }
        // In a region that is never closed it is the brace that is missing.
        if ctx.ir.parent_op(id).is_some_and(|it| ctx.ir.ops[it].broken) {
            continue;
        }
        if dialect == "builtin" && written == "return" {
            // Where some text did not parse, the function around it may be there.
            if !has_syntax_errors(ctx.db, ctx.op.file(ctx.db)) {
                report.add(op.name_pointer, "this return stands outside every function");
            }
            continue;
        }
        // `constant @f` of the func dialect.
        if dialect == "func" && written == "constant" && op.symbol.is_some() {
            continue;
        }
        let finding = report.add(
            op.name_pointer,
            format!("write {full}: the prefix func. can be left out only directly inside a function, others never"),
        );
        finding.fix(format!("write {full}"), vec![(op.name_pointer, full)]);
        if let Some(parent) = ctx.ir.parent_op(id).filter(|_| dialect.is_empty()) {
            let parent = &ctx.ir.ops[parent];
            finding.related(parent.name_pointer, format!("the body of {} has no default dialect", parent.name));
        }
    }
}

/// After a brace too many, the `return` of the function stands outside it.
fn after_stray_brace(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    let Some(brace) = ctx.stray_brace().filter(|_| !ctx.op.errors(ctx.db).is_empty()) else { return };
    let bare = ctx.ir.ops.iter().map(|it| it.1).find(|op| {
        op.form != Form::Generic
            && op.pointer.root == brace.root
            && op.pointer.range.start() >= brace.range.end()
            && matches!(&*ctx.text(op.name_pointer), "return" | "call" | "call_indirect")
    });
    if let Some(bare) = bare.filter(|it| !ctx.is_next_token(brace, it.pointer)) {
        let written = ctx.text(bare.name_pointer);
        report
            .add(bare.name_pointer, format!("the brace above ends the function before this {written}"))
            .related(brace, "a brace too many");
    }
}
