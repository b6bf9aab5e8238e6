//! `value-type-mismatch`, `store-value-type` and `linearize-type`: converts between integers, floats and `index`.

use super::{FixContext, edit, fix, trimmed};
use crate::diagnostic::Fix;
use crate::rule_context::own_nodes;
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken};

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    let (Some(token), Some(statement)) = (ctx.token(), ctx.operation()) else { return Vec::new() };
    if token.kind() != SyntaxKind::PERCENT_ID || token.text_range() != ctx.range {
        // A type that has to be index.
        let is_type = token.parent().is_some_and(|it| it.kind() == SyntaxKind::SIMPLE_TYPE);
        return match is_type && ctx.message.contains("index values") {
            true => ctx.replace("change to index", "index"),
            false => Vec::new(),
        };
    }
    // The generic form says the type once more.
    if statement.children().any(|it| it.kind() == SyntaxKind::OPERAND_LIST)
        && !ctx.message.contains(" needs ")
    {
        return Vec::new();
    }
    let mut fixes = converted(ctx, &token, &statement);
    fixes.extend(rewritten(ctx, &token, &statement));
    fixes
}

/// The fix that converts the value before the operation.
fn converted(ctx: &FixContext<'_>, token: &SyntaxToken, statement: &SyntaxNode) -> Vec<Fix> {
    let (Some(from), Some(to)) = (ctx.value_type(token.text()), demanded(ctx.message)) else {
        return Vec::new();
    };
    let Some(conversion) = conversion(&from, to) else { return Vec::new() };
    let name = ctx.fresh_name(&format!("%{}", name_of(to)));
    let line = format!("{name} = arith.{conversion} {} : {from} to {to}", token.text());
    fix(format!("insert arith.{conversion}"), vec![ctx.line_before(statement, &line), edit(ctx.range, name)])
}

/// The fix that writes the type that the value has, where the operation writes the other once.
fn rewritten(ctx: &FixContext<'_>, token: &SyntaxToken, statement: &SyntaxNode) -> Vec<Fix> {
    let needed = ctx.message.split_once(" needs ").map(|it| it.1);
    let (Some(from), Some(needed)) = (ctx.value_type(token.text()), needed) else { return Vec::new() };
    // Of other operations more than one operand has the type.
    if !from.starts_with("memref<") || !needed.starts_with("memref<") {
        return Vec::new();
    }
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    let mut written = own_nodes(statement)
        .into_iter()
        .filter(|it| it.kind().is_type() && squeezed(&it.text().to_string()) == squeezed(needed));
    match (written.next(), written.next()) {
        (Some(ty), None) => fix(format!("write {from}"), vec![edit(trimmed(&ty), from)]),
        _ => Vec::new(),
    }
}

/// The type that the message says is needed: the last word.
fn demanded(message: &str) -> Option<&str> {
    if message.ends_with("works on index values") {
        return Some("index");
    }
    let last = message.rsplit(' ').next()?.trim_matches('`');
    (is_integer(last) || is_float(last) || last == "index").then_some(last)
}

fn name_of(ty: &str) -> &str {
    if ty == "index" { "index" } else { "converted" }
}

fn width(ty: &str) -> Option<u32> {
    ty.get(1..)?.parse().ok()
}

fn is_integer(ty: &str) -> bool {
    ty.starts_with('i') && width(ty).is_some()
}

fn is_float(ty: &str) -> bool {
    matches!(ty, "f16" | "f32" | "f64" | "f80" | "f128")
}

fn conversion(from: &str, to: &str) -> Option<&'static str> {
    match (from, to) {
        ("index", to) if is_integer(to) => Some("index_cast"),
        (from, "index") if is_integer(from) => Some("index_cast"),
        (from, to) if is_float(from) && is_float(to) => {
            Some(if width(from)? < width(to)? { "extf" } else { "truncf" })
        }
        (from, to) if is_integer(from) && is_integer(to) => {
            Some(if width(from)? < width(to)? { "extsi" } else { "trunci" })
        }
        _ => None,
    }
}
