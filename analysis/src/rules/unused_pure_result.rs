//! `unused-pure-result`: a value that nothing uses.

use super::Report;
use crate::ir::{Form, ValueId};
use crate::rule_context::RuleContext;

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops().filter(|(_, op)| op.form != Form::Opaque && is_pure(&op.name)) {
        let is_unused =
            |it: &ValueId| !ctx.is_used(*it) && !ctx.broken_names.contains(&*ctx.ir.values[*it].name);
        if op.results.is_empty() || !op.results.iter().all(is_unused) {
            continue;
        }
        let first = op.results.first().map(|it| (ctx.definition(*it), &ctx.ir.values[*it].name));
        if let Some((place, name)) = first {
            let name = if name.is_empty() { "the result" } else { name };
            report.add(place, format!("{name} is never used"));
        }
    }
}

/// Operations that have no effect but their results: those that may trap are not among them.
fn is_pure(name: &str) -> bool {
    let Some((dialect, name)) = name.split_once('.') else { return false };
    match dialect {
        "affine" => matches!(name, "apply" | "min" | "max" | "linearize_index" | "delinearize_index"),
        "arith" => {
            !matches!(name, "divsi" | "divui" | "ceildivsi" | "ceildivui" | "floordivsi" | "remsi" | "remui")
        }
        "index" => {
            !name.starts_with("div")
                && !name.contains("divs")
                && !name.contains("divu")
                && !name.starts_with("rem")
        }
        "math" => true,
        "memref" => matches!(name, "dim" | "cast" | "get_global"),
        "tensor" => matches!(name, "dim" | "cast" | "empty"),
        _ => false,
    }
}
