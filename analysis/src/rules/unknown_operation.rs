//! `unknown-operation`: an operation that its dialect does not have.

use super::{Report, Rule};
use crate::default_dialect::{default_dialect, is_similar};
use crate::diagnostic::Severity;
use crate::ir::Form;
use crate::legacy::is_declaration;
use crate::registry::registry;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule =
    Rule { code: "unknown-operation", severity: Severity::Error, page: page!("unknown-operation"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|it| it.1.form != Form::Generic) {
        let written = ctx.written_name(id);
        let Some((dialect, name)) = written.split_once('.') else {
            // Bare names that no dialect had are mistyped; others are `unqualified-operation`.
            let is_of_func = registry(ctx.db).get(&format!("func.{written}")).is_some();
            match default_dialect(ctx, id).as_deref() {
                Some("func") if is_of_func => {}
                Some("builtin") if matches!(written, "module" | "unrealized_conversion_cast") => {}
                // `call` and `return` are `unqualified-operation`.
                Some(dialect) if !is_of_func || written == "func" => {
                    let dialect = if dialect.is_empty() { "no dialect" } else { dialect };
                    let finding =
                        report.add(op.name_pointer, format!("{dialect} has no operation {written}"));
                    if written == "func" {
                        // A function without a body has to be private today.
                        let declares = ctx.syntax(id).is_some_and(|it| is_declaration(&it));
                        let full = if declares { "func.func private" } else { "func.func" };
                        finding.modernize(format!("write {full}"), vec![(op.name_pointer, full.to_owned())]);
                    }
                }
                _ => {}
            }
            continue;
        };
        let registry = registry(ctx.db);
        if !registry.is_complete(dialect) || op.definition.is_some() {
            continue;
        }
        let finding = report.add(op.name_pointer, format!("{dialect} has no operation {name}"));
        // Of the others a fix looks for one that the types fit.
        let known = registry.iter().filter(|it| it.dialect() == dialect && !it.has_format());
        let similar = known.map(|it| it.short_name()).filter(|it| is_similar(it, name)).min();
        if let Some(similar) = similar {
            let full = format!("{dialect}.{similar}");
            finding.fix(format!("change to {full}"), vec![(op.name_pointer, full)]);
        }
    }
}
