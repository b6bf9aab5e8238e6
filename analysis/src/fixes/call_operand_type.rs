//! `call-operand-type`: converts the value to what the function takes.

use super::value_type_mismatch::{conversion, name_of};
use super::{FixContext, edit, fix, trimmed};
use crate::diagnostic::Fix;
use syntax::SyntaxKind;
use syntax::ast::{self, AstNode};

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    find(ctx).unwrap_or_default()
}

fn find(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    // `argument 0 of @work has type index, %k has type i32`
    let (index, rest) = ctx.message.strip_prefix("argument ")?.split_once(" of ")?;
    let (_, asked) = rest.split_once(" has type ")?;
    let (asked, written) = asked.split_once(&format!(", {} has type ", ctx.text()))?;
    let operation = match is_cast(written, asked) {
        true => "memref.cast".to_owned(),
        false => format!("arith.{}", conversion(written, asked)?),
    };
    let call = ctx.operation()?;
    let ty = call.children().find(|it| it.kind() == SyntaxKind::FUNCTION_TYPE)?;
    let inputs = ty.children().find(|it| it.kind() == SyntaxKind::TYPE_LIST)?;
    let input = ast::children::<ast::Type>(&inputs).nth(index.parse().ok()?)?;
    let value = ctx.text();
    let stem = if operation == "memref.cast" { "cast" } else { name_of(asked) };
    let name = ctx.fresh_name(&format!("%{stem}"));
    let line = format!("{name} = {operation} {value} : {written} to {asked}");
    let edits =
        vec![ctx.line_before(&call, &line), edit(ctx.range, name), edit(trimmed(input.syntax()), asked)];
    Some(fix(format!("insert {operation}"), edits))
}

/// Whether `memref.cast` does it: both without layout and memory space, and where both sizes are known they agree.
fn is_cast(from: &str, to: &str) -> bool {
    let (Some((from, from_element)), Some((to, to_element))) = (dims(from), dims(to)) else { return false };
    let agree = match (from, to) {
        (Some(from), Some(to)) => {
            from.len() == to.len() && from.iter().zip(&to).all(|(a, b)| a == b || *a == "?" || *b == "?")
        }
        (None, None) => false,
        _ => true,
    };
    agree && from_element == to_element
}

/// The sizes, if the rank is known, and the type of the elements.
fn dims(ty: &str) -> Option<(Option<Vec<&str>>, &str)> {
    let mut rest = ty.strip_prefix("memref<")?.strip_suffix('>')?;
    if rest.contains(',') {
        return None;
    }
    if let Some(element) = rest.strip_prefix("*x") {
        return Some((None, element));
    }
    let mut dims = Vec::new();
    while let Some((dim, after)) = rest.split_once('x') {
        if dim != "?" && (dim.is_empty() || !dim.bytes().all(|it| it.is_ascii_digit())) {
            break;
        }
        dims.push(dim);
        rest = after;
    }
    Some((Some(dims), rest))
}
