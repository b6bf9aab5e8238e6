//! `operand-type-class`: a type that is not of the class that the operation works on.
//!
//! Quick fix: the operation of the same name for integers or for floats.

use crate::checks::comparison_predicate::predicate;
use crate::context::own_nodes;
use crate::diagnostic::Fix;
use crate::fixes::{FixContext, edit, fix, name_of, tokens, trimmed, written_name};
use ir::types::{Signedness, Type};
use smol_str::SmolStr;
use std::fmt;
use syntax::{SyntaxKind, SyntaxNode};

/// An operand of a type that its operation does not take.
#[derive(Debug, PartialEq)]
pub struct WrongClass {
    pub op: SmolStr,
    pub takes: String,
    pub operand: SmolStr,
    pub ty: Type,
}

impl fmt::Display for WrongClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { op, takes, operand, ty } = self;
        write!(f, "{op} takes {takes}, but {operand} has type {ty}")
    }
}

/// Operations of `arith` on integers with a sign and on floats that take their operands alike.
const PAIRS: &[(&str, &str)] = &[
    ("addi", "addf"),
    ("subi", "subf"),
    ("muli", "mulf"),
    ("divsi", "divf"),
    ("remsi", "remf"),
    ("maxsi", "maximumf"),
    ("minsi", "minimumf"),
    ("cmpi", "cmpf"),
];

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let ty = &ctx.facts::<WrongClass>()?.ty;
    let op = ctx.operation()?;
    let name = name_of(&op);
    let written = name.strip_prefix("arith.")?;
    let has_flags =
        op.children().any(|it| matches!(it.kind(), SyntaxKind::PROPERTIES | SyntaxKind::DICTIONARY));
    if has_flags || tokens(&op).any(|it| matches!(it.text(), "fastmath" | "overflow")) || !has_one_type(&op) {
        return None;
    }
    let element = if let Type::Vector { element, .. } = ty { element } else { ty };
    let is_float = match element {
        Type::Index | Type::Integer { signedness: Signedness::Signless, .. } => false,
        Type::Float(_) => true,
        _ => return None,
    };
    let other = PAIRS.iter().find_map(|(integers, floats)| match is_float {
        true => (*integers == written).then_some(*floats),
        false => (*floats == written).then_some(*integers),
    })?;
    let token = written_name(&op)?;
    let mut edits = vec![edit(token.text_range(), token.text().replace(written, other))];
    if other.starts_with("cmp") {
        let word = op.children().find(|it| it.kind() == SyntaxKind::KEYWORD_ATTRIBUTE)?;
        let range = trimmed(&word);
        edits.push(edit(range, predicate(&ctx.text_of(range), is_float)?));
    }
    fix(format!("change to arith.{other}"), edits)
}

/// Whether all types that the operation writes are the same.
fn has_one_type(op: &SyntaxNode) -> bool {
    let is_outermost = |it: &SyntaxNode| {
        let parent = it.parent().map(|it| it.kind());
        it.kind().is_type()
            && it.kind() != SyntaxKind::FUNCTION_TYPE
            && parent.is_some_and(|it| {
                !it.is_type() || it == SyntaxKind::FUNCTION_TYPE || it == SyntaxKind::TYPE_LIST
            })
    };
    let types: Vec<String> = own_nodes(op)
        .into_iter()
        .filter(|it| is_outermost(it) && it.kind() != SyntaxKind::TYPE_LIST)
        .map(|it| it.text().to_string().trim().to_owned())
        .collect();
    types.iter().all(|it| Some(it) == types.first())
}
