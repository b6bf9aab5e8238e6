//! `unqualified-operation`: an operation without its dialect where the dialect is not the default.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::facts::Meant;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, modernization};
use crate::legacy::{Spelling, legacy};
use ir::{Form, Op, OpId};
use std::borrow::Cow;
use std::fmt;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    after_stray_brace(ctx, report);
    for (id, op) in ctx.legacy_ops() {
        if let Some(it) = legacy(ctx, id).filter(|it| it.spelling == Spelling::Bare) {
            let dialect = it.name.split('.').next().unwrap_or_default();
            let why = format!("operations of {dialect} never stand without their prefix");
            add(ctx, report, id, op, Unqualified { full: it.name, why: why.into() });
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
        match ctx.default_dialect(id).as_deref() {
            None | Some("func") => continue,
            Some(dialect) if !dialect.is_empty() && ctx.may_have(dialect, written) => continue,
            Some("builtin") if written == "return" => {
                // Where some text did not parse, the function around it may be there.
                if !ctx.op.text(ctx.db).beside_errors(ctx.db) {
                    report.add(op.name_pointer, "this return stands outside every function");
                }
                continue;
            }
            Some(_) => {}
        }
        // A `return` ends a function only; the terminator of the region around it is meant.
        let parent = ctx.ir.parent_op(id).map(|it| ctx.ir.ops[it].name.split('.').next().unwrap_or_default());
        let full = match parent {
            Some(dialect @ ("affine" | "scf")) if written == "return" => format!("{dialect}.yield"),
            _ => format!("func.{written}"),
        };
        let place = op.name_pointer;
        if written == "return" {
            let sentence = format!("return ends the body of a function; what ends this region is {full}");
            report.add(place, Meant { sentence, text: full });
            continue;
        }
        let why = "the prefix func. can be left out only directly inside a function".into();
        add(ctx, report, id, op, Unqualified { full, why });
    }
}

/// An operation without its dialect.
#[derive(Debug, PartialEq)]
struct Unqualified {
    full: String,
    why: Cow<'static, str>,
}

impl fmt::Display for Unqualified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "write {}: {}", self.full, self.why)
    }
}

fn add(ctx: &RuleContext<'_>, report: &mut Report<'_>, id: OpId, op: &Op, facts: Unqualified) {
    let finding = report.add(op.name_pointer, facts);
    let without_default = ctx.default_dialect(id).is_some_and(|it| it.is_empty());
    if let Some(parent) = ctx.ir.parent_op(id).filter(|_| without_default) {
        let parent = &ctx.ir.ops[parent];
        finding.related(parent.name_pointer, format!("the body of {} has no default dialect", parent.name));
    }
}

/// After a surplus brace, the `return` of the function is outside of it.
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

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    if let Some(meant) = ctx.facts::<Meant>() {
        return ctx.replace(format!("write {}", meant.text), &meant.text);
    }
    let Unqualified { full, .. } = ctx.facts()?;
    ctx.modernized().or_else(|| modernization(format!("write {full}"), vec![edit(ctx.range, full)]))
}
