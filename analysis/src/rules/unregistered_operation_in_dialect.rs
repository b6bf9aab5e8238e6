//! `unregistered-operation-in-dialect`: a quoted operation that its dialect does not have.
//!
//! Quick fix: the operation of a similar name that takes what is written.

use super::Report;
use crate::default_dialect::{AFFINE, FUNC, is_known, is_similar};
use crate::diagnostic::Fix;
use crate::finding::Meant;
use crate::fixes::{FixContext, edit, fix, results};
use crate::ir::Form;
use crate::rule_context::RuleContext;
use syntax::SyntaxKind;
use syntax::ast::{self, AstNode};
use syntax::format::{Arity, op_formats};

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
        None => similar(ctx),
    }
}

/// An operation of a similar name.
fn similar(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let written = ctx.text();
    let (dialect, name) = written.trim_matches('"').split_once('.')?;
    // Most of their operations work on one type, and ask for no attribute.
    if !matches!(dialect, "arith" | "math") {
        return None;
    }
    let op = ctx.operation()?;
    let ty = op.children().find(|it| it.kind() == SyntaxKind::FUNCTION_TYPE)?;
    let inputs = ty.children().find(|it| it.kind() == SyntaxKind::TYPE_LIST)?;
    let inputs: Vec<String> = ast::children::<ast::Type>(&inputs)
        .map(|it| it.syntax().text().to_string().trim().to_owned())
        .collect();
    let result = ctx.text_of(results(&ty)?);
    let of_type = inputs.first().filter(|it| inputs.iter().all(|other| other == *it))?;
    if result.trim() != of_type {
        return None;
    }
    let letter = match of_type.strip_prefix(['f', 'i']) {
        _ if of_type == "index" => 'i',
        Some(width) if width.parse::<u32>().is_ok() => of_type.chars().next()?,
        _ => return None,
    };
    let mut similar = op_formats().filter(|it| {
        let is_near = it.name.split_once('.').is_some_and(|(of, other)| {
            of == dialect && is_similar(other, name) && (dialect == "math" || other.ends_with(letter))
        });
        let takes_one_each = it.operands.iter().all(|it| it.arity == Arity::One)
            && it.attributes.iter().all(|it| matches!(it.name, "fastmath" | "overflow"));
        is_near && takes_one_each && it.operands.len() == inputs.len() && it.results.len() == 1
    });
    let (Some(meant), None) = (similar.next(), similar.next()) else { return None };
    let text = format!("\"{}\"", meant.name);
    fix(format!("change to {text}"), vec![edit(ctx.range, text)])
}
