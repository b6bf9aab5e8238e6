//! `call-operand-type`: converts the value to what the function takes.

use super::value_type_mismatch::{conversion, name_of};
use super::{FixContext, edit, fix, trimmed};
use crate::diagnostic::Fix;
use crate::rules::call_operand_type::Argument;
use syntax::SyntaxKind;
use syntax::ast::{self, AstNode};

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let Argument { index, asked, written, .. } = ctx.facts()?;
    let (asked, written) = (&*asked.to_string(), &*written.to_string());
    let operation = match is_cast(written, asked) {
        true => "memref.cast".to_owned(),
        false => format!("arith.{}", conversion(written, asked)?),
    };
    let call = ctx.operation()?;
    let ty = call.children().find(|it| it.kind() == SyntaxKind::FUNCTION_TYPE)?;
    let inputs = ty.children().find(|it| it.kind() == SyntaxKind::TYPE_LIST)?;
    let input = ast::children::<ast::Type>(&inputs).nth(*index)?;
    let value = ctx.text();
    let stem = if operation == "memref.cast" { "cast" } else { name_of(asked) };
    let name = ctx.fresh_name(&format!("%{stem}"));
    let line = format!("{name} = {operation} {value} : {written} to {asked}");
    let edits =
        vec![ctx.line_before(&call, &line), edit(ctx.range, name), edit(trimmed(input.syntax()), asked)];
    fix(format!("insert {operation}"), edits)
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
