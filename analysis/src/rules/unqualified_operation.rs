//! `unqualified-operation`: an operation without its dialect where the dialect is not the default.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::default_dialect::{default_dialect, full_name};
use crate::ir::Form;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule { code: "unqualified-operation", severity: Severity::Error, page: page!("unqualified-operation"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|it| it.1.form != Form::Generic) {
        let written = ctx.text(op.name_pointer);
        let (Some(full), Some(dialect)) = (full_name(&written), default_dialect(ctx, id)) else { continue };
        // At the top level a `return` is what a brace too many leaves behind.
        if written == "func" || dialect == "builtin" && written == "return" || dialect == "func" && matches!(&*written, "call" | "call_indirect" | "return") {
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
