//! `unknown-operation`: an operation that its dialect does not have.
//!
//! Quick fix: changes to an operation of the dialect with a similar name.

use super::Report;
use crate::default_dialect::{AFFINE, FUNC, default_dialect, is_similar};
use crate::diagnostic::Fix;
use crate::finding::Meant;
use crate::fixes::{FixContext, edit, modernization, tokens};
use crate::ir::Form;
use crate::legacy::is_declaration;
use crate::rule_context::RuleContext;
use syntax::SyntaxKind;
use syntax::format::{op_format, op_formats};

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
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
        if known.contains(&name) || !listed && (op_format(written).is_some() || op.form != Form::Opaque) {
            continue;
        }
        let sentence = format!("{dialect} has no operation {name}");
        match known.iter().find(|it| is_similar(it, name)) {
            Some(similar) => {
                report.add(op.name_pointer, Meant { sentence, text: format!("{dialect}.{similar}") })
            }
            None => report.add(op.name_pointer, sentence),
        };
    }
}

pub(super) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    if let Some(meant) = ctx.facts::<Meant>() {
        return ctx.replace(format!("change to {}", meant.text), &meant.text);
    }
    if ctx.text() == "func" {
        // A function without a body has to be private today.
        let full = if is_declaration(&ctx.operation()?) { "func.func private" } else { "func.func" };
        return modernization(format!("write {full}"), vec![edit(ctx.range, full)]);
    }
    similar(ctx)
}

/// An operation of a similar name.
fn similar(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let text = ctx.text();
    let (dialect, name) = text.split_once('.')?;
    let mut similar: Vec<&str> = op_formats()
        .filter_map(|it| it.name.split_once('.'))
        .filter(|it| it.0 == dialect && is_similar(it.1, name))
        .map(|it| it.1)
        .collect();
    similar.sort_unstable();
    if similar.len() > 1 {
        // The type tells `addf` from `addi`.
        let op = ctx.operation()?;
        let words = tokens(&op).filter(|it| it.kind() == SyntaxKind::BARE_ID);
        let last = words.last()?;
        let is_float = last.text().starts_with('f') || last.text().starts_with("bf");
        similar.retain(|it| it.strip_prefix(name) == Some(if is_float { "f" } else { "i" }));
    }
    match similar[..] {
        [similar] => ctx.replace(format!("change to {dialect}.{similar}"), format!("{dialect}.{similar}")),
        _ => None,
    }
}
