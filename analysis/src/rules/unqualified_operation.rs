//! `unqualified-operation`: an operation without its dialect where the dialect is not the default.

use super::{Report, Rule};
use crate::default_dialect::default_dialect;
use crate::diagnostic::Severity;
use crate::ir::{Form, Op, OpId, Pointer};
use crate::legacy::{Spelling, legacy};
use syntax::SyntaxKind;
use syntax::ast;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "unqualified-operation",
    severity: Severity::Error,
    page: page!("unqualified-operation"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    after_wrong_brace(ctx, report);
    for (id, op) in ctx.legacy_ops() {
        if let Some(it) = legacy(ctx, id).filter(|it| it.spelling == Spelling::Bare) {
            let dialect = it.name.split('.').next().unwrap_or_default();
            let why = format!("operations of {dialect} never stand without their prefix");
            add(ctx, report, id, op, &it.name, &why, it.edits);
        }
    }
    for (id, op) in ctx.ops().filter(|it| it.1.form != Form::Generic) {
        let written = ctx.text(op.name_pointer);
        if !matches!(&*written, "call" | "call_indirect" | "return") {
            continue;
        }
        // At the top level a `return` is what a brace too many leaves behind.
        match default_dialect(ctx, id) {
            None | Some("func") => continue,
            Some("builtin") if written == "return" => continue,
            Some(_) => {}
        }
        // A `return` ends a function only; what ends the region around it is meant.
        let parent = ctx.ir.parent_op(id).map(|it| ctx.ir.ops[it].name.split('.').next().unwrap_or_default());
        let full = match parent {
            Some(dialect @ ("affine" | "scf")) if written == "return" => format!("{dialect}.yield"),
            _ => format!("func.{written}"),
        };
        let place = op.name_pointer;
        if written == "return" {
            let message = format!("return ends the body of a function; what ends this region is {full}");
            report.add(place, message).fix(format!("write {full}"), vec![(place, full)]);
            continue;
        }
        let why = "the prefix func. can be left out only directly inside a function";
        add(ctx, report, id, op, &full, why, vec![(op.name_pointer, full.clone())]);
    }
}

fn add(
    ctx: &RuleContext<'_>,
    report: &mut Report<'_>,
    id: OpId,
    op: &Op,
    full: &str,
    why: &str,
    edits: Vec<(Pointer, String)>,
) {
    let finding = report.add(op.name_pointer, format!("write {full}: {why}"));
    finding.modernize(format!("write {full}"), edits);
    let without_default = default_dialect(ctx, id).is_some_and(str::is_empty);
    if let Some(parent) = ctx.ir.parent_op(id).filter(|_| without_default) {
        let parent = &ctx.ir.ops[parent];
        finding.related(parent.name_pointer, format!("the body of {} has no default dialect", parent.name));
    }
}

/// A loop that is never closed takes in what follows it, so that the `return` of the function stands in the loop; after
/// a brace too many it stands outside the function.
fn after_wrong_brace(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    if ctx.op.errors(ctx.db).is_empty() {
        return;
    }
    let open = ctx.ir.ops.iter().find_map(|(id, op)| {
        let is_loop = matches!(op.name.split('.').next(), Some("affine" | "scf"));
        let region = ctx.syntax(id).filter(|_| op.broken && is_loop)?;
        let region = region.children().filter(|it| it.kind() == SyntaxKind::REGION).last()?;
        ast::token(&region, SyntaxKind::R_BRACE).is_none().then(|| (op, ctx.pointer(id, &region)))
    });
    let bare_after = |place: Pointer| {
        ctx.ir.ops.iter().map(|it| it.1).find(|op| {
            let start = op.pointer.range.start();
            op.form != Form::Generic
                && op.pointer.root == place.root
                && start >= place.range.end()
                && matches!(&*ctx.text(op.name_pointer), "return" | "call" | "call_indirect")
        })
    };
    if let Some((open, region)) = open {
        let Some(bare) = bare_after(region) else { return };
        let written = ctx.text(bare.name_pointer);
        report
            .add(bare.name_pointer, format!("without its brace, the body of {} takes in this {written}", open.name))
            .related(open.name_pointer, "its body is never closed");
    } else if let Some(brace) = ctx.stray_brace()
        && let Some(bare) = bare_after(brace)
        && !ctx.is_next_token(brace, bare.pointer)
    {
        let written = ctx.text(bare.name_pointer);
        report
            .add(bare.name_pointer, format!("the brace above ends the function before this {written}"))
            .related(brace, "a brace too many");
    }
}
