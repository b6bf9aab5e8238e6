//! `call-operand-type`: a call that passes a value of another type.
//!
//! Quick fix: converts the value to the type that the function takes.

use crate::calls::{calls, type_list};
use crate::checks::value_type_mismatch::fix::{conversion, name_of};
use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, trimmed};
use ir::types::Type;
use smol_str::SmolStr;
use std::fmt;
use syntax::SyntaxKind;
use syntax::ast::{self, AstNode};

/// An argument of another type than the function takes.
#[derive(Debug, PartialEq)]
pub struct Argument {
    pub index: usize,
    pub callee: String,
    pub asked: Type,
    pub value: SmolStr,
    pub written: Type,
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { index, callee, asked, value, written } = self;
        write!(f, "argument {index} of {callee} has type {asked}, {value} has type {written}")
    }
}

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for call in calls(ctx).iter().filter(|it| it.inputs.len() == it.op.operands.len()) {
        let pairs = call.op.operands.iter().zip(&call.written.inputs).zip(call.inputs);
        for (index, ((operand, written), asked)) in pairs.enumerate() {
            // Where the value has another type than the call says, that is the mistake.
            let given = operand.value.map(|it| &ctx.ir.values[it].ty);
            if !written.differs_from(asked) || given.is_some_and(|it| it.differs_from(written)) {
                continue;
            }
            let (callee, value) = (call.callee.clone(), operand.name.clone());
            let (asked, written) = (asked.clone(), written.clone());
            let finding = report.add(operand.pointer, Argument { index, callee, asked, value, written });
            finding.related_place(call.function(ctx), format!("its arguments: {}", type_list(call.inputs)));
        }
    }
}

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
