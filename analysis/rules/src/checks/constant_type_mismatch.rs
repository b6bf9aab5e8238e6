//! `constant-type-mismatch`: a literal that is not a value of its type.
//!
//! Quick fix: writes the number the way its type wants it.

use crate::diagnostic::Fix;
use crate::facts::Meant;
use crate::fixes::{FixContext, edit, fix, result_names};
use ir::types::{Signedness, Type};
use std::fmt;
use syntax::{SyntaxKind, SyntaxNode, TextRange};

/// A number that is not a value of a type.
#[derive(Debug, PartialEq)]
pub struct NoValue {
    pub number: String,
    pub ty: Type,
}

impl fmt::Display for NoValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a value of type {}", self.number, self.ty)
    }
}

/// An integer with a sign in its type.
#[derive(Debug, PartialEq)]
pub struct Signed {
    pub ty: Type,
}

impl fmt::Display for Signed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "constants of arith have no sign in their type: {}", self.ty)
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let text = ctx.text();
    let (number, ty) = match text.split_once(':') {
        Some((number, ty)) => (number.trim_end(), Some(ty.trim())),
        None => (text.as_str(), None),
    };
    let range = TextRange::at(ctx.range.start(), syntax::TextSize::of(number));
    if let Some(meant) = ctx.facts::<Meant>() {
        return fix(format!("write {}", meant.text), vec![edit(range, &meant.text)]);
    }
    if let Some(digits) = number
        .strip_suffix(".0")
        .filter(|it| it.trim_start_matches('-').bytes().all(|it| it.is_ascii_digit()))
    {
        let ty = &ctx.facts::<NoValue>()?.ty;
        let is_integer = matches!(ty, Type::Index | Type::Integer { signedness: Signedness::Signless, .. });
        return is_integer.then(|| fix(format!("write {digits}"), vec![edit(range, digits)]))?;
    }
    let constant = ctx.operation()?;
    if matches!(number, "true" | "false")
        && let Some(ty) = ty
    {
        let width = ty.strip_prefix('i').and_then(|it| it.parse::<u32>().ok());
        if !is_used(&constant)? {
            return fix("delete the type", vec![edit(ctx.range, number)]);
        }
        let bit = if number == "true" { "1" } else { "0" };
        width.filter(|it| *it > 1)?;
        return fix(format!("write {bit}"), vec![edit(range, bit)]);
    }
    let Type::Integer { width, .. } = ctx.facts::<Signed>()?.ty else { return None };
    // Each use of the value writes its type.
    let text = format!("{number} : i{width}");
    (!is_used(&constant)?).then(|| fix(format!("write : i{width}"), vec![edit(ctx.range, text)]))?
}

/// Whether the results are used; `None` where that is not certain.
fn is_used(op: &SyntaxNode) -> Option<bool> {
    if op.kind() != SyntaxKind::OPERATION {
        return None;
    }
    let groups = result_names::groups(op)?;
    groups.iter().try_fold(false, |used, it| Some(used || !result_names::uses(op, &it.0)?.is_empty()))
}
