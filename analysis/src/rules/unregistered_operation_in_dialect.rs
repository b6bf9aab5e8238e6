//! `unregistered-operation-in-dialect`: a quoted operation that its dialect does not have.

use super::Report;
use crate::default_dialect::{AFFINE, FUNC, is_known, is_similar};
use crate::diagnostic::Fix;
use crate::finding::Meant;
use crate::fixes::FixContext;
use crate::ir::Form;
use crate::rule_context::RuleContext;

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops().filter(|it| it.1.form == Form::Generic) {
        let Some((dialect, name)) = op.name.split_once('.') else { continue };
        if !IN_FULL.contains(&dialect) || is_known(dialect, name) {
            continue;
        }
        let sentence = format!("{dialect} has no operation {name}");
        let known = match dialect {
            "affine" => AFFINE,
            "func" => FUNC,
            _ => &[],
        };
        let fits = |it: &&&str| {
            is_similar(it, name) && gives_results(it).is_none_or(|it| it != op.results.is_empty())
        };
        match known.iter().find(fits) {
            Some(similar) => {
                let text = format!("\"{dialect}.{similar}\"");
                report.add(op.name_pointer, Meant { sentence, text })
            }
            None => report.add(op.name_pointer, sentence),
        };
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

pub(super) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    match ctx.facts::<Meant>() {
        Some(meant) => ctx.replace(format!("change to {}", meant.text), &meant.text),
        None => crate::fixes::unregistered_operation_in_dialect::fixes(ctx),
    }
}
