//! `unregistered-operation-in-dialect`: the operation of a similar name that takes what is written.

use super::{FixContext, edit, fix};
use crate::default_dialect::is_similar;
use crate::diagnostic::Fix;
use syntax::SyntaxKind;
use syntax::ast::{self, AstNode};
use syntax::format::{Arity, op_formats};

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
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
    let result = ctx.text_of(super::results(&ty)?);
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
