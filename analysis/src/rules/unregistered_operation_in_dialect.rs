//! `unregistered-operation-in-dialect`: a quoted operation that its dialect does not have.

use super::{Report, Rule};
use crate::default_dialect::{AFFINE, FUNC, is_known, is_similar};
use crate::diagnostic::Severity;
use crate::ir::Form;
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule {
    code: "unregistered-operation-in-dialect",
    severity: Severity::Error,
    page: page!("unregistered-operation-in-dialect"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops().filter(|it| it.1.form == Form::Generic) {
        let Some((dialect, name)) = op.name.split_once('.') else { continue };
        if !IN_FULL.contains(&dialect) || is_known(dialect, name) {
            continue;
        }
        let finding = report.add(op.name_pointer, format!("{dialect} has no operation {name}"));
        let known = match dialect {
            "affine" => AFFINE,
            "func" => FUNC,
            _ => &[],
        };
        let fits = |it: &&&str| {
            is_similar(it, name) && gives_results(it).is_none_or(|it| it != op.results.is_empty())
        };
        if let Some(similar) = known.iter().find(fits) {
            let full = format!("\"{dialect}.{similar}\"");
            finding.fix(format!("change to {full}"), vec![(op.name_pointer, full)]);
        }
    }
}

/// Whether an operation of `affine` or `func` has results; `None` where it may.
fn gives_results(name: &str) -> Option<bool> {
    match name {
        "apply" | "constant" | "linearize_index" | "load" | "max" | "min" | "vector_load" => Some(true),
        "dma_start" | "dma_wait" | "prefetch" | "return" | "store" | "vector_store" | "yield" => Some(false),
        _ => None,
    }
}

/// The dialects of which every operation is known.
const IN_FULL: &[&str] =
    &["affine", "arith", "cf", "func", "index", "math", "memref", "scf", "tensor", "ub", "vector"];
