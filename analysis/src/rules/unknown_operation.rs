//! `unknown-operation`: an operation that its dialect does not have.

use super::{Report, Rule};
use crate::default_dialect::{AFFINE, FUNC, default_dialect, is_similar};
use crate::diagnostic::Severity;
use crate::ir::Form;
use crate::legacy::is_declaration;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule =
    Rule { code: "unknown-operation", severity: Severity::Error, page: page!("unknown-operation"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|it| it.1.form != Form::Generic) {
        let written = ctx.written_name(id);
        let Some((dialect, name)) = written.split_once('.') else {
            // Bare names that no dialect had are mistyped; others are `unqualified-operation`.
            match default_dialect(ctx, id) {
                Some("func") if FUNC.contains(&written) => {}
                Some("builtin") if matches!(written, "module" | "unrealized_conversion_cast") => {}
                // `call` and `return` are `unqualified-operation`.
                Some(dialect) if !FUNC.contains(&written) || written == "func" => {
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
        let (known, listed): (&[&str], bool) = match dialect {
            "affine" => (AFFINE, true),
            "func" => (FUNC, true),
            "arith" | "cf" | "index" | "math" | "memref" | "scf" | "tensor" | "ub" | "vector" => (&[], false),
            _ => continue,
        };
        if known.contains(&name) || !listed && (op.definition.is_some() || op.form != Form::Opaque) {
            continue;
        }
        let finding = report.add(op.name_pointer, format!("{dialect} has no operation {name}"));
        if let Some(similar) = known.iter().find(|it| is_similar(it, name)) {
            let full = format!("{dialect}.{similar}");
            finding.fix(format!("change to {full}"), vec![(op.name_pointer, full)]);
        }
    }
}
