//! `unqualified-operation`: an operation without its dialect where the dialect is not the default.

use super::{Report, Rule};
use crate::default_dialect::default_dialect;
use crate::diagnostic::Severity;
use crate::ir::{Form, Op, OpId, Pointer};
use crate::legacy::{Spelling, legacy};
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "unqualified-operation",
    severity: Severity::Error,
    page: page!("unqualified-operation"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    after_stray_brace(ctx, report);
    for (id, op) in ctx.legacy_ops() {
        if let Some(it) = legacy(ctx, id).filter(|it| it.spelling == Spelling::Bare) {
            let dialect = it.name.split('.').next().unwrap_or_default();
            let why = format!("operations of {dialect} never stand without their prefix");
            add(ctx, report, id, op, &it.name, &why, it.edits);
        }
    }
    for (id, op) in ctx.ops().filter(|it| it.1.form != Form::Generic) {
        let written = ctx.written_name(id);
        if !matches!(written, "call" | "call_indirect" | "return") {
            continue;
        }
        // In a region that is never closed it is the brace that is missing.
        if ctx.ir.parent_op(id).is_some_and(|it| ctx.ir.ops[it].broken) {
            continue;
        }
        match default_dialect(ctx, id).as_deref() {
            None | Some("func") => continue,
            Some("builtin") if written == "return" => {
                // Where some text did not parse, the function around it may be there.
                if !ctx.op.text(ctx.db).beside_errors(ctx.db) {
                    report.add(op.name_pointer, "this return stands outside every function");
                }
                continue;
            }
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
    let without_default = default_dialect(ctx, id).is_some_and(|it| it.is_empty());
    if let Some(parent) = ctx.ir.parent_op(id).filter(|_| without_default) {
        let parent = &ctx.ir.ops[parent];
        finding.related(parent.name_pointer, format!("the body of {} has no default dialect", parent.name));
    }
}

/// After a brace too many, the `return` of the function stands outside it.
fn after_stray_brace(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    if ctx.op.errors(ctx.db).is_empty() {
        return;
    }
    let Some(brace) = ctx.stray_brace() else { return };
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
