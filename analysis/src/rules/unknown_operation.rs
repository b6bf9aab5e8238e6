//! `unknown-operation`: an operation that its dialect does not have.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::ir::Form;
use crate::rule_context::RuleContext;
use crate::default_dialect::{default_dialect, full_name};
use syntax::format::op_format;

pub(super) static RULE: Rule = Rule { code: "unknown-operation", severity: Severity::Error, page: page!("unknown-operation"), check };

/// Operations of dialects that are known in full but have no table.
const AFFINE: &[&str] = &[
    "apply", "delinearize_index", "dma_start", "dma_wait", "for", "if", "linearize_index", "load", "max", "min",
    "parallel", "prefetch", "store", "vector_load", "vector_store", "yield",
];
const FUNC: &[&str] = &["call", "call_indirect", "constant", "func", "return"];

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

/// Whether one edit of a letter makes one of the other.
fn is_similar(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let start = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let end = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let longest = a.len().max(b.len());
    a.len().abs_diff(b.len()) <= 1 && start + end + 1 >= longest
}
