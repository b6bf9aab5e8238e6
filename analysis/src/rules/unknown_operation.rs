//! `unknown-operation`: an operation that its dialect does not have.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::ir::Form;
use crate::rule_context::RuleContext;
use crate::default_dialect::{AFFINE, FUNC, default_dialect, full_name, is_similar};
use syntax::format::op_format;

pub(super) static RULE: Rule = Rule { code: "unknown-operation", severity: Severity::Error, page: page!("unknown-operation"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|it| it.1.form != Form::Generic) {
        let written = ctx.text(op.name_pointer);
        let Some((dialect, name)) = written.split_once('.') else {
            // Bare names that no dialect had are mistyped; others are `unqualified-operation`.
            match default_dialect(ctx, id) {
                Some("func") if FUNC.contains(&&*written) => {}
                Some("builtin") if matches!(&*written, "module" | "unrealized_conversion_cast") => {}
                Some(dialect) if full_name(&written).is_none() || written == "func" => {
                    let dialect = if dialect.is_empty() { "no dialect" } else { dialect };
                    report.add(op.name_pointer, format!("{dialect} has no operation {written}"));
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
        if known.contains(&name) || !listed && (op_format(&written).is_some() || op.form != Form::Opaque) {
            continue;
        }
        let finding = report.add(op.name_pointer, format!("{dialect} has no operation {name}"));
        if let Some(similar) = known.iter().find(|it| is_similar(it, name)) {
            let full = format!("{dialect}.{similar}");
            finding.fix(format!("change to {full}"), vec![(op.name_pointer, full)]);
        }
    }
}
